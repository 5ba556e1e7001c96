// What the positions of a variant are: a board, and whether runs of king moves are part of them.
#pragma once

#include "engine/board.hpp"
#include "engine/position.hpp"

namespace dambase {

/// The positions that a variant has. A board alone stands for a variant that counts no king moves.
struct PositionSpace {
  BoardShape board;
  int king_run_limit = 0;  ///< as in engine/rules.hpp

  constexpr PositionSpace(const BoardShape& shape, int limit = 0)  // NOLINT(google-explicit-constructor)
      : board(shape), king_run_limit(limit) {}

  /// The runs that a side with these pieces can be in, "none" included.
  [[nodiscard]] constexpr int runs(int men, int kings) const {
    return men > 0 && kings > 0 ? 1 + king_run_limit * kings : 1;
  }

  /// The number of a run: 0 for none, then by the place of its king among `kings`, then by moves.
  [[nodiscard]] constexpr int run_number(int place_of_king, int moves) const {
    return moves == 0 ? 0 : king_run_limit * place_of_king + moves;
  }
  [[nodiscard]] constexpr int run_number(Bitboard kings, const KingRun& run) const {
    if (run.moves == 0) return 0;
    return run_number((kings & Bitboard((std::uint64_t{1} << index_of(run.king)) - 1)).count(), run.moves);
  }
  [[nodiscard]] constexpr int place_of_run(int number) const { return (number - 1) / king_run_limit; }
  [[nodiscard]] constexpr int moves_of_run(int number) const { return (number - 1) % king_run_limit + 1; }

  /// The run with `number` of a side with `kings`.
  [[nodiscard]] constexpr KingRun run_of(Bitboard kings, int number) const {
    if (number == 0) return {};
    for (int place = place_of_run(number); place > 0; --place) kings -= Bitboard(kings.first());
    return {static_cast<std::uint8_t>(moves_of_run(number)), kings.first()};
  }
};

}  // namespace dambase
