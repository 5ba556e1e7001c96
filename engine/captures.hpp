// Walks every capture of one piece, jump by jump, by the rules of a variant.
//
// The walk is shared by move generation, notation and the solver. Captured pieces stay on the board
// until the move ends: they block, and are not jumped twice. The piece that captures has left its
// square, so its path may cross or end there.
//
// The solver asks about many positions at once: all that differ in the square of one piece. Then the
// walk carries, instead of one position, the set of squares of that unknown piece for which it has
// come this far, and splits it where the answer depends on the square.
#pragma once

#include <array>
#include <span>

#include "engine/board.hpp"
#include "engine/position.hpp"
#include "engine/rules.hpp"

namespace dambase {

/// What the unknown piece of a walk is, if there is one. It is a king.
enum class UnknownPiece : std::uint8_t {
  none,
  own,        ///< of the side that captures; it can only be in the way
  opponents,  ///< it can be taken
};

/// The pieces as the capturing piece meets them, the unknown piece left out.
struct CaptureField {
  Bitboard opponents;
  Bitboard occupied;  ///< both sides, without the capturing piece
};

/// A finished capture as the walk reports it.
struct FinishedCapture {
  Square to;
  Bitboard captured;             ///< without the unknown piece
  bool is_king;                  ///< what stands on `to` afterwards
  bool takes_unknown;            ///< the unknown piece is captured too
  Bitboard unknown;              ///< squares of the unknown piece for which the capture is this one
  std::span<const Square> path;  ///< the squares landed on, `to` last; valid during the report only
};

/// Walks the captures of `side`'s pieces on one field. OnFinished is called with a FinishedCapture
/// each time the piece cannot capture on; different paths to one result are reported each.
template <class Rules, class OnFinished, UnknownPiece unknown_piece = UnknownPiece::none>
class CaptureWalk {
 public:
  using Board = typename Rules::Board;

  /// `unknown`: empty squares, on one of which the unknown piece stands; if there is none, any one bit.
  CaptureWalk(Side side, const CaptureField& field, OnFinished& on_finished, Bitboard unknown = Bitboard(Square{}))
      : side_(side), field_(field), on_finished_(on_finished), unknown_(unknown) {}

  void man(Square from) { man_from(Bitboard(from), {Bitboard(), unknown_, 0, false}); }
  void king(Square from) { king_from(Bitboard(from), {Bitboard(), unknown_, 0, false}); }

  /// The captures of a king that has just taken `victim` and lands on one of `landings`, which are
  /// empty squares.
  void king_after(Bitboard victim, Bitboard landings) {
    for (Square to : landings) king_lands(Bitboard(to), {victim, unknown_, 0, false});
  }

 private:
  static constexpr bool has_unknown = unknown_piece != UnknownPiece::none;

  // A capture so far, and the squares of the unknown piece for which it is possible.
  struct Chain {
    Bitboard captured;
    Bitboard unknown;
    int jumps;
    bool took_unknown;  ///< then `unknown` is one square, or where it was does not matter

    [[nodiscard]] bool minds_unknown() const { return has_unknown && !took_unknown; }
    [[nodiscard]] Chain with(Bitboard victim, Bitboard still_unknown) const {
      return {captured | victim, still_unknown, jumps, took_unknown};
    }
    [[nodiscard]] Chain next() const { return {captured, unknown, jumps + 1, took_unknown}; }
  };

  [[nodiscard]] Bitboard promotion_row() const { return side_ == Side::white ? Board::top : Board::bottom; }
  [[nodiscard]] bool is_forward(Direction direction) const { return goes_up(direction) == (side_ == Side::white); }
  [[nodiscard]] Bitboard victims(const Chain& chain) const { return field_.opponents - chain.captured; }

  // ---- men ----

  // The functions `..._from` walk on from a square, and return for which squares of the unknown piece
  // the piece there can capture at all.
  Bitboard man_from(Bitboard at, const Chain& chain) {
    Bitboard could;
    for (Direction direction : all_directions) {
      if constexpr (!Rules::men_capture_backwards) {
        if (!is_forward(direction)) continue;
      }
      const Bitboard victim = Board::step(at, direction);
      const Bitboard landing = Board::step(victim, direction) - field_.occupied;
      if (landing.any()) could |= man_jumps(victim, landing, chain);
    }
    return could;
  }

  Bitboard man_jumps(Bitboard victim, Bitboard landing, const Chain& chain) {
    if (victim.meets(victims(chain))) {
      const Bitboard open = chain.minds_unknown() ? chain.unknown - landing : chain.unknown;
      if (open.any()) man_lands(landing, chain.with(victim, open));
      return open;
    }
    if (!takes_unknown(chain) || !victim.meets(chain.unknown)) return Bitboard();
    after_taking_unknown(victim, chain, [&](const Chain& taken) { man_lands(landing, taken); });
    return victim;
  }

  void man_lands(Bitboard at, const Chain& chain) {
    path_[static_cast<std::size_t>(chain.jumps)] = at.first();
    const bool promoted = at.meets(promotion_row());
    Bitboard went_on;
    if (!promoted || Rules::promotion_in_capture == PromotionInCapture::goes_on_as_man) {
      went_on = man_from(at, chain.next());
    } else if (Rules::promotion_in_capture == PromotionInCapture::goes_on_as_king) {
      went_on = king_from(at, chain.next());
    }
    finish(at, chain, promoted, chain.unknown - went_on);
  }

  // ---- kings ----

  Bitboard king_from(Bitboard at, const Chain& chain) {
    Bitboard could;
    for (Direction direction : all_directions) {
      const View view = look(at, direction);
      const Bitboard open = chain.minds_unknown() ? chain.unknown - view.run : chain.unknown;
      if (view.piece.meets(victims(chain)) && open.any()) could |= king_jumps(view.piece, direction, chain, open);
      if (takes_unknown(chain)) could |= king_takes_unknown(at, direction, chain);
    }
    return could;
  }

  Bitboard king_jumps(Bitboard victim, Direction direction, const Chain& chain, Bitboard open) {
    Bitboard could;
    for (Bitboard landing = Board::step(victim, direction) - field_.occupied; landing.any();
         landing = Board::step(landing, direction) - field_.occupied) {
      if (chain.minds_unknown()) open -= landing;  // it stands in the way, of the squares behind too
      if (open.empty()) break;
      could |= open;
      king_lands(landing, chain.with(victim, open));
      if constexpr (!Rules::flying_kings) break;
    }
    return could;
  }

  void king_lands(Bitboard at, const Chain& chain) {
    path_[static_cast<std::size_t>(chain.jumps)] = at.first();
    const Bitboard went_on = king_from(at, chain.next());
    finish(at, chain, a_king, chain.unknown - went_on);
  }

  // The unknown piece stands on the king's ray before any other, and the square behind it is empty.
  Bitboard king_takes_unknown(Bitboard at, Direction direction, const Chain& chain) {
    Bitboard could;
    Bitboard passed = Board::step(at, direction) - field_.occupied;
    for (Bitboard landing = Board::step(passed, direction) - field_.occupied; landing.any();
         landing = Board::step(landing, direction) - field_.occupied) {
      const Bitboard taken = chain.unknown & passed;
      could |= taken;
      if (taken.any()) king_lands_behind_unknown(landing, chain.with(Bitboard(), taken));
      if constexpr (!Rules::flying_kings) break;
      passed |= landing;
    }
    return could;
  }

  // Where it stood matters only if the king captures on: it still is in the way.
  void king_lands_behind_unknown(Bitboard at, const Chain& chain) {
    if (could_capture_from(at, chain)) {
      for (Square square : chain.unknown)
        after_taking_unknown(Bitboard(square), chain, [&](const Chain& taken) { king_lands(at, taken); });
    } else {
      path_[static_cast<std::size_t>(chain.jumps)] = at.first();
      Chain taken = chain;
      taken.took_unknown = true;
      finish(at, taken, a_king, chain.unknown);
    }
  }

  // Whether a king on `at` could capture if the unknown piece were nowhere.
  [[nodiscard]] bool could_capture_from(Bitboard at, const Chain& chain) const {
    for (Direction direction : all_directions) {
      const Bitboard piece = look(at, direction).piece;
      if (piece.meets(victims(chain)) && (Board::step(piece, direction) - field_.occupied).any()) return true;
    }
    return false;
  }

  // What a king sees: the piece that it meets first, of those that are known, and the empty squares
  // before that.
  struct View {
    Bitboard run;
    Bitboard piece;
  };

  [[nodiscard]] View look(Bitboard at, Direction direction) const {
    if constexpr (!Rules::flying_kings) return {Bitboard(), Board::step(at, direction) & field_.occupied};
    const Bitboard ray = Board::ray(at.first(), direction);
    const Bitboard pieces = ray & field_.occupied;
    if (pieces.empty()) return {ray, Bitboard()};
    const Square nearest = Board::nearest(pieces, direction);
    return {ray - Board::ray(nearest, direction) - Bitboard(nearest), Bitboard(nearest)};
  }

  // ---- the unknown piece ----

  [[nodiscard]] static bool takes_unknown(const Chain& chain) {
    return unknown_piece == UnknownPiece::opponents && !chain.took_unknown;
  }

  // Goes on with the unknown piece captured on `square`: known now, and in the way until the move ends.
  template <class GoOn>
  void after_taking_unknown(Bitboard square, const Chain& chain, const GoOn& go_on) {
    if constexpr (has_unknown) {
      field_.occupied |= square;
      go_on(Chain{chain.captured, square, chain.jumps, true});
      field_.occupied -= square;
    }
  }

  void finish(Bitboard at, const Chain& chain, bool is_king, Bitboard unknown) {
    if (unknown.empty()) return;
    on_finished_(FinishedCapture{at.first(), chain.captured, is_king, chain.took_unknown, unknown,
                                 std::span(path_).first(static_cast<std::size_t>(chain.jumps) + 1)});
  }

  static constexpr bool a_king = true;

  Side side_;
  CaptureField field_;
  OnFinished& on_finished_;
  Bitboard unknown_;
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

/// What preference rules need to know of a capture of `pieces` pieces.
template <class Rules>
[[nodiscard]] auto preference_of(int pieces) {
  return Rules::preference(CaptureTraits{pieces});
}

}  // namespace dambase
