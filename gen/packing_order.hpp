// In which order the words of a configuration are packed into the numbers of a slice, where runs of king moves are part
// of a position: all of one pair of runs together.
#pragma once

#include "gen/word_layout.hpp"

namespace dambase {

/// The number of the same run where `kings` kings are counted from the other end.
[[nodiscard]] inline int turned_run(const PositionSpace& space, int number, int kings) {
  if (number == 0) return 0;
  return space.run_number(kings - 1 - space.place_of_run(number), space.moves_of_run(number));
}

/// Calls `pack(pair, runs)` for the pairs of runs in the order of the numbering with `side` to move. There the bit king
/// is the lowest of its side's kings, on the turned board too, so its place is 0 in both.
template <class Pack>
void for_each_run_pair(const WordLayout& layout, Side side, const Pack& pack) {
  const int of_mover = side == Side::white ? layout.white_runs() : layout.black_runs();
  const int of_other = side == Side::white ? layout.black_runs() : layout.white_runs();
  std::uint64_t pair = 0;
  for (int mover = 0; mover < of_mover; ++mover) {
    for (int other = 0; other < of_other; ++other, ++pair) {
      if (side == Side::white) {
        pack(pair, WordRuns{mover, other});
      } else {
        // The outer kings, and White's, come in the opposite order on the turned board.
        const int outer_kings = layout.material().black_kings - 1;
        const int limit = layout.space().king_run_limit;
        const int black = mover <= limit ? mover : limit + turned_run(layout.space(), mover - limit, outer_kings);
        pack(pair, WordRuns{turned_run(layout.space(), other, layout.material().white_kings), black});
      }
    }
  }
}

/// The squares below and above one.
[[nodiscard]] constexpr Bitboard below(Square square) { return Bitboard((std::uint64_t{1} << index_of(square)) - 1); }
[[nodiscard]] constexpr Bitboard above(Square square) { return Bitboard(~std::uint64_t{1} << index_of(square)); }

/// Placements of the kings of one man configuration, runs aside.
[[nodiscard]] inline std::uint64_t king_placements(const WordLayout& layout) {
  const Material& m = layout.material();
  const int free = layout.shape().squares - m.men();
  return choose(free, m.white_kings) * choose(free - m.white_kings, m.black_kings);
}

/// The positions of a word that are counted and packed there: each position once, where the bit king is the lowest of
/// Black's kings.
[[nodiscard]] inline Bitboard packed_squares(Bitboard legal, Bitboard outer_black_kings) {
  return outer_black_kings.empty() ? legal : legal & below(outer_black_kings.first());
}

}  // namespace dambase
