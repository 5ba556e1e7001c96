#include "formats/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <string_view>

#include "formats/system_error.hpp"

namespace dambase {
namespace {

constexpr std::string_view temporary_suffix = ".unfinished";

// What all temporary names for `path` that were made on this host begin with.
std::string beginning_of_names(const std::filesystem::path& path) {
  return "." + path.filename().string() + "." + host_name() + ".";
}

bool is_running(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

// Whether the rest of a temporary name after its beginning, PID-ATTEMPT.unfinished, is one of `which`.
bool belongs_to(std::string_view rest, Unfinished which) {
  pid_t process = 0;
  const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), process);
  if (failure != std::errc() || process <= 0 || end == rest.data() + rest.size() || *end != '-') return false;
  return which == Unfinished::own ? process == ::getpid() : !is_running(process);
}

Result<void> sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path name = folder.empty() ? "." : folder;
  const FileHandle handle(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder and say EINVAL; nothing more can be done there.
  if (!handle.is_open() || (::fsync(handle.get()) != 0 && errno != EINVAL)) return system_error(name, "sync", errno);
  return {};
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& path) {
  constexpr mode_t readable_by_all = 0666;  // less the umask
  constexpr int most_attempts = 1000;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    std::filesystem::path temporary = temporary_name(path);
    FileHandle handle(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_by_all));
    if (handle.is_open()) return AtomicFile(path, std::move(temporary), std::move(handle));
    // Left by a process with our number that was killed: in containers numbers repeat at every start.
    if (errno != EEXIST) return system_error(path, "write", errno);
  }
  return system_error(path, "write", EEXIST);
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
  std::string name = beginning_of_names(path) + std::to_string(::getpid()) + "-" + std::to_string(serial++);
  return path.parent_path() / name.append(temporary_suffix);
}

bool is_temporary_name(const std::filesystem::path& name) {
  return name.filename().string().starts_with(".") && name.extension() == temporary_suffix;
}

void remove_unfinished(const std::filesystem::path& path, Unfinished which) {
  const std::string beginning = beginning_of_names(path);
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_temporary_name(name) && name.starts_with(beginning) &&
        belongs_to(std::string_view(name).substr(beginning.size()), which))
      std::filesystem::remove(entry.path(), ignored);
  }
}

void remove_all_unfinished(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (is_temporary_name(entry.path())) std::filesystem::remove(entry.path(), ignored);
  }
}

std::string host_name() {
  std::array<char, 65> name{};  // more than Linux allows a name to have
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "unknown";
  return name.data();
}

}  // namespace dambase
