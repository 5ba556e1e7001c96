// A move as the rules see it: two moves with equal from, to and captured set are the same move.
#pragma once

#include "engine/bitboard.hpp"

namespace dambase {

struct Move {
  Square from{};
  Square to{};
  Bitboard captured;      ///< the pieces taken, empty for a quiet move
  bool promotes = false;  ///< a man that is a king afterwards
  std::uint8_t run = 0;   ///< KingRun::moves of the king that has moved; 0 where none is counted

  [[nodiscard]] constexpr bool is_capture() const { return captured.any(); }
  [[nodiscard]] constexpr bool operator==(const Move&) const = default;
};

}  // namespace dambase
