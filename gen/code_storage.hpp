// Words of memory for codes, or pages of a file that has no name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/result.hpp"

namespace dambase {

/// Zero at first.
class CodeStorage {
 public:
  CodeStorage() = default;
  /// In memory.
  explicit CodeStorage(std::size_t words) : memory_(words), words_(memory_) {}
  /// In a new file in `folder`, all of whose room is taken now; it is gone when this object is, or the
  /// process. out_of_disk, file_failed.
  static Result<CodeStorage> in_file(std::size_t words, const std::filesystem::path& folder);
  /// In memory that is taken page by page as something is put there. out_of_memory.
  static Result<CodeStorage> sparse(std::size_t words);

  CodeStorage(CodeStorage&& other) noexcept { swap(other); }
  CodeStorage& operator=(CodeStorage&& other) noexcept {
    swap(other);
    return *this;
  }
  ~CodeStorage();

  [[nodiscard]] std::span<std::uint64_t> words() { return words_; }
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }
  /// Hands pages of a file back to the system until they are used again; only of codes in a file. Not while others use
  /// them.
  void rest() const;

 private:
  void swap(CodeStorage& other) noexcept;

  std::vector<std::uint64_t> memory_;
  std::span<std::uint64_t> words_;
  bool is_mapped_ = false;
  bool is_file_ = false;
};

}  // namespace dambase
