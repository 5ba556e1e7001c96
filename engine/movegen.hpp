// Legal moves of a position, by the rules of a variant.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/captures.hpp"

namespace dambase {

/// Whether the game is over although the side to move could move.
template <class Rules>
[[nodiscard]] bool is_over(const Position& position) {
  return Rules::promotion_wins && position.of(opponent(position.side_to_move())).kings.any();
}

/// Whether the side to move has a capture; then captures are its only moves. The game must not be over.
template <class Rules>
[[nodiscard]] bool has_capture(const Position& position) {
  using Board = typename Rules::Board;
  const Side side = position.side_to_move();
  const Pieces& opponents = position.of(opponent(side));
  const Bitboard victims_of_men = Rules::men_capture_kings ? opponents.all() : opponents.men;
  const Bitboard occupied = position.occupied();
  const Bitboard empty = Board::all - occupied;
  const Pieces& mover = position.of(side);
  // Every direction is looked at: which one has a capture can hardly be foreseen, and to guess wrong takes longer.
  Bitboard capturing;
  const auto look = [&]<Direction direction>() {
    constexpr Direction back = opposite(direction);
    const Bitboard before_victim = Board::step(victims_of_men & Board::step(empty, back), back);
    const bool forward = goes_up(direction) == (side == Side::white);
    if (Rules::men_capture_backwards || forward) capturing |= before_victim & mover.men;
    capturing |= king_jump_squares<Rules>(direction, opponents.all(), occupied) & mover.kings;
  };
  // As constants, so that shifts and masks are.
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (look.template operator()<capture_directions<Rules>()[I]>(), ...);
  }
  (std::make_index_sequence<capture_directions<Rules>().size()>());
  return capturing.any();
}

/// Calls `visit(Move, FinishedCapture)` for every path of every capture of the side to move, preferred
/// or not.
template <class Rules, class Visit>
void walk_captures(const Position& position, const Visit& visit) {
  const Side side = position.side_to_move();
  const Pieces& opponents = position.of(opponent(side));
  const auto walk_from = [&](Square from, bool is_king) {
    const auto report = [&](const FinishedCapture& capture) {
      visit(Move{from, capture.to, capture.captured, capture.is_king && !is_king}, capture);
    };
    CaptureWalk<Rules, decltype(report)> walk(side, {opponents, position.occupied() - Bitboard(from)}, report);
    is_king ? walk.king(from) : walk.man(from);
  };
  constexpr bool king = true;
  for (Square from : position.of(side).men) walk_from(from, !king);
  for (Square from : position.of(side).kings) walk_from(from, king);
}

/// Collects the captures of one position that the rules of preference allow, each result once.
template <class Rules>
class CaptureCollector {
 public:
  /// Appends the legal captures of the side to move to `moves`; appends nothing if it has none.
  static void append(const Position& position, std::vector<Move>& moves) {
    CaptureCollector collector(moves);
    const Side side = position.side_to_move();
    walk_captures<Rules>(position, [&](const Move& move, const FinishedCapture& capture) {
      const bool by_king = position.of(side).kings.has(move.from);
      collector.keep(move, preference_of<Rules>(capture, position.of(opponent(side)), by_king));
    });
  }

 private:
  using Preference = decltype(Rules::preference(CaptureTraits{}));

  explicit CaptureCollector(std::vector<Move>& moves) : moves_(moves), first_(moves.size()) {}

  void keep(const Move& move, const Preference& preference) {
    const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(first_);
    if (first != moves_.end()) {
      if (preference < best_) return;
      if (preference > best_) {
        moves_.erase(first, moves_.end());
      } else if (std::find(first, moves_.end(), move) != moves_.end()) {
        return;
      }
    }
    best_ = preference;
    moves_.push_back(move);
  }

  std::vector<Move>& moves_;
  std::size_t first_;
  Preference best_{};
};

/// Whether the rules let `king` of `mover` make a quiet move, as far as they count its moves in a row.
template <class Rules>
[[nodiscard]] constexpr bool may_move_quietly(const Pieces& mover, Square king) {
  if constexpr (Rules::king_run_limit == 0) return true;
  return mover.run.moves < Rules::king_run_limit || mover.run.king != king;
}

/// KingRun::moves after a quiet move of `king`; 0 where none is counted.
template <class Rules>
[[nodiscard]] constexpr std::uint8_t run_of_next_move(const Pieces& mover, Square king) {
  if (Rules::king_run_limit == 0 || mover.men.empty()) return 0;
  return mover.run.moves > 0 && mover.run.king == king ? static_cast<std::uint8_t>(mover.run.moves + 1) : 1;
}

/// Calls `visit(Move)` for each quiet move of the side to move, whether or not it must capture.
template <class Rules, class Visit>
void for_each_quiet_move(const Position& position, const Visit& visit) {
  using Board = typename Rules::Board;
  const Side side = position.side_to_move();
  const Bitboard occupied = position.occupied();
  const Bitboard promotion_row = side == Side::white ? Board::top : Board::bottom;
  for (Direction direction : diagonals) {
    if (goes_up(direction) != (side == Side::white)) continue;
    for (Square from : position.of(side).men) {
      const Bitboard to = Board::step(Bitboard(from), direction) - occupied;
      if (to.any()) visit(Move{from, to.first(), Bitboard(), to.meets(promotion_row)});
    }
  }
  for (Square from : position.of(side).kings) {
    if (!may_move_quietly<Rules>(position.of(side), from)) continue;
    const std::uint8_t run = run_of_next_move<Rules>(position.of(side), from);
    for (Direction direction : diagonals) {
      for (Square to : king_reach<Rules>(from, direction, occupied)) visit(Move{from, to, Bitboard(), false, run});
    }
  }
}

/// Appends the quiet moves of the side to move to `moves`, whether or not it must capture.
template <class Rules>
void append_quiet_moves(const Position& position, std::vector<Move>& moves) {
  for_each_quiet_move<Rules>(position, [&](const Move& move) { moves.push_back(move); });
}

/// Puts the legal moves of `position` into `moves`, each once, in no particular order. None left
/// means that the side to move has lost.
template <class Rules>
void legal_moves(const Position& position, std::vector<Move>& moves) {
  moves.clear();
  if (is_over<Rules>(position)) return;
  CaptureCollector<Rules>::append(position, moves);
  if (moves.empty()) append_quiet_moves<Rules>(position, moves);
}

}  // namespace dambase
