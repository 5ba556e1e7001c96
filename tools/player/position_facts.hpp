// What a search asks of positions and moves besides their rules.
#pragma once

#include <bit>
#include <cstdint>

#include "dambase.h"

namespace dambase::player {

[[nodiscard]] constexpr std::uint64_t square_bit(int square) { return std::uint64_t{1} << (square - 1); }

[[nodiscard]] constexpr std::uint64_t pieces_of(const dambase_position& position, int side) {
  return position.men[side] | position.kings[side];
}

[[nodiscard]] constexpr int piece_count(const dambase_position& position) {
  return std::popcount(pieces_of(position, DAMBASE_WHITE) | pieces_of(position, DAMBASE_BLACK));
}

[[nodiscard]] constexpr bool is_capture(const dambase_move& move) { return move.captured != 0; }

/// Whether the move, from `before`, can never be taken back: a capture or a move by a man.
[[nodiscard]] constexpr bool is_conversion(const dambase_position& before, const dambase_move& move) {
  return is_capture(move) || (before.men[before.side_to_move] & square_bit(move.from)) != 0;
}

/// Whether a conversion lies between two positions of one game, whichever moves were played between them.
[[nodiscard]] constexpr bool is_converted(const dambase_position& earlier, const dambase_position& later) {
  const auto differ = [&](int side) {
    return earlier.men[side] != later.men[side] ||
           std::popcount(earlier.kings[side]) != std::popcount(later.kings[side]);
  };
  return differ(DAMBASE_WHITE) || differ(DAMBASE_BLACK);
}

/// The same move of the same position.
[[nodiscard]] constexpr bool is_same_move(const dambase_move& a, const dambase_move& b) {
  return a.from == b.from && a.to == b.to && a.captured == b.captured;
}

}  // namespace dambase::player
