// The pieces that all positions of a word share.
#pragma once

#include "engine/position.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// The bit king is left out. A run may name bit_king_square.
struct WordPieces {
  Pieces white;
  Pieces black;    ///< outer kings only
  Bitboard legal;  ///< squares of the bit king; bit 0 without kings

  [[nodiscard]] Bitboard occupied() const { return white.all() | black.all(); }
  [[nodiscard]] const Pieces& of(Side side) const { return side == Side::white ? white : black; }
};

/// Some of these pieces after the other side has captured: a run ends with its king, or with the last man.
template <class Rules>
[[nodiscard]] Pieces after_losing(const Pieces& pieces, Bitboard captured, bool loses_bit_king = false) {
  Pieces after{pieces.men - captured, pieces.kings - captured};
  if constexpr (Rules::king_run_limit > 0) {
    const bool loses_runner = captured.has(pieces.run.king) || (loses_bit_king && pieces.run.king == bit_king_square);
    if (!loses_runner && after.men.any()) after.run = pieces.run;
  }
  return after;
}

}  // namespace dambase
