#include "formats/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "formats/file_handle.hpp"
#include "formats/system_error.hpp"

namespace dambase {
namespace {

class PlainFile final : public ByteSource {
 public:
  PlainFile(std::filesystem::path path, FileHandle handle, std::uint64_t size)
      : path_(std::move(path)), handle_(std::move(handle)), size_(size) {}

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
  std::filesystem::path path_;
  FileHandle handle_;
  std::uint64_t size_;
};

class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }

  Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
      return Error{ErrorCode::file_failed, "read past the end of bytes in memory"};
    std::ranges::copy(std::span(bytes_).subspan(offset, bytes.size()), bytes.begin());
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  // Without O_NONBLOCK a pipe under the name of a table would be waited for. It means nothing to files.
  FileHandle handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!handle.is_open() && errno == ENOENT)
    return Error{ErrorCode::missing_table, path.string() + ": there is no such table"};
  if (!handle.is_open()) return system_error(path, "open", errno);
  struct stat status {};
  if (::fstat(handle.get(), &status) != 0) return system_error(path, "examine", errno);
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::file_failed, path.string() + ": is not a file"};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return std::unique_ptr<ByteSource>(std::make_unique<PlainFile>(path, std::move(handle), size));
}

std::unique_ptr<ByteSource> bytes_in_memory(std::vector<std::byte> bytes) {
  return std::make_unique<MemoryBytes>(std::move(bytes));
}

}  // namespace dambase
