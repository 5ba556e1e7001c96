#include "gen/code_storage.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "formats/atomic_file.hpp"
#include "formats/file_handle.hpp"
#include "formats/system_error.hpp"

namespace dambase {

Result<CodeStorage> CodeStorage::in_file(std::size_t words, const std::filesystem::path& folder) {
  CodeStorage storage;
  if (words == 0) return storage;
  const std::filesystem::path path = temporary_name(folder / "codes");
  const FileHandle file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) return system_error(path, "make", errno);
  if (::unlink(path.c_str()) != 0) return system_error(path, "remove", errno);
  const std::size_t bytes = words * sizeof(std::uint64_t);
  // Taken now, since a full disk cannot be told when a page is written back.
  if (const int failure = ::posix_fallocate(file.get(), 0, static_cast<off_t>(bytes)); failure != 0)
    return system_error(path, "write", failure);
  void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (pages == MAP_FAILED) return system_error(path, "map", errno);
  storage.words_ = {static_cast<std::uint64_t*>(pages), words};
  storage.is_mapped_ = true;
  storage.is_file_ = true;
  return storage;
}

Result<CodeStorage> CodeStorage::sparse(std::size_t words) {
  CodeStorage storage;
  if (words == 0) return storage;
  void* const pages = ::mmap(nullptr, words * sizeof(std::uint64_t), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return Error{ErrorCode::out_of_memory, "no room for the addresses of all codes"};
  storage.words_ = {static_cast<std::uint64_t*>(pages), words};
  storage.is_mapped_ = true;
  return storage;
}

CodeStorage::~CodeStorage() {
  if (is_mapped_) ::munmap(words_.data(), words_.size_bytes());
}

void CodeStorage::rest() const {
  if (is_file_) ::madvise(words_.data(), words_.size_bytes(), MADV_DONTNEED);
}

void CodeStorage::swap(CodeStorage& other) noexcept {
  memory_.swap(other.memory_);
  std::swap(words_, other.words_);
  std::swap(is_mapped_, other.is_mapped_);
  std::swap(is_file_, other.is_file_);
}

}  // namespace dambase
