// Going through the cells of a tile in the order in which they are coded, and the rules that they are coded by; only
// for what implements formats/prediction.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "formats/tile_buffer.hpp"

namespace dambase {

inline constexpr unsigned no_value = TileBuffer::no_value;
inline constexpr unsigned two_cells = 0xf;
inline constexpr unsigned no_neighbours = 0xffff;

// A rule in a byte: bits 0 and 1 what is expected, 3 to 5 the degree, 6 which of the two other values comes otherwise.
[[nodiscard]] constexpr unsigned expected_of(std::uint8_t rule) { return rule & 3U; }
[[nodiscard]] constexpr unsigned degree_of(std::uint8_t rule) { return rule >> 3 & 7U; }
[[nodiscard]] constexpr unsigned otherwise_of(std::uint8_t rule) {
  return (expected_of(rule) + 1 + (rule >> 6 & 1U)) % 3;
}
[[nodiscard]] constexpr unsigned third_of(std::uint8_t rule) { return (expected_of(rule) + 2 - (rule >> 6 & 1U)) % 3; }

/// Calls `step(neighbourhood, cell)` for the cells of a tile in the order in which they are coded; the low two bits of
/// what it returns are the value that its neighbours shall see. A neighbourhood has the left neighbour in bits 0 and 1,
/// the second to the left in 2 and 3, the one above and to the right in 4 and 5, the one above in 6 and 7, and those
/// above that in 8 to 11.
template <class Step>
class TileWalk {
 public:
  using Four = std::array<unsigned, 4>;
  static constexpr std::ptrdiff_t at_once = 4;
  /// Columns between the first and the last line of those that are walked at once.
  static constexpr std::size_t behind = 2 * (at_once - 1);

  TileWalk(TileBuffer& tile, Step step) : tile_(tile), step_(std::move(step)), width_(tile.shape().width) {}

  void run() { run_from(0); }
  [[gnu::always_inline]] void run_from(std::ptrdiff_t line) {
    const auto lines = static_cast<std::ptrdiff_t>(tile_.shape().lines);
    for (; line + at_once <= lines; line += at_once) walk_group(line);
    for (; line < lines; ++line) walk_single(line);
  }

  [[gnu::always_inline]] void walk_single(std::ptrdiff_t line) {
    look_above(line);
    std::uint8_t* const cells = tile_.line(line);
    unsigned left = no_neighbours;
    for (std::size_t i = 0; i < width_; ++i) left = take(tile_.above(0)[i] | (left & two_cells), cells[i], left);
  }

  // What the neighbourhoods of a line and of the two below it have of the lines above the first. These loops become
  // vector instructions.
  void look_above(std::ptrdiff_t line) {
    const std::uint8_t* const one_up = tile_.line(line - 1);
    const std::uint8_t* const two_up = tile_.line(line - 2);
    const std::uint8_t* const three_up = tile_.line(line - 3);
    std::uint16_t* const above = tile_.above(0);
    std::uint16_t* const above_next = tile_.above(1);
    std::uint16_t* const above_third = tile_.above(2);
    for (std::size_t i = 0; i < width_; ++i) {
      above[i] = static_cast<std::uint16_t>((one_up[i + 1] & 3) << 4 | (one_up[i] & 3) << 6 | (two_up[i] & 3) << 8 |
                                            (three_up[i] & 3) << 10);
    }
    for (std::size_t i = 0; i < width_; ++i)
      above_next[i] = static_cast<std::uint16_t>((one_up[i] & 3) << 8 | (two_up[i] & 3) << 10);
    for (std::size_t i = 0; i < width_; ++i) above_third[i] = static_cast<std::uint16_t>((one_up[i] & 3) << 10);
  }

 private:
  // Where a neighbourhood has the second and the third cell above.
  static constexpr unsigned second = 0x300;
  static constexpr unsigned third = 0xc00;

  // Four lines, each two cells behind the one above it. `lefts` holds the last eight cells of each, the latest lowest:
  // two cells ahead, a line has over its next cell, and to the right of that, what the next line has to its left.
  [[gnu::always_inline]] void walk_group(std::ptrdiff_t line) {
    look_above(line);
    std::array<unsigned, at_once> lefts;
    lefts.fill(no_neighbours);
    const std::array cells{tile_.line(line), tile_.line(line + 1), tile_.line(line + 2), tile_.line(line + 3)};
    std::size_t i = 0;
    for (; i < behind; ++i) walk_column_at_edge(i, cells, lefts);
    for (; i < width_; ++i) {
      const Four around = neighbourhoods(i, lefts);
      for (std::size_t k = 0; k < cells.size(); ++k) lefts[k] = take(around[k], cells[k][i - 2 * k], lefts[k]);
    }
    for (; i < width_ + behind; ++i) walk_column_at_edge(i, cells, lefts);
  }

  [[nodiscard]] [[gnu::always_inline]] Four neighbourhoods(std::size_t i,
                                                           const std::array<unsigned, at_once>& lefts) const {
    const auto base = [&](unsigned line) { return lefts[line] & two_cells; };
    const auto over = [&](unsigned line) { return (lefts[line] & two_cells) << 4; };
    return {tile_.above(0)[i] | base(0), tile_.above(1)[i - 2] | over(0) | base(1),
            tile_.above(2)[i - 4] | over(1) | (lefts[0] << 2 & second) | base(2),
            over(2) | (lefts[1] << 2 & second) | (lefts[0] & third) | base(3)};
  }

  // The same where a line has not begun, or is over.
  void walk_column_at_edge(std::size_t i, const std::array<std::uint8_t*, at_once>& cells,
                           std::array<unsigned, at_once>& lefts) {
    const std::array before = lefts;
    const auto at = [&](std::size_t line) { return i - 2 * line; };
    const auto is_in = [&](std::size_t line) { return i >= 2 * line && at(line) < width_; };
    const auto go = [&](std::size_t line, unsigned above) {
      if (is_in(line)) {
        lefts[line] = take(above | (before[line] & two_cells), cells[line][at(line)], before[line]);
      } else if (i >= 2 * line) {
        lefts[line] = before[line] << 2 | no_value;
      }
    };
    const auto over = [&](unsigned line) { return (before[line] & two_cells) << 4; };
    go(0, is_in(0) ? tile_.above(0)[i] : 0U);
    go(1, is_in(1) ? tile_.above(1)[at(1)] | over(0) : 0U);
    go(2, is_in(2) ? tile_.above(2)[at(2)] | over(1) | (before[0] << 2 & second) : 0U);
    go(3, over(2) | (before[1] << 2 & second) | (before[0] & third));
  }

  [[gnu::always_inline]] unsigned take(unsigned neighbours, std::uint8_t& cell, unsigned left) {
    const unsigned value = step_(neighbours, cell);
    cell = static_cast<std::uint8_t>(value);
    return 4 * left + (value & 3U);
  }

  TileBuffer& tile_;
  Step step_;
  std::size_t width_;
};

template <class Step>
void walk_tile(TileBuffer& tile, Step step) {
  TileWalk<Step>(tile, std::move(step)).run();
}

}  // namespace dambase
