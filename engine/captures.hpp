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

/// CaptureTraits::king_order of a capture whose first victim alone is a king.
inline constexpr std::uint64_t first_taken = std::uint64_t{1} << 63;

/// The pieces as the capturing piece meets them, the unknown piece left out.
struct CaptureField {
  Pieces opponents;
  Bitboard occupied;  ///< both sides, without the capturing piece
};

/// A finished capture as the walk reports it.
struct FinishedCapture {
  Square to;
  Bitboard captured;             ///< without the unknown piece
  bool is_king;                  ///< what stands on `to` afterwards
  bool takes_unknown;            ///< the unknown piece is captured too
  std::uint64_t king_order;      ///< CaptureTraits::king_order
  Bitboard unknown;              ///< squares of the unknown piece for which the capture is this one
  std::span<const Square> path;  ///< the squares landed on, `to` last; valid during the report only
};

/// The captures of a king in one direction that end by taking the unknown piece, wherever that stands.
struct FinishedBeyond {
  Bitboard captured;         ///< without the unknown piece
  std::uint64_t king_order;  ///< CaptureTraits::king_order
  Bitboard unknown;          ///< squares of the unknown piece
  Bitboard run;              ///< empty squares, the unknown piece left out
  Bitboard landings;         ///< those on which the king may land, depending on where the unknown piece stands:
  bool first_only;           ///< on the square behind that only, otherwise on any of the run behind that
  Direction direction;

  /// The squares of the unknown piece for which the king may land on one of `targets`.
  template <class Board>
  [[nodiscard]] Bitboard unknown_before(Bitboard targets) const {
    const Direction back = opposite(direction);
    Bitboard before = Board::step(targets & landings, back) & run;
    if (!first_only) {
      for (Bitboard at = Board::step(before, back) & run; at.any(); at = Board::step(at, back) & run) before |= at;
    }
    return before & unknown;
  }
};

/// What a king sees in one direction: the piece that it meets first, if any, and the empty squares before
/// that; without flying kings, the neighbouring square alone counts.
struct KingView {
  Bitboard run;
  Bitboard piece;
};

template <class Rules>
[[nodiscard, gnu::always_inline]] inline KingView king_view(Bitboard at, Direction direction, Bitboard occupied) {
  using Board = typename Rules::Board;
  if constexpr (!Rules::flying_kings) {
    return {Bitboard(), Board::step(at, direction) & occupied};
  } else {
    const Bitboard ray = Board::ray(at.first(), direction);
    const Bitboard pieces = ray & occupied;
    if (pieces.empty()) return {ray, Bitboard()};
    const Square nearest = Board::nearest(pieces, direction);
    return {ray - Board::ray(nearest, direction) - Bitboard(nearest), Bitboard(nearest)};
  }
}

/// The squares from which a king, going in `direction`, first meets one of `targets` with an empty
/// square behind it, whether or not the king's square itself is empty.
template <class Rules>
[[nodiscard, gnu::always_inline]] inline Bitboard king_jump_squares(Direction direction, Bitboard targets,
                                                                    Bitboard occupied) {
  using Board = typename Rules::Board;
  const Direction back = opposite(direction);
  const Bitboard empty = Board::all - occupied;
  const Bitboard before = Board::step(targets & Board::step(empty, back), back);
  if constexpr (!Rules::flying_kings) return before;
  return before | Board::step(Board::filled(before & empty, empty, back), back);
}

/// Walks the captures of `side`'s pieces on one field. OnFinished is called with a FinishedCapture
/// each time the piece cannot capture on; different paths to one result are reported each. With an unknown
/// piece of the opponents it is called with a FinishedBeyond too.
template <class Rules, class OnFinished, UnknownPiece unknown_piece = UnknownPiece::none>
class CaptureWalk {
 public:
  using Board = typename Rules::Board;

  /// `unknown`: empty squares, on one of which the unknown piece stands; if there is none, any one bit.
  CaptureWalk(Side side, const CaptureField& field, OnFinished& on_finished, Bitboard unknown = Bitboard(Square{}))
      : side_(side), field_(field), on_finished_(on_finished), unknown_(unknown) {}

  void man(Square from) { man_from(Bitboard(from), start()); }
  void king(Square from) { king_from(Bitboard(from), start()); }

  /// The captures of a king that begin with taking `victim` in `direction`, behind which is an empty
  /// square.
  void king_over(Square victim, Direction direction) { king_jumps(Bitboard(victim), direction, start(), unknown_); }
  /// The same with the unknown piece, an opponent's, on `square` as the first victim.
  void king_over_unknown(Square square, Direction direction) { takes_unknown_on(Bitboard(square), direction, start()); }
  /// The captures of a king, wherever it stands, that take the unknown piece first and end with that; on
  /// squares of `walked` it may be able to capture on.
  [[nodiscard]] FinishedBeyond king_beyond_unknown(Direction direction, Bitboard sees_known, Bitboard& walked) const {
    const Bitboard empty = Board::all - field_.occupied;
    const Bitboard taken = unknown_ & Board::step(empty, opposite(direction));
    return beyond(taken, empty, empty, direction, start(), sees_known, walked);
  }
  /// The squares from which a king could capture a known piece if the unknown one were nowhere. Where that
  /// stands in the way there are fewer.
  [[nodiscard]] Bitboard king_sees_known() const { return sees_known(start()); }

 private:
  static constexpr bool has_unknown = unknown_piece != UnknownPiece::none;

  // A capture so far, and the squares of the unknown piece for which it is possible.
  struct Chain {
    Bitboard captured;
    Bitboard unknown;
    std::uint64_t king_order;
    int jumps;
    bool took_unknown;  ///< then `unknown` is one square, or where it was does not matter

    [[nodiscard]] bool minds_unknown() const { return has_unknown && !took_unknown; }
    [[nodiscard]] Chain only(Bitboard still_unknown) const {
      Chain chain = *this;
      chain.unknown = still_unknown;
      return chain;
    }
    [[nodiscard]] Chain with(Bitboard victim, bool is_king, Bitboard still_unknown) const {
      Chain chain = only(still_unknown);
      chain.captured |= victim;
      if (is_king) chain.king_order |= first_taken >> jumps;
      return chain;
    }
    [[nodiscard]] Chain with_unknown(Bitboard squares) const {
      Chain chain = with(Bitboard(), a_king, squares);
      chain.took_unknown = true;
      return chain;
    }
    [[nodiscard]] Chain next() const {
      Chain chain = *this;
      ++chain.jumps;
      return chain;
    }
  };

  static constexpr bool a_king = true;

  [[nodiscard]] Chain start() const { return {Bitboard(), unknown_, 0, 0, false}; }
  [[nodiscard]] Bitboard promotion_row() const { return side_ == Side::white ? Board::top : Board::bottom; }
  [[nodiscard]] bool is_forward(Direction direction) const { return goes_up(direction) == (side_ == Side::white); }
  [[nodiscard]] Bitboard victims_of_king(const Chain& chain) const { return field_.opponents.all() - chain.captured; }
  [[nodiscard]] Bitboard victims_of_man(const Chain& chain) const {
    return (Rules::men_capture_kings ? field_.opponents.all() : field_.opponents.men) - chain.captured;
  }
  [[nodiscard]] bool is_king(Bitboard victim) const { return victim.meets(field_.opponents.kings); }

  // ---- men ----

  // The functions `..._from` walk on from a square, and return for which squares of the unknown piece
  // the piece there can capture at all.
  Bitboard man_from(Bitboard at, const Chain& chain) {
    Bitboard could;
    for (Direction direction : capture_directions<Rules>()) {
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
    if (victim.meets(victims_of_man(chain))) {
      const Bitboard open = chain.minds_unknown() ? chain.unknown - landing : chain.unknown;
      if (open.any()) {
        after_taking(victim, [&] { man_lands(landing, chain.with(victim, is_king(victim), open)); });
      }
      return open;
    }
    if (!Rules::men_capture_kings || !takes_unknown(chain) || !victim.meets(chain.unknown)) return Bitboard();
    after_taking_unknown(victim, [&] { man_lands(landing, chain.with_unknown(victim)); });
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
    for (Direction direction : capture_directions<Rules>()) {
      const KingView view = look(at, direction);
      const Bitboard open = chain.minds_unknown() ? chain.unknown - view.run : chain.unknown;
      if (view.piece.meets(victims_of_king(chain)) && open.any())
        could |= king_jumps(view.piece, direction, chain, open);
      if (takes_unknown(chain)) could |= king_takes_unknown(at, direction, chain);
    }
    return could;
  }

  // `open`: for which squares of the unknown piece the king sees the victim.
  Bitboard king_jumps(Bitboard victim, Direction direction, const Chain& chain, Bitboard open) {
    const Bitboard behind = Board::step(victim, direction) - field_.occupied;
    if (chain.minds_unknown()) open -= behind;
    if (behind.empty() || open.empty()) return Bitboard();
    after_taking(victim, [&] {
      Bitboard must_go_on;
      if constexpr (Rules::king_landing == KingLanding::where_it_goes_on)
        must_go_on = could_go_on_behind(behind, direction, chain.with(victim, is_king(victim), open));
      lands_behind(behind, direction, chain.with(victim, is_king(victim), open), must_go_on, is_king(victim));
    });
    return open;
  }

  // Lands on the empty squares from `behind` on. `must_go_on`: squares of the unknown piece for which the
  // king may only land where it can capture on.
  void lands_behind(Bitboard behind, Direction direction, const Chain& chain, Bitboard must_go_on, bool took_king) {
    Bitboard open = chain.unknown;
    for (Bitboard landing = behind; landing.any(); landing = Board::step(landing, direction) - field_.occupied) {
      if (chain.minds_unknown()) open -= landing;  // it stands in the way, of the squares behind too
      if (open.empty()) return;
      Bitboard may_end = open - must_go_on;
      if (Rules::stops_behind_king && took_king && landing != behind) may_end = Bitboard();
      king_lands(landing, chain.only(open), may_end);
      if constexpr (lands_on_first_only) return;
    }
  }

  // For which squares of the unknown piece a king can capture on from one of the squares from `behind` on.
  Bitboard could_go_on_behind(Bitboard behind, Direction direction, const Chain& chain) const {
    Bitboard could;
    Bitboard open = chain.unknown;
    for (Bitboard landing = behind; landing.any(); landing = Board::step(landing, direction) - field_.occupied) {
      if (chain.minds_unknown()) open -= landing;
      could |= can_capture_from(landing, chain.only(open));
      if constexpr (lands_on_first_only) break;
    }
    return could;
  }

  void king_lands(Bitboard at, const Chain& chain, Bitboard may_end) {
    path_[static_cast<std::size_t>(chain.jumps)] = at.first();
    const Bitboard went_on = king_from(at, chain.next());
    finish(at, chain, a_king, may_end - went_on);
  }

  // For which squares of the unknown piece a king on `at` can capture.
  [[nodiscard]] Bitboard can_capture_from(Bitboard at, const Chain& chain) const {
    Bitboard can;
    for (Direction direction : capture_directions<Rules>()) {
      const KingView view = look(at, direction);
      const Bitboard behind = Board::step(view.piece, direction) - field_.occupied;
      if (view.piece.meets(victims_of_king(chain)) && behind.any())
        can |= chain.minds_unknown() ? chain.unknown - view.run - behind : chain.unknown;
      if (takes_unknown(chain)) can |= chain.unknown & visible_before_empty(at, direction);
    }
    return can;
  }

  // ---- kings that take the unknown piece ----

  // The empty squares that a king on `at` can see in `direction`.
  [[nodiscard]] Bitboard run_of(Bitboard at, Direction direction) const {
    return Rules::flying_kings ? look(at, direction).run : Board::step(at, direction) - field_.occupied;
  }

  // Squares before any known piece, with an empty square behind, seen from a king on `at`.
  [[nodiscard]] Bitboard visible_before_empty(Bitboard at, Direction direction) const {
    return run_of(at, direction) & Board::step(Board::all - field_.occupied, opposite(direction));
  }

  Bitboard king_takes_unknown(Bitboard at, Direction direction, const Chain& chain) {
    const Bitboard taken = chain.unknown & visible_before_empty(at, direction);
    if (taken.empty()) return taken;
    const Bitboard run = run_of(at, direction);
    const Bitboard landings =
        Rules::flying_kings ? run - Board::step(at, direction) : Board::step(run, direction) - field_.occupied;
    Bitboard walked;
    const FinishedBeyond ends = beyond(taken, run, landings, direction, chain, sees_known(chain), walked);
    for (Square square : walked) takes_unknown_on(Bitboard(square), direction, chain);
    if constexpr (unknown_piece == UnknownPiece::opponents) {
      if (ends.unknown.any()) on_finished_(ends);
    }
    return taken;
  }

  // Where the king may be able to capture on, each square of the unknown piece is walked by itself.
  [[nodiscard]] FinishedBeyond beyond(Bitboard taken, Bitboard run, Bitboard landings, Direction direction,
                                      const Chain& chain, Bitboard sees_known, Bitboard& walked) const {
    FinishedBeyond ends{chain.captured, chain.with_unknown(taken).king_order, taken, run, landings, lands_on_first_only,
                        direction};
    walked = ends.template unknown_before<Board>(landings & sees_known);
    ends.unknown -= walked;
    // It may land further on only to capture on.
    if constexpr (Rules::stops_behind_king) ends.first_only = true;
    return ends;
  }

  void takes_unknown_on(Bitboard square, Direction direction, const Chain& chain) {
    after_taking_unknown(square, [&] {
      const Chain taken = chain.with_unknown(square);
      const Bitboard behind = Board::step(square, direction) - field_.occupied;
      Bitboard must_go_on;
      if constexpr (Rules::king_landing == KingLanding::where_it_goes_on)
        must_go_on = could_go_on_behind(behind, direction, taken);
      lands_behind(behind, direction, taken, must_go_on, a_king);
    });
  }

  // The squares from which a king could capture a known piece if the unknown one were nowhere. Where that
  // stands in the way there are fewer.
  [[nodiscard]] Bitboard sees_known(const Chain& chain) const {
    const Bitboard victims = victims_of_king(chain);
    Bitboard squares;
    if (victims.empty()) return squares;
    for (Direction direction : capture_directions<Rules>())
      squares |= king_jump_squares<Rules>(direction, victims, field_.occupied);
    return squares;
  }

  static constexpr bool lands_on_first_only =
      !Rules::flying_kings || Rules::king_landing == KingLanding::directly_behind;

  [[nodiscard]] KingView look(Bitboard at, Direction direction) const {
    return king_view<Rules>(at, direction, field_.occupied);
  }

  // ---- the unknown piece ----

  [[nodiscard]] static bool takes_unknown(const Chain& chain) {
    return unknown_piece == UnknownPiece::opponents && !chain.took_unknown;
  }

  // Goes on with `victim` captured: it stays in the way until the move ends, unless it leaves at once.
  template <class GoOn>
  void after_taking(Bitboard victim, const GoOn& go_on) {
    if constexpr (Rules::captured_leave_at_once) field_.occupied -= victim;
    go_on();
    if constexpr (Rules::captured_leave_at_once) field_.occupied |= victim;
  }

  // The same of the unknown piece, captured on `square`: now it is known.
  template <class GoOn>
  void after_taking_unknown(Bitboard square, const GoOn& go_on) {
    if constexpr (!has_unknown) return;
    if constexpr (!Rules::captured_leave_at_once) field_.occupied |= square;
    go_on();
    if constexpr (!Rules::captured_leave_at_once) field_.occupied -= square;
  }

  void finish(Bitboard at, const Chain& chain, bool is_king, Bitboard unknown) {
    if (unknown.empty()) return;
    on_finished_(FinishedCapture{at.first(), chain.captured, is_king, chain.took_unknown, chain.king_order, unknown,
                                 std::span(path_).first(static_cast<std::size_t>(chain.jumps) + 1)});
  }

  Side side_;
  CaptureField field_;
  OnFinished& on_finished_;
  Bitboard unknown_;
  std::array<Square, 64> path_{};
};

/// The number of squares of a set that is small; quicker there than Bitboard::count() where the
/// processor may have no instruction for it.
[[nodiscard]] constexpr int few(Bitboard set) {
  int count = 0;
  for (std::uint64_t bits = set.bits(); bits != 0; bits &= bits - 1) ++count;
  return count;
}

/// The empty squares that a king on `square` reaches in `direction`, by moving or by landing behind
/// a victim that stands on `square`.
template <class Rules>
[[nodiscard]] Bitboard king_reach(Square square, Direction direction, Bitboard occupied) {
  using Board = typename Rules::Board;
  if constexpr (Rules::flying_kings) return Board::free_run(square, direction, occupied);
  return Board::step(Bitboard(square), direction) - occupied;
}

/// The empty squares on which a king may land behind a victim on `square`, as far as they do not depend
/// on whether it captures on.
template <class Rules>
[[nodiscard]] Bitboard king_landings(Square square, Direction direction, Bitboard occupied) {
  using Board = typename Rules::Board;
  if constexpr (Rules::king_landing == KingLanding::directly_behind)
    return Board::step(Bitboard(square), direction) - occupied;
  return king_reach<Rules>(square, direction, occupied);
}

/// How much the rules prefer a capture that ends by taking the unknown piece.
template <class Rules>
[[nodiscard]] auto preference_of(const FinishedBeyond& capture, const Pieces& opponents, bool by_king) {
  return Rules::preference(CaptureTraits{few(capture.captured) + 1, few(capture.captured & opponents.kings) + 1,
                                         by_king, capture.king_order});
}

/// How much the rules prefer a capture.
template <class Rules>
[[nodiscard]] auto preference_of(const FinishedCapture& capture, const Pieces& opponents, bool by_king) {
  const int unknown = capture.takes_unknown ? 1 : 0;
  return Rules::preference(CaptureTraits{
      few(capture.captured) + unknown, few(capture.captured & opponents.kings) + unknown, by_king, capture.king_order});
}

}  // namespace dambase
