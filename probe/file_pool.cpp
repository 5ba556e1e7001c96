#include "probe/file_pool.hpp"

#include <algorithm>

namespace dambase {

class FilePool::PooledFile final : public ByteSource {
 public:
  PooledFile(FilePool& pool, std::filesystem::path path, std::uint64_t size)
      : pool_(pool), path_(std::move(path)), size_(size) {}

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const override {
    const auto file = pool_.open(path_);
    if (!file) return file.error();
    return (*file)->read_at(offset, bytes);
  }

 private:
  FilePool& pool_;
  std::filesystem::path path_;
  std::uint64_t size_;
};

Result<std::unique_ptr<ByteSource>> FilePool::bytes_of(const std::filesystem::path& path) {
  const auto file = open(path);
  if (!file) return file.error();
  return std::unique_ptr<ByteSource>(std::make_unique<PooledFile>(*this, path, (*file)->size()));
}

Result<std::shared_ptr<const ByteSource>> FilePool::open(const std::filesystem::path& path) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(open_, path, &Open::path);
  if (found != open_.end()) {
    open_.splice(open_.begin(), open_, found);
    return open_.front().file;
  }
  // A file in use by another thread stays open until that read ends, so the bound is soft by the
  // number of threads.
  while (open_.size() >= most_open_) open_.pop_back();
  auto file = open_file(path);
  if (!file && file.error().code == ErrorCode::file_failed && !open_.empty()) {
    open_.clear();  // the process may be out of descriptors
    file = open_file(path);
  }
  if (!file) return file.error();
  open_.push_front({path, *std::move(file)});
  return open_.front().file;
}

}  // namespace dambase
