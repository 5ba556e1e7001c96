#include "probe/file_pool.hpp"

#include <algorithm>

namespace dambase {

class FilePool::PooledFile final : public ByteSource {
 public:
  PooledFile(FilePool& pool, std::filesystem::path path) : pool_(pool), path_(std::move(path)) {}
  PooledFile(const PooledFile&) = delete;
  PooledFile& operator=(const PooledFile&) = delete;
  ~PooledFile() override { pool_.close(*this); }

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const override {
    const auto file = pool_.open(const_cast<PooledFile&>(*this));
    if (!file) return file.error();
    return (*file)->read_at(offset, bytes);
  }

 private:
  friend class FilePool;

  FilePool& pool_;
  std::filesystem::path path_;
  std::uint64_t size_ = 0;
  // Of the pool, and under its lock.
  std::shared_ptr<const ByteSource> open_;
  std::uint64_t last_read_ = 0;
};

Result<std::unique_ptr<ByteSource>> FilePool::bytes_of(const std::filesystem::path& path) {
  auto pooled = std::make_unique<PooledFile>(*this, path);
  const auto file = open(*pooled);
  if (!file) return file.error();
  pooled->size_ = (*file)->size();
  return std::unique_ptr<ByteSource>(std::move(pooled));
}

Result<std::shared_ptr<const ByteSource>> FilePool::open(PooledFile& pooled) {
  const std::scoped_lock lock(mutex_);
  pooled.last_read_ = ++reads_;
  if (pooled.open_ != nullptr) return pooled.open_;
  // A file in use by another thread stays open until that read ends, so the bound is soft by the
  // number of threads.
  while (open_.size() >= most_open_) close_least_recent();
  auto file = open_file(pooled.path_);
  if (!file && file.error().code == ErrorCode::file_failed) {
    while (!open_.empty()) close_least_recent();  // the process may be out of descriptors
    file = open_file(pooled.path_);
  }
  if (!file) return file.error();
  open_.push_back(&pooled);
  pooled.open_ = *std::move(file);
  return pooled.open_;
}

void FilePool::close(PooledFile& file) {
  const std::scoped_lock lock(mutex_);
  std::erase(open_, &file);
}

void FilePool::close_least_recent() {
  const auto found = std::ranges::min_element(open_, {}, [](const PooledFile* file) { return file->last_read_; });
  (*found)->open_.reset();
  open_.erase(found);
}

}  // namespace dambase
