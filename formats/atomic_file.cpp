#include "formats/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>

#include "formats/system_error.hpp"

namespace dambase {
namespace {

constexpr const char* temporary_suffix = ".unfinished";

Result<void> sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  const FileHandle handle(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder and say EINVAL; nothing more can be done there.
  if (!handle.is_open() || (::fsync(handle.get()) != 0 && errno != EINVAL)) return system_error(name, "sync", errno);
  return {};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
  std::filesystem::path temporary = temporary_name(path);
  constexpr mode_t readable_by_all = 0666;  // less the umask
  FileHandle handle(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_by_all));
  if (!handle.is_open()) return system_error(path, "write", errno);
  return AtomicFile(path, std::move(temporary), std::move(handle));
}

AtomicFile::AtomicFile(std::filesystem::path path, std::filesystem::path temporary, FileHandle handle)
    : path_(std::move(path)), temporary_(std::move(temporary)), handle_(std::move(handle)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      handle_(std::move(other.handle_)),
      size_(other.size_) {}

AtomicFile::~AtomicFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t offset = size_;
  size_ += bytes.size();
  return write_at(offset, bytes);
}

Result<void> AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(handle_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return system_error(path_, "write", errno);
    offset += static_cast<std::uint64_t>(put);
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> AtomicFile::commit() {
  if (::fsync(handle_.get()) != 0) return system_error(path_, "sync", errno);
  if (!handle_.close()) return system_error(path_, "close", errno);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return system_error(path_, "put in place", errno);
  temporary_.clear();
  return sync_folder(path_.parent_path());
}

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> serial{0};
  const std::string name = "." + path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                           std::to_string(serial++) + temporary_suffix;
  return path.parent_path() / name;
}

bool is_temporary_name(const std::filesystem::path& name) {
  return name.filename().string().starts_with(".") && name.extension() == temporary_suffix;
}

}  // namespace dambase
