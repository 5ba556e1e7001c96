// A file that appears under its name whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "engine/result.hpp"
#include "formats/file_handle.hpp"

namespace dambase {

/// Writes under a temporary name in the same folder; `commit` syncs and renames. Goes away without a
/// trace if it is not committed.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::filesystem::path& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<void> append(std::span<const std::byte> bytes);
  Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  Result<void> commit();

 private:
  AtomicFile(std::filesystem::path path, std::filesystem::path temporary, FileHandle handle);

  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty once it is committed
  FileHandle handle_;
  std::uint64_t size_ = 0;
};

/// A name for what is not finished, in the folder of `path`: with host, process and attempt, since machines may share
/// the folder. Another one at each call.
[[nodiscard]] std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Whether `name` is one of those.
[[nodiscard]] bool is_temporary_name(const std::filesystem::path& name);

/// Which temporary files of an output to remove.
enum class Unfinished : std::uint8_t {
  own,        ///< those of this process
  abandoned,  ///< those of processes of this host that are no more
};

/// Removes what was begun for the file `path` and not finished. What cannot be removed does no harm.
void remove_unfinished(const std::filesystem::path& path, Unfinished which);

/// Removes all temporary files of `folder`. To be called by whoever is alone there.
void remove_all_unfinished(const std::filesystem::path& folder);

/// The name of this machine, as temporary names have it.
[[nodiscard]] std::string host_name();

}  // namespace dambase
