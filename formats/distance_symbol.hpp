// Distances as numbers, in memory and in files: one symbol a position, 0 for a draw.
//
// A symbol is 1 + 2 * plies, and 1 more for a loss. A DTW symbol is 1 + plies: plies to the end of the game tell a
// win from a loss, since the side that moves last is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "engine/value.hpp"
#include "formats/table_header.hpp"

namespace dambase {

/// A value and how far it is; of a draw, plies are 0 and mean nothing.
struct Distance {
  Value value = Value::draw;
  int plies = 0;

  [[nodiscard]] bool operator==(const Distance&) const = default;
};

/// Larger is better for the side to move: wins that come sooner, losses that come later.
[[nodiscard]] constexpr int goodness(const Distance& distance) {
  constexpr int beyond_all = 1 << 20;
  switch (distance.value) {
    case Value::win: return beyond_all - distance.plies;
    case Value::draw: return 0;
    case Value::loss: return distance.plies - beyond_all;
  }
  return 0;
}

using DistanceSymbol = std::uint16_t;

inline constexpr DistanceSymbol draw_symbol = 0;
/// Stands for positions in which the side to move can capture, while a table is built; not in files, but the content
/// digest has it.
inline constexpr DistanceSymbol capture_symbol = 0xffff;

/// Symbols of one metric in one variant.
class DistanceSymbols {
 public:
  /// `at_end` is the value for a side that has no move.
  constexpr DistanceSymbols(Metric metric, Value at_end) : metric_(metric), at_end_(at_end) {}

  /// Plies must be at most most_plies(), and of DTW those that the value can have.
  [[nodiscard]] constexpr DistanceSymbol symbol_of(const Distance& distance) const {
    if (distance.value == Value::draw) return draw_symbol;
    const int loss = distance.value == Value::loss ? 1 : 0;
    return static_cast<DistanceSymbol>(metric_ == Metric::dtw ? 1 + distance.plies : 1 + 2 * distance.plies + loss);
  }
  [[nodiscard]] constexpr Distance distance_of(DistanceSymbol symbol) const {
    if (symbol == draw_symbol) return {};
    const int rest = symbol - 1;
    if (metric_ == Metric::dtw) return {rest % 2 == 0 ? at_end_ : for_opponent(at_end_), rest};
    return {rest % 2 == 0 ? Value::win : Value::loss, rest / 2};
  }
  [[nodiscard]] constexpr int most_plies() const {
    return metric_ == Metric::dtw ? capture_symbol - 2 : (capture_symbol - 3) / 2;
  }

  [[nodiscard]] constexpr Metric metric() const { return metric_; }
  [[nodiscard]] constexpr Value at_end() const { return at_end_; }

 private:
  Metric metric_;
  Value at_end_;
};

/// The bytes that each of these symbols takes in a file, if `most` is the largest.
[[nodiscard]] constexpr std::uint8_t symbol_bytes_for(DistanceSymbol most) {
  return most <= 0xff ? std::uint8_t{1} : std::uint8_t{2};
}

/// The symbol at `index` of a decoded tile of `positions`: symbols of two bytes have all low bytes first.
[[nodiscard]] inline DistanceSymbol symbol_at(std::span<const std::byte> tile, std::uint8_t symbol_bytes,
                                              std::uint32_t positions, std::uint32_t index) {
  const auto low = static_cast<unsigned>(tile[index]);
  if (symbol_bytes == 1) return static_cast<DistanceSymbol>(low);
  return static_cast<DistanceSymbol>(low | static_cast<unsigned>(tile[std::size_t{positions} + index]) << 8);
}

/// The symbols of a slice in memory, in the order of their numbers.
class SymbolView {
 public:
  explicit SymbolView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t size() const { return bytes_.size() / sizeof(DistanceSymbol); }
  [[nodiscard]] DistanceSymbol operator[](std::uint64_t number) const {
    DistanceSymbol symbol;
    std::memcpy(&symbol, bytes_.data() + number * sizeof symbol, sizeof symbol);
    return symbol;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace dambase
