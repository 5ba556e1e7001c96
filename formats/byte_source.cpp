#include "formats/byte_source.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "formats/file_handle.hpp"
#include "formats/system_error.hpp"

namespace dambase {
namespace {

class PlainFile final : public ByteSource {
 public:
  static Result<PlainFile> open(const std::filesystem::path& path) {
    // Without O_NONBLOCK a pipe under the name of a table would be waited for. It means nothing to files.
    FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!handle.is_open() && errno == ENOENT)
      return Error{ErrorCode::missing_table, path.string() + ": there is no such table"};
    if (!handle.is_open()) return system_error(path, "open", errno);
    struct stat status {};
    if (::fstat(handle.get(), &status) != 0) return system_error(path, "examine", errno);
    if (!S_ISREG(status.st_mode)) return Error{ErrorCode::file_failed, path.string() + ": is not a file"};
    return PlainFile(path, std::move(handle), static_cast<std::uint64_t>(status.st_size));
  }

  [[nodiscard]] int descriptor() const { return handle_.get(); }

  [[nodiscard]] std::uint64_t size() const override { return size_; }

  Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const override {
    while (!bytes.empty()) {
      const ssize_t got = ::pread(handle_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_error(path_, "read", errno);
      if (got == 0)
        return Error{ErrorCode::file_failed, path_.string() + ": ends before byte " + std::to_string(offset)};
      offset += static_cast<std::uint64_t>(got);
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return {};
  }

 private:
  PlainFile(std::filesystem::path path, FileHandle handle, std::uint64_t size)
      : path_(std::move(path)), handle_(std::move(handle)), size_(size) {}

  std::filesystem::path path_;
  FileHandle handle_;
  std::uint64_t size_;
};

/// A file as memory, as long as this lives.
class Mapping {
 public:
  Mapping(const std::byte* data, std::size_t size) : data_(data), size_(size) {}
  Mapping(Mapping&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
  }

  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  const std::byte* data_;
  std::size_t size_;
};

/// Bytes that a vector or a Mapping holds.
template <class Holder>
class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(Holder bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

  Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
      return Error{ErrorCode::file_failed, "read past the end of bytes in memory"};
    std::copy_n(bytes_.data() + offset, bytes.size(), bytes.begin());
    return {};
  }

 private:
  Holder bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  auto file = PlainFile::open(path);
  if (!file) return file.error();
  return std::unique_ptr<ByteSource>(std::make_unique<PlainFile>(*std::move(file)));
}

Result<std::unique_ptr<ByteSource>> map_file(const std::filesystem::path& path) {
  const auto file = PlainFile::open(path);
  if (!file) return file.error();
  const auto size = static_cast<std::size_t>(file->size());
  if (size == 0) return bytes_in_memory({});  // nothing cannot be mapped
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0);
  if (data == MAP_FAILED) return system_error(path, "map", errno);
  Mapping mapping(static_cast<const std::byte*>(data), size);
  ::madvise(data, size, MADV_RANDOM);  // advice: if it is not taken, nothing is lost
  return std::unique_ptr<ByteSource>(std::make_unique<MemoryBytes<Mapping>>(std::move(mapping)));
}

Result<std::unique_ptr<ByteSource>> read_whole_file(const std::filesystem::path& path) {
  const auto file = PlainFile::open(path);
  if (!file) return file.error();
  std::vector<std::byte> bytes(static_cast<std::size_t>(file->size()));
  if (auto read = file->read_at(0, bytes); !read) return read.error();
  return bytes_in_memory(std::move(bytes));
}

std::unique_ptr<ByteSource> bytes_in_memory(std::vector<std::byte> bytes) {
  return std::make_unique<MemoryBytes<std::vector<std::byte>>>(std::move(bytes));
}

}  // namespace dambase
