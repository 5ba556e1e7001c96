// Transposition of 64 by 64 matrices of bits, and of numbers.
#pragma once

#include <array>
#include <cstdint>

#include "gen/word_layout.hpp"

namespace dambase {

/// Row r, bit c becomes row c, bit r. After Hacker's Delight, 2nd edition, 7-3: ever smaller off-diagonal
/// blocks change places.
inline void transpose(std::array<std::uint64_t, 64>& rows) {
  std::uint64_t mask = 0x00000000ffffffffU;
  for (std::size_t width = 32; width != 0; width >>= 1, mask ^= mask << width) {
    for (std::size_t row = 0; row < 64; row = ((row | width) + 1) & ~width) {
      const std::uint64_t swapped = (rows[row | width] ^ (rows[row] >> width)) & mask;
      rows[row | width] ^= swapped;
      rows[row] ^= swapped << width;
    }
  }
}

/// The same of the four sets of each word at once.
inline void transpose(std::array<Words, 64>& rows) {
  const auto exchange = [](std::uint64_t& low, std::uint64_t& high, std::size_t width, std::uint64_t mask) {
    const std::uint64_t swapped = (high ^ (low >> width)) & mask;
    high ^= swapped;
    low ^= swapped << width;
  };
  std::uint64_t mask = 0x00000000ffffffffU;
  for (std::size_t width = 32; width != 0; width >>= 1, mask ^= mask << width) {
    for (std::size_t row = 0; row < 64; row = ((row | width) + 1) & ~width) {
      Words& low = rows[row];
      Words& high = rows[row | width];
      exchange(low.white_wins, high.white_wins, width, mask);
      exchange(low.white_losses, high.white_losses, width, mask);
      exchange(low.black_wins, high.black_wins, width, mask);
      exchange(low.black_losses, high.black_losses, width, mask);
    }
  }
}

/// Row r, square c becomes row c, square r, for both sides. Element is DistanceWords or RuleWords.
template <class Element>
void transpose(std::array<Element, 64>& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < r; ++c) {
      for (Side side : {Side::white, Side::black}) {
        const Lanes::Number number = rows[r].of(side)[static_cast<Square>(c)];
        rows[r].of(side).set(static_cast<Square>(c), rows[c].of(side)[static_cast<Square>(r)]);
        rows[c].of(side).set(static_cast<Square>(r), number);
      }
    }
  }
}

}  // namespace dambase
