#include "gen/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "formats/system_error.hpp"

namespace dambase {
namespace {

// A handle that holds the lock. Network file systems lock only what is open for writing, which a folder cannot be;
// there a file in it stands for it.
Result<FileHandle> locked(const std::filesystem::path& folder, int how) {
  FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.is_open()) return system_error(folder, "open", errno);
  if (::flock(handle.get(), how | LOCK_NB) == 0) return handle;
  if (errno != EWOULDBLOCK) {
    constexpr mode_t writable_by_all = 0666;  // less the umask
    handle = FileHandle(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, writable_by_all));
    if (handle.is_open() && ::flock(handle.get(), how | LOCK_NB) == 0) return handle;
  }
  if (errno == EWOULDBLOCK) return Error{ErrorCode::folder_in_use, folder.string() + ": another build is at work here"};
  return system_error(folder, "lock", errno);
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  auto handle = locked(folder, LOCK_EX);
  if (!handle) return handle.error();
  return FolderLock(*std::move(handle));
}

Result<FolderLock> FolderLock::share(const std::filesystem::path& folder) {
  auto handle = locked(folder, LOCK_SH);
  if (handle) return FolderLock(*std::move(handle));
  if (handle.error().code == ErrorCode::folder_in_use) return handle.error();
  return FolderLock(FileHandle());
}

}  // namespace dambase
