// Walks every capture of one piece, jump by jump, by the rules of a variant.
//
// The walk is shared by move generation, notation and the solver. Captured pieces stay on the board
// until the move ends: they block, and are not jumped twice. The piece that captures has left its
// square, so its path may cross or end there.
#pragma once

#include <array>
#include <span>

#include "engine/board.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"

namespace dambase {

/// The empty board squares and the opponent's pieces as the capturing piece meets them.
struct CaptureField {
  Bitboard opponents;
  Bitboard occupied;  ///< both sides, without the capturing piece
};

/// A finished capture as the walk reports it.
struct FinishedCapture {
  Square to;
  Bitboard captured;
  bool is_king;                  ///< what stands on `to` afterwards
  std::span<const Square> path;  ///< the squares landed on, `to` last; valid during the report only
};

/// Walks the captures of `side`'s pieces on one field. OnFinished is called with a FinishedCapture
/// each time the piece cannot capture on; different paths to one result are reported each.
template <class Rules, class OnFinished>
class CaptureWalk {
 public:
  using Board = typename Rules::Board;

  CaptureWalk(Side side, const CaptureField& field, OnFinished& on_finished)
      : side_(side), field_(field), on_finished_(on_finished) {}

  void man(Square from) { man_from(Bitboard(from), Bitboard(), 0); }
  void king(Square from) { king_from(Bitboard(from), Bitboard(), 0); }

  /// The captures of a king that has just taken `victim` and lands on one of `landings`, which are
  /// empty squares. Without a victim: how it could capture from there.
  void king_after(Bitboard victim, Bitboard landings) {
    for (Square to : landings) king_lands(Bitboard(to), victim, 0);
  }
  /// The same of a man, which has landed on `landing`.
  void man_after(Bitboard victim, Bitboard landing) { man_lands(landing, victim, 0); }

  /// Every square whose being empty or occupied, and by whom, the walks so far depended on.
  [[nodiscard]] Bitboard examined() const { return examined_; }

 private:
  [[nodiscard]] Bitboard promotion_row() const { return side_ == Side::white ? Board::top : Board::bottom; }
  [[nodiscard]] bool is_forward(Direction direction) const { return goes_up(direction) == (side_ == Side::white); }

  // Each of the next two reports whether the piece could capture at all.
  bool man_from(Bitboard at, Bitboard captured, int jumps) {
    bool could = false;
    for (Direction direction : all_directions) {
      if constexpr (!Rules::men_capture_backwards) {
        if (!is_forward(direction)) continue;
      }
      const Bitboard victim = Board::step(at, direction);
      const Bitboard landing = Board::step(victim, direction);
      examined_ |= victim;
      if (landing.empty() || !victim.meets(field_.opponents - captured)) continue;
      examined_ |= landing;
      if (landing.meets(field_.occupied)) continue;
      could = true;
      man_lands(landing, captured | victim, jumps);
    }
    return could;
  }

  void man_lands(Bitboard at, Bitboard captured, int jumps) {
    path_[static_cast<std::size_t>(jumps)] = at.first();
    const bool promoted = at.meets(promotion_row());
    bool went_on = false;
    if constexpr (Rules::promotion_in_capture == PromotionInCapture::goes_on_as_man) {
      went_on = man_from(at, captured, jumps + 1);
    } else if (!promoted) {
      went_on = man_from(at, captured, jumps + 1);
    } else if constexpr (Rules::promotion_in_capture == PromotionInCapture::goes_on_as_king) {
      went_on = king_from(at, captured, jumps + 1);
    }
    if (!went_on) finish(at, captured, promoted, jumps);
  }

  bool king_from(Bitboard at, Bitboard captured, int jumps) {
    bool could = false;
    for (Direction direction : all_directions) {
      const Bitboard victim = first_piece(at, direction);
      if (!victim.meets(field_.opponents - captured)) continue;
      const Bitboard landings = landings_behind(victim, direction);
      could |= landings.any();
      for (Square to : landings) king_lands(Bitboard(to), captured | victim, jumps);
    }
    return could;
  }

  void king_lands(Bitboard at, Bitboard captured, int jumps) {
    path_[static_cast<std::size_t>(jumps)] = at.first();
    if (!king_from(at, captured, jumps + 1)) finish(at, captured, true, jumps);
  }

  // The piece that a king on `at` would jump in `direction`, or nothing.
  Bitboard first_piece(Bitboard at, Direction direction) {
    if constexpr (!Rules::flying_kings) {
      const Bitboard next = Board::step(at, direction);
      examined_ |= next;
      return next & field_.occupied;
    } else {
      const Bitboard ray = Board::ray(at.first(), direction);
      const Bitboard blockers = ray & field_.occupied;
      if (blockers.empty()) {
        examined_ |= ray;
        return Bitboard();
      }
      const Square nearest = Board::nearest(blockers, direction);
      examined_ |= ray - Board::ray(nearest, direction);
      return Bitboard(nearest);
    }
  }

  Bitboard landings_behind(Bitboard victim, Direction direction) {
    const Bitboard landings = king_reach<Rules>(victim.first(), direction, field_.occupied);
    examined_ |= landings | Board::step(landings | victim, direction);
    return landings;
  }

  void finish(Bitboard at, Bitboard captured, bool is_king, int jumps) {
    on_finished_(
        FinishedCapture{at.first(), captured, is_king, std::span(path_).first(static_cast<std::size_t>(jumps) + 1)});
  }

  Side side_;
  CaptureField field_;
  OnFinished& on_finished_;
  Bitboard examined_;
  std::array<Square, 64> path_{};
};

/// The squares from which a king, going in `direction`, first meets one of `targets` with an empty
/// square behind it, whether or not the king's square itself is empty.
template <class Rules>
[[nodiscard]] Bitboard king_jump_squares(Direction direction, Bitboard targets, Bitboard occupied) {
  using Board = typename Rules::Board;
  const Direction back = opposite(direction);
  const Bitboard empty = Board::all - occupied;
  Bitboard at = Board::step(targets & Board::step(empty, back), back);
  Bitboard squares = at;
  if constexpr (Rules::flying_kings) {
    for (at &= empty; at.any(); at &= empty) {
      at = Board::step(at, back);
      squares |= at;
    }
  }
  return squares;
}

/// The empty squares that a king on `square` reaches in `direction`, by moving or by landing behind
/// a victim that stands on `square`.
template <class Rules>
[[nodiscard]] Bitboard king_reach(Square square, Direction direction, Bitboard occupied) {
  using Board = typename Rules::Board;
  if constexpr (Rules::flying_kings) return Board::free_run(square, direction, occupied);
  return Board::step(Bitboard(square), direction) - occupied;
}

/// What preference rules need to know of a capture.
template <class Rules>
[[nodiscard]] auto preference_of(Bitboard captured) {
  return Rules::preference(CaptureTraits{captured.count()});
}

}  // namespace dambase
