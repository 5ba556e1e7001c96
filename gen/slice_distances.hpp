// The distances of one slice in the order of their numbers, as symbols, filled in by many threads.
#pragma once

#include <cstring>

#include "formats/distance_symbol.hpp"
#include "gen/code_storage.hpp"

namespace dambase {

class SliceDistances {
 public:
  SliceDistances() = default;
  /// In memory; all draws.
  explicit SliceDistances(std::uint64_t positions) : SliceDistances(positions, CodeStorage(words_of(positions))) {}
  /// In a file in `folder` that has no name. out_of_disk, file_failed.
  static Result<SliceDistances> in_file(std::uint64_t positions, const std::filesystem::path& folder) {
    auto storage = CodeStorage::in_file(words_of(positions), folder);
    if (!storage) return storage.error();
    return SliceDistances(positions, *std::move(storage));
  }

  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  /// Sets the symbols of consecutive positions. Each number may be set by one thread.
  void place(std::uint64_t first, std::span<const DistanceSymbol> symbols) {
    std::memcpy(std::as_writable_bytes(storage_.words()).data() + first * sizeof(DistanceSymbol), symbols.data(),
                symbols.size_bytes());
  }
  /// The same of one position.
  void set(std::uint64_t number, DistanceSymbol symbol) {
    std::memcpy(std::as_writable_bytes(storage_.words()).data() + number * sizeof symbol, &symbol, sizeof symbol);
  }
  [[nodiscard]] SymbolView symbols() const { return SymbolView(bytes()); }
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return std::as_bytes(storage_.words()).first(positions_ * sizeof(DistanceSymbol));
  }

  /// The same, to be filled with what bytes() once were.
  [[nodiscard]] std::span<std::byte> writable_bytes() {
    return std::as_writable_bytes(storage_.words()).first(bytes().size());
  }

  /// Hands memory of symbols in a file back until they are used again. Not while others use them.
  void rest() const { storage_.rest(); }

  [[nodiscard]] static std::uint64_t memory_bytes(std::uint64_t positions) {
    return positions * sizeof(DistanceSymbol);
  }

 private:
  SliceDistances(std::uint64_t positions, CodeStorage storage) : positions_(positions), storage_(std::move(storage)) {}
  [[nodiscard]] static std::size_t words_of(std::uint64_t positions) {
    constexpr std::uint64_t symbols_of_word = sizeof(std::uint64_t) / sizeof(DistanceSymbol);
    return (positions + symbols_of_word - 1) / symbols_of_word;
  }

  std::uint64_t positions_ = 0;
  CodeStorage storage_;
};

}  // namespace dambase
