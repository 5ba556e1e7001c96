// Who builds in a folder: one alone, or several that build single tables side by side. A lock goes with the process
// that holds it, however that ends.
#pragma once

#include <filesystem>

#include "engine/result.hpp"
#include "formats/file_handle.hpp"

namespace dambase {

class FolderLock {
 public:
  /// folder_in_use if another process holds the lock of `folder`; file_failed if there is no such folder.
  static Result<FolderLock> take(const std::filesystem::path& folder);

  /// Together with others that share it. folder_in_use if a process holds it alone. Where the file system cannot lock,
  /// goes on without: what sharers do is harmless beside anything.
  static Result<FolderLock> share(const std::filesystem::path& folder);

 private:
  explicit FolderLock(FileHandle handle) : handle_(std::move(handle)) {}

  FileHandle handle_;
};

}  // namespace dambase
