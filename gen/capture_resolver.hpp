// Values of all positions of a word in which the side to move must capture, from finished tables.
//
// Nothing here is done square by square where a word will do:
//  - Captures by the outer kings and the men are walked once, with the bit king as the unknown piece
//    (engine/captures.hpp); each capture comes with the squares of the bit king for which it is legal,
//    and its results are read as a word.
//  - The bit king's own captures that begin by taking one piece in one direction are the same from
//    every square that sees the piece that way, so they are resolved once for all these squares.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/captures.hpp"
#include "engine/game_end.hpp"
#include "gen/successors.hpp"

namespace dambase {

/// The captures of one side in the positions of one word; bits are squares of the bit king.
struct WordCaptures {
  Bitboard can;    ///< the side can capture
  Bitboard wins;   ///< and wins by it
  Bitboard draws;  ///< a capture draws at least; `wins` go before
  [[nodiscard]] Bitboard losses() const { return can - wins - draws; }
};

/// The pieces of one word, the bit king left out.
struct WordPieces {
  Pieces white;
  Pieces black;    ///< outer kings only
  Bitboard legal;  ///< squares of the bit king; bit 0 without kings

  [[nodiscard]] Bitboard occupied() const { return white.all() | black.all(); }
  [[nodiscard]] const Pieces& of(Side side) const { return side == Side::white ? white : black; }
};

/// Resolves captures in words of one material; holds working memory, so one a thread.
template <class Rules>
class CaptureResolver {
 public:
  /// `material` is in solving orientation; `successors` must outlive this object.
  CaptureResolver(const Material& material, const Successors& successors)
      : material_(material), successors_(successors) {}

  WordCaptures resolve(const WordPieces& word, Side side) {
    captures_.clear();
    jumps_.clear();
    preferences_.clear();
    if (material_.kings() == 0) {
      walk<UnknownPiece::none>(word, side);
    } else if (side == Side::white) {
      walk<UnknownPiece::opponents>(word, side);
    } else {
      walk<UnknownPiece::own>(word, side);
      find_jumps(word);
    }
    WordCaptures out;
    for (const Capture& capture : captures_) credit(word, side, capture, out);
    for (const Jump& jump : jumps_) credit(jump, out);
    return out;
  }

 private:
  using Board = typename Rules::Board;
  using Preference = decltype(Rules::preference(CaptureTraits{}));

  // A capture by a man or an outer king.
  struct Capture {
    Square from;
    Square to;
    Bitboard captured;
    bool was_king;
    bool is_king;
    bool takes_bit_king;
    Bitboard squares;  ///< of the bit king
    Preference preference;
  };

  // The bit king's captures that begin with one victim in one direction.
  struct Jump {
    Bitboard squares;  ///< that the bit king may come from
    Bitboard landings;
    Preference preference;
    bool wins = false;
    bool draws = false;
  };

  // The squares for which there is a capture of one preference.
  struct Preferred {
    Preference preference;
    Bitboard squares;
  };

  // ---- what is preferred ----

  void note(const Preference& preference, Bitboard squares) {
    for (Preferred& known : preferences_) {
      if (known.preference == preference) {
        known.squares |= squares;
        return;
      }
    }
    preferences_.push_back({preference, squares});
  }

  [[nodiscard]] Bitboard without_preferred(Bitboard squares, const Preference& preference) const {
    for (const Preferred& known : preferences_) {
      if (known.preference > preference) squares -= known.squares;
    }
    return squares;
  }

  // ---- men and outer kings ----

  template <UnknownPiece bit_king>
  void walk(const WordPieces& word, Side side) {
    const Pieces& mover = word.of(side);
    const Pieces& opponents = word.of(opponent(side));
    const Bitboard occupied = word.occupied();
    const auto walk_all = [&](Bitboard pieces, bool are_kings) {
      for (Square from : pieces) {
        const auto add = [&](const FinishedCapture& c) {
          captures_.push_back({from, c.to, c.captured, are_kings, c.is_king, c.takes_unknown, c.unknown,
                               preference_of<Rules>(c, opponents, are_kings)});
          note(captures_.back().preference, c.unknown);
        };
        CaptureWalk<Rules, decltype(add), bit_king> from_here(side, {opponents, occupied - Bitboard(from)}, add,
                                                              word.legal);
        are_kings ? from_here.king(from) : from_here.man(from);
      }
    };
    constexpr bool kings = true;
    walk_all(mover.men, !kings);
    walk_all(mover.kings, kings);
  }

  // A capture ends the run of the side that makes it.
  static Pieces moved(const Pieces& mover, const Capture& capture) {
    Pieces after{mover.men, mover.kings};
    (capture.was_king ? after.kings : after.men) -= Bitboard(capture.from);
    (capture.is_king ? after.kings : after.men) |= Bitboard(capture.to);
    return after;
  }
  static Pieces without(const Pieces& pieces, Bitboard captured, bool takes_bit_king = false) {
    Pieces after{pieces.men - captured, pieces.kings - captured};
    if constexpr (Rules::king_run_limit > 0) {
      const bool loses_king = captured.has(pieces.run.king) || (takes_bit_king && pieces.run.king == bit_king_square);
      if (!loses_king && after.men.any()) after.run = pieces.run;
    }
    return after;
  }
  // Outer black kings and the bit king, now on a square that is known.
  static Pieces with_bit_king(const Pieces& black, Square square) {
    Pieces pieces{black.men, black.kings | Bitboard(square), black.run};
    if (pieces.run.king == bit_king_square) pieces.run.king = square;
    return pieces;
  }

  // The material after a capture by `side`.
  [[nodiscard]] Material material_after(Side side, const Pieces& victims, const Capture& capture) const {
    Material after = side == Side::white ? material_ : material_.twin();
    if (capture.is_king && !capture.was_king) {
      --after.white_men;
      ++after.white_kings;
    }
    after.black_men -= few(victims.men & capture.captured);
    after.black_kings -= few(victims.kings & capture.captured) + (capture.takes_bit_king ? 1 : 0);
    return side == Side::white ? after : after.twin();
  }

  void credit(const WordPieces& word, Side side, const Capture& capture, WordCaptures& out) const {
    const Bitboard squares = without_preferred(capture.squares, capture.preference);
    out.can |= squares;
    const Bitboard open = squares - out.wins;
    if (open.empty()) return;
    const Pieces white = side == Side::white ? moved(word.white, capture) : without(word.white, capture.captured);
    const Pieces black = side == Side::black ? moved(word.black, capture)
                                             : without(word.black, capture.captured, capture.takes_bit_king);
    const Material material = material_after(side, word.of(opponent(side)), capture);
    const bool has_bit_king = material_.kings() > 0 && !capture.takes_bit_king;
    if (const auto end = end_after(material, side)) {
      credit(open, *end, out);
    } else if (!has_bit_king) {
      credit(open, for_opponent(successors_.value(material, white, black, opponent(side))), out);
    } else if (const Words* words = successors_.word_over_black_king(material, white, black)) {
      const Side next = opponent(side);
      out.wins |= open & Bitboard(words->losses(next));
      out.draws |= open - Bitboard(words->wins(next) | words->losses(next));
    } else {
      for (Square square : open) {
        const Value value = successors_.value(material, white, with_bit_king(black, square), opponent(side));
        credit(Bitboard(square), for_opponent(value), out);
      }
    }
  }

  // The value for `side` if its move to `material` has ended the game.
  static std::optional<Value> end_after(const Material& material, Side side) {
    const auto end = value_at_end<Rules>(SideState::of(material, opponent(side)), SideState::of(material, side));
    return end ? std::optional(for_opponent(*end)) : std::nullopt;
  }

  static void credit(Bitboard squares, Value value, WordCaptures& out) {
    if (value == Value::win) out.wins |= squares;
    if (value == Value::draw) out.draws |= squares;
  }

  // ---- the bit king ----

  void credit(const Jump& jump, WordCaptures& out) const {
    const Bitboard squares = without_preferred(jump.squares, jump.preference);
    out.can |= squares;
    if (jump.wins) out.wins |= squares;
    if (jump.draws) out.draws |= squares;
  }

  using JumpsOfVictim = std::array<Jump, 8>;  // by direction

  void find_jumps(const WordPieces& word) {
    first_jumps_.clear();
    Bitboard seen_once;
    Bitboard seen_twice;
    for (Square victim : word.white.all()) {
      const Bitboard squares = look_around(word, victim, first_jumps_.emplace_back());
      seen_twice |= seen_once & squares;
      seen_once |= squares;
    }
    auto jumps = first_jumps_.begin();
    for (Square victim : word.white.all()) add_jumps(word, victim, *jumps++, seen_once, seen_twice);
  }

  // From where the bit king can take `victim`, and where it may land; returns all the former.
  static Bitboard look_around(const WordPieces& word, Square victim, JumpsOfVictim& jumps) {
    Bitboard squares;
    for (Direction direction : capture_directions<Rules>()) {
      Jump& jump = jumps[static_cast<std::size_t>(direction)];
      jump.landings = king_landings<Rules>(victim, direction, word.occupied());
      if (jump.landings.any()) jump.squares = king_reach<Rules>(victim, opposite(direction), word.occupied());
      squares |= jump.squares;
    }
    return squares;
  }

  // `seen_once` and `seen_twice`: squares from which one, or two, of White's pieces can be taken.
  void add_jumps(const WordPieces& word, Square victim, JumpsOfVictim& jumps, Bitboard seen_once, Bitboard seen_twice) {
    Bitboard from;
    for (const Jump& jump : jumps) from |= jump.squares;
    if (from.empty()) return;
    Bitboard goes_on = seen_twice | (seen_once - from);
    // Once the victim has left, other pieces may be seen past it.
    if (Rules::captured_leave_at_once && word.white.all() != Bitboard(victim)) goes_on = Board::all;
    const Pieces white_after = without(word.white, Bitboard(victim));
    const Material material = material_after_taking(word, Bitboard(victim));
    const auto end = end_after(material, Side::black);
    const Pieces black{word.black.men, word.black.kings};  // a capture ends its run
    const Words* words = end ? nullptr : successors_.word_over_black_king(material, white_after, black);
    for (Direction direction : capture_directions<Rules>()) {
      Jump& jump = jumps[static_cast<std::size_t>(direction)];
      if (jump.squares.empty()) continue;
      if (jump.landings.meets(goes_on)) {
        resolve_long(word, victim, direction, jump);
      } else {
        settle_single(word, victim, direction, jump);
        if (end)
          credit(*end, jump);
        else if (words != nullptr)
          credit(*words, jump);
        else
          for (Square to : jump.landings) credit_landing(material, white_after, black, to, jump);
      }
      note(jump.preference, jump.squares);
      jumps_.push_back(jump);
    }
  }

  [[nodiscard]] Material material_after_taking(const WordPieces& word, Bitboard captured) const {
    Material after = material_;
    after.white_men -= few(word.white.men & captured);
    after.white_kings -= few(word.white.kings & captured);
    return after;
  }

  // How much a jump over one victim is preferred, and where it may end.
  static void settle_single(const WordPieces& word, Square victim, Direction direction, Jump& jump) {
    constexpr bool by_king = true;
    const bool takes_king = word.white.kings.has(victim);
    const FinishedCapture capture{Square{}, Bitboard(victim), by_king, false, takes_king ? first_taken : 0, {}, {}};
    jump.preference = preference_of<Rules>(capture, word.white, by_king);
    if (Rules::stops_behind_king && takes_king) jump.landings &= Board::step(Bitboard(victim), direction);
  }

  static void credit(Value value, Jump& jump) {
    jump.wins |= value == Value::win;
    jump.draws |= value == Value::draw;
  }
  static void credit(const Words& words, Jump& jump) {
    jump.wins = jump.landings.meets(Bitboard(words.white_losses));
    jump.draws = (jump.landings - Bitboard(words.white_wins | words.white_losses)).any();
  }
  void credit_landing(const Material& material, const Pieces& white, const Pieces& black, Square to, Jump& jump) const {
    const Pieces with_bit{black.men, black.kings | Bitboard(to)};  // its run has ended
    credit(for_opponent(successors_.value(material, white, with_bit, Side::white)), jump);
  }

  // The bit king may be able to capture on from where it lands.
  void resolve_long(const WordPieces& word, Square victim, Direction direction, Jump& jump) {
    chains_.clear();
    const auto add = [&](const FinishedCapture& c) {
      constexpr bool by_king = true;
      const Preference preference = preference_of<Rules>(c, word.white, by_king);
      if (!chains_.empty() && preference < jump.preference) return;
      if (!chains_.empty() && preference > jump.preference) chains_.clear();
      jump.preference = preference;
      chains_.push_back({c.to, c.captured});
    };
    CaptureWalk<Rules, decltype(add)> walk(Side::black, {word.white, word.occupied()}, add);
    walk.king_over(victim, direction);
    for (const Chain& chain : chains_) {
      const Material material = material_after_taking(word, chain.captured);
      if (const auto end = end_after(material, Side::black))
        credit(*end, jump);
      else
        credit_landing(material, without(word.white, chain.captured), word.black, chain.to, jump);
    }
  }

  struct Chain {
    Square to;
    Bitboard captured;
  };

  Material material_;
  const Successors& successors_;
  std::vector<Capture> captures_;
  std::vector<Jump> jumps_;
  std::vector<JumpsOfVictim> first_jumps_;
  std::vector<Chain> chains_;
  std::vector<Preferred> preferences_;
};

}  // namespace dambase
