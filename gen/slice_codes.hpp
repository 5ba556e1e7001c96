// The codes of one slice in the order of their numbers, two bits each, filled in by many threads.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/value.hpp"
#include "gen/code_storage.hpp"

namespace dambase {

static_assert(std::endian::native == std::endian::little, "words of codes are read as bytes");

/// Codes of consecutive positions as they are made, begun at any position.
class CodeRun {
 public:
  /// Begins anew at the position `first` of a slice.
  void begin(std::uint64_t first);
  /// Appends `count` codes, at most 64; bit i of `low` and `high` are those of code i.
  void append(std::uint64_t low, std::uint64_t high, int count);

  [[nodiscard]] std::uint64_t first() const { return first_; }
  /// One after the last position.
  [[nodiscard]] std::uint64_t end() const;
  /// The words that the codes fill, other positions' bits zero.
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_; }

 private:
  void append_bits(std::uint64_t bits, unsigned count);

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> words_;
  unsigned used_ = 0;  ///< bits of the last word
};

class SliceCodes {
 public:
  SliceCodes() = default;
  /// In memory.
  explicit SliceCodes(std::uint64_t positions) : SliceCodes(positions, CodeStorage(words_of(positions))) {}
  /// In a file in `folder` that has no name. out_of_disk, file_failed.
  static Result<SliceCodes> in_file(std::uint64_t positions, const std::filesystem::path& folder) {
    auto storage = CodeStorage::in_file(words_of(positions), folder);
    if (!storage) return storage.error();
    return SliceCodes(positions, *std::move(storage));
  }

  /// In memory that is taken as codes are put there. out_of_memory.
  static Result<SliceCodes> sparse(std::uint64_t positions) {
    auto storage = CodeStorage::sparse(words_of(positions));
    if (!storage) return storage.error();
    return SliceCodes(positions, *std::move(storage));
  }

  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  /// Puts a run in its place, whose codes must be zero. May be called from many threads for runs that
  /// do not overlap.
  void place(const CodeRun& run) { place(run.first() / codes_per_word, run.words()); }
  /// Puts words of a run in their place, of which `first_word` is the first. The same codes may be put there twice, not
  /// by two threads at once.
  void place(std::uint64_t first_word, std::span<const std::uint64_t> words);
  /// Sets one code that is still zero. May be called from many threads.
  void set(std::uint64_t number, Code code);
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return std::as_bytes(storage_.words()).first((positions_ + codes_per_byte - 1) / codes_per_byte);
  }

  /// The same, to be filled with what bytes() once were.
  [[nodiscard]] std::span<std::byte> writable_bytes() {
    return std::as_writable_bytes(storage_.words()).first(bytes().size());
  }

  /// Hands memory of codes in a file back until they are used again. Not while others use them.
  void rest() const { storage_.rest(); }

  static constexpr unsigned codes_per_word = 32;
  [[nodiscard]] static std::size_t words_of(std::uint64_t positions) {
    return (positions + codes_per_word - 1) / codes_per_word;
  }
  [[nodiscard]] static std::uint64_t memory_bytes(std::uint64_t positions) { return positions / 4; }

 private:
  SliceCodes(std::uint64_t positions, CodeStorage storage) : positions_(positions), storage_(std::move(storage)) {}

  std::uint64_t positions_ = 0;
  CodeStorage storage_;
};

}  // namespace dambase
