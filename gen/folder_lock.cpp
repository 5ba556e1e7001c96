#include "gen/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "formats/system_error.hpp"

namespace dambase {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  FileHandle handle(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!handle.is_open()) return system_error(folder, "open", errno);
  if (::flock(handle.get(), LOCK_EX | LOCK_NB) == 0) return FolderLock(std::move(handle));
  if (errno == EWOULDBLOCK) return Error{ErrorCode::folder_in_use, folder.string() + ": another build is at work here"};
  return system_error(folder, "lock", errno);
}

}  // namespace dambase
