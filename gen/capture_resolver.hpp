// Values of all positions of a word in which the side to move must capture, from finished tables.
//
// Nothing here is done square by square where a word will do. Three facts make that so:
//  - The bit king's captures that begin by taking one piece in one direction are the same from every
//    square that sees the piece that way.
//  - Captures of the other pieces depend on the bit king only where it stands on a square that their
//    walk has examined; elsewhere they are resolved once, and their results read as words.
//  - An outer king that takes only the bit king is worth what its landing square is worth.
// What is left (kings that could capture on, several captures that the bit king may block) is
// resolved position by position.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/captures.hpp"
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

/// Resolves captures; holds working memory, so one a thread.
template <class Rules>
class CaptureResolver {
 public:
  explicit CaptureResolver(const Successors& successors) : successors_(successors) {}

  /// Captures of `side` where there is a bit king.
  WordCaptures resolve(const WordPieces& word, Side side) {
    return side == Side::white ? resolve_against_bit_king(word) : resolve_with_bit_king(word);
  }

  /// The value for `side` if it can capture in this one position.
  std::optional<Value> resolve_one(const Pieces& white, const Pieces& black, Side side) {
    collect(white, black, side, captures_);
    if (captures_.list.empty()) return std::nullopt;
    return best_value(captures_, white, black, side);
  }

 private:
  using Board = typename Rules::Board;
  using Preference = decltype(Rules::preference(CaptureTraits{}));

  struct Result {
    Square from;
    Square to;
    Bitboard captured;
    bool was_king;
    bool is_king;
  };

  // The captures with the greatest preference met so far, and all squares that they depended on.
  struct Captures {
    std::vector<Result> list;
    Preference preference{};
    Bitboard examined;

    void clear() {
      list.clear();
      examined = Bitboard();
    }
    void add(const Result& result) {
      const Preference of_result = preference_of<Rules>(result.captured);
      if (!list.empty() && of_result < preference) return;
      if (!list.empty() && of_result > preference) list.clear();
      preference = of_result;
      list.push_back(result);
    }
  };

  // The bit king's captures that begin with one victim in one direction.
  struct Group {
    Bitboard from;
    Preference preference;
    bool wins;
    bool draws;
  };

  // ---- captures of given pieces ----

  void collect(const Pieces& white, const Pieces& black, Side side, Captures& captures) const {
    const Pieces& mover = side == Side::white ? white : black;
    const Bitboard opponents = (side == Side::white ? black : white).all();
    const Bitboard occupied = white.all() | black.all();
    captures.clear();
    const auto walk_all = [&](Bitboard pieces, bool are_kings) {
      for (Square from : pieces) {
        const auto add = [&](const FinishedCapture& c) {
          captures.add({from, c.to, c.captured, are_kings, c.is_king});
        };
        CaptureWalk<Rules, decltype(add)> walk(side, {opponents, occupied - Bitboard(from)}, add);
        are_kings ? walk.king(from) : walk.man(from);
        captures.examined |= walk.examined();
      }
    };
    constexpr bool kings = true;
    walk_all(mover.men, !kings);
    walk_all(mover.kings, kings);
  }

  static Pieces moved(const Pieces& mover, const Result& result) {
    Pieces after = mover;
    (result.was_king ? after.kings : after.men) -= Bitboard(result.from);
    (result.is_king ? after.kings : after.men) |= Bitboard(result.to);
    return after;
  }
  static Pieces without(const Pieces& pieces, Bitboard captured) {
    return {pieces.men - captured, pieces.kings - captured};
  }

  Value best_value(const Captures& captures, const Pieces& white, const Pieces& black, Side side) const {
    Value best = Value::loss;
    for (const Result& result : captures.list) {
      const Pieces white_after = side == Side::white ? moved(white, result) : without(white, result.captured);
      const Pieces black_after = side == Side::black ? moved(black, result) : without(black, result.captured);
      best = std::min(best, for_opponent(successors_.value(white_after, black_after, opponent(side))));
      if (best == Value::win) break;
    }
    return best;
  }

  static void credit(WordCaptures& to, Bitboard squares, Value value) {
    if (value == Value::win) to.wins |= squares;
    if (value == Value::draw) to.draws |= squares;
  }

  void resolve_each(const WordPieces& word, Side side, Bitboard squares, WordCaptures& out) {
    for (Square square : squares) {
      const Pieces black{word.black.men, word.black.kings | Bitboard(square)};
      const auto value = resolve_one(word.white, black, side);
      if (!value) continue;
      out.can |= Bitboard(square);
      credit(out, Bitboard(square), *value);
    }
  }

  // Credits the results in `others_`, which neither take nor meet the bit king, on `squares` of it.
  void credit_others(const WordPieces& word, Side side, Bitboard squares, WordCaptures& out) const {
    out.can |= squares;
    for (const Result& result : others_.list) {
      const Bitboard open = squares - out.wins;
      if (open.empty()) return;
      const Pieces white = side == Side::white ? moved(word.white, result) : without(word.white, result.captured);
      const Pieces black = side == Side::black ? moved(word.black, result) : without(word.black, result.captured);
      credit_result(white, black, opponent(side), open, out);
    }
  }

  void credit_result(const Pieces& white, const Pieces& black, Side to_move, Bitboard squares, WordCaptures& out) const {
    if (white.all().empty()) {
      out.wins |= squares;
    } else if (const Words* words = successors_.word_over_black_king(white, black)) {
      out.wins |= squares & Bitboard(words->losses(to_move));
      out.draws |= squares - Bitboard(words->wins(to_move)) - Bitboard(words->losses(to_move));
    } else {
      for (Square square : squares) {
        const Pieces with_bit{black.men, black.kings | Bitboard(square)};
        credit(out, Bitboard(square), for_opponent(successors_.value(white, with_bit, to_move)));
      }
    }
  }

  // ---- the bit king is the mover's ----

  WordCaptures resolve_with_bit_king(const WordPieces& word) {
    collect(word.white, word.black, Side::black, others_);
    find_groups(word);
    WordCaptures out;
    Bitboard simple = word.legal;
    if (!others_.list.empty()) {
      resolve_each(word, Side::black, word.legal & others_.examined, out);
      simple -= others_.examined;
      credit_others(word, Side::black, simple - preferred_to(others_.preference), out);
    }
    for (const Group& group : groups_) {
      if (!others_.list.empty() && others_.preference > group.preference) continue;
      const Bitboard squares = (group.from & simple) - preferred_to(group.preference);
      out.can |= squares;
      if (group.wins) out.wins |= squares;
      if (group.draws) out.draws |= squares;
    }
    return out;
  }

  Bitboard preferred_to(const Preference& preference) const {
    Bitboard squares;
    for (const Group& group : groups_) {
      if (group.preference > preference) squares |= group.from;
    }
    return squares;
  }

  struct Jump {
    Bitboard from;
    Bitboard landings;
  };

  void find_groups(const WordPieces& word) {
    groups_.clear();
    const Bitboard targets = word.white.all();
    const Bitboard occupied = word.occupied();
    Bitboard seen_once;
    Bitboard seen_twice;
    jumps_.clear();
    for (Square victim : targets) {
      std::array<Jump, 4>& of_victim = jumps_.emplace_back();
      Bitboard from;
      for (Direction direction : all_directions) {
        Jump& jump = of_victim[static_cast<std::size_t>(direction)];
        jump.landings = king_reach<Rules>(victim, direction, occupied);
        if (jump.landings.any()) jump.from = king_reach<Rules>(victim, opposite(direction), occupied);
        from |= jump.from;
      }
      seen_twice |= seen_once & from;
      seen_once |= from;
    }
    auto of_victim = jumps_.begin();
    for (Square victim : targets) add_groups(word, victim, *of_victim++, seen_once, seen_twice);
  }

  // `seen_once` and `seen_twice`: squares from which one, or two, of White's pieces can be taken.
  void add_groups(const WordPieces& word, Square victim, const std::array<Jump, 4>& jumps, Bitboard seen_once,
                  Bitboard seen_twice) {
    Bitboard from_any;
    for (const Jump& jump : jumps) from_any |= jump.from;
    if (from_any.empty()) return;
    const Bitboard goes_on = seen_twice | (seen_once - from_any);
    const Pieces white_after = without(word.white, Bitboard(victim));
    const Words* words = white_after.all().empty() ? nullptr : successors_.word_over_black_king(white_after, word.black);
    for (const Jump& jump : jumps) {
      if (jump.from.empty()) continue;
      const bool is_single = !jump.landings.meets(goes_on);
      groups_.push_back(is_single ? single_jump(word, white_after, words, Bitboard(victim), jump)
                                  : long_jump(word, Bitboard(victim), jump));
    }
  }

  Group single_jump(const WordPieces& word, const Pieces& white_after, const Words* words, Bitboard victim,
                    const Jump& jump) const {
    Group group{jump.from, preference_of<Rules>(victim), false, false};
    if (white_after.all().empty()) {
      group.wins = true;
    } else if (words != nullptr) {
      group.wins = jump.landings.meets(Bitboard(words->white_losses));
      group.draws = (jump.landings - Bitboard(words->white_wins | words->white_losses)).any();
    } else {
      for (Square to : jump.landings) {
        const Pieces black{word.black.men, word.black.kings | Bitboard(to)};
        const Value value = for_opponent(successors_.value(white_after, black, Side::white));
        group.wins |= value == Value::win;
        group.draws |= value == Value::draw;
      }
    }
    return group;
  }

  Group long_jump(const WordPieces& word, Bitboard victim, const Jump& jump) {
    captures_.clear();
    const auto add = [&](const FinishedCapture& c) {
      constexpr bool king = true;
      captures_.add({Square{}, c.to, c.captured, king, c.is_king});
    };
    CaptureWalk<Rules, decltype(add)> walk(Side::black, {word.white.all(), word.occupied()}, add);
    walk.king_after(victim, jump.landings);
    Group group{jump.from, captures_.preference, false, false};
    for (const Result& result : captures_.list) {
      const Pieces black{word.black.men, word.black.kings | Bitboard(result.to)};
      const Pieces white = without(word.white, result.captured);
      const Value value = for_opponent(successors_.value(white, black, Side::white));
      group.wins |= value == Value::win;
      group.draws |= value == Value::draw;
    }
    return group;
  }

  // ---- the bit king is the opponent's ----

  WordCaptures resolve_against_bit_king(const WordPieces& word) {
    collect(word.white, word.black, Side::white, others_);
    WordCaptures out;
    if (!others_.list.empty()) {
      credit_others(word, Side::white, word.legal - others_.examined, out);
      resolve_each(word, Side::white, word.legal & others_.examined, out);
      return out;
    }
    // Without the bit king nothing can be taken, so every capture begins by taking it.
    Bitboard goes_on;
    for (Square king : word.white.kings) goes_on |= king_takes_bit_king(word, king, out);
    for (Square man : word.white.men) goes_on |= man_takes_bit_king(word, man, out);
    if (goes_on.any()) {
      out.can -= goes_on;
      out.wins -= goes_on;
      out.draws -= goes_on;
      resolve_each(word, Side::white, goes_on, out);
    }
    return out;
  }

  // Values of the landing squares of one white king after it has taken the bit king.
  struct Landings {
    Bitboard wins;
    Bitboard draws;
  };

  Landings value_landings(const WordPieces& word, const Pieces& white_rest, Bitboard squares) const {
    Landings landings;
    if (word.black.all().empty()) return {squares, Bitboard()};
    if (word.black.kings.empty()) {
      if (const Words* words = successors_.turned_word_over_white_king(white_rest, word.black)) {
        // Black is to move; in the turned table that is White.
        landings.wins = turned(Bitboard(words->white_losses), Board::bits) & squares;
        landings.draws = squares - landings.wins - turned(Bitboard(words->white_wins), Board::bits);
        return landings;
      }
    }
    for (Square to : squares) {
      const Pieces white{white_rest.men, white_rest.kings | Bitboard(to)};
      const Value value = for_opponent(successors_.value(white, word.black, Side::black));
      if (value == Value::win) landings.wins |= Bitboard(to);
      if (value == Value::draw) landings.draws |= Bitboard(to);
    }
    return landings;
  }

  // Returns the squares of the bit king from which the capture might go on; the others are credited.
  Bitboard king_takes_bit_king(const WordPieces& word, Square king, WordCaptures& out) const {
    const Bitboard occupied = word.occupied() - Bitboard(king);
    Bitboard could_go_on;
    if (const Bitboard targets = word.black.all(); targets.any()) {
      for (Direction direction : all_directions) could_go_on |= king_jump_squares<Rules>(direction, targets, occupied);
    }
    std::array<Bitboard, 4> runs;
    Bitboard reach;
    for (Direction direction : all_directions) {
      Bitboard run = king_reach<Rules>(king, direction, occupied);
      if constexpr (!Rules::flying_kings) run |= Board::step(run, direction) - occupied;
      runs[static_cast<std::size_t>(direction)] = run;
      reach |= run - Board::step(Bitboard(king), direction);
    }
    const Pieces white_rest{word.white.men, word.white.kings - Bitboard(king)};
    const Landings landings = value_landings(word, white_rest, reach);
    Bitboard goes_on;
    for (Direction direction : all_directions)
      goes_on |= credit_run(direction, runs[static_cast<std::size_t>(direction)], landings, could_go_on, out);
    return goes_on;
  }

  // `run`: the empty squares before a king; the bit king stands on one, the king lands behind it.
  static Bitboard credit_run(Direction direction, Bitboard run, const Landings& landings, Bitboard could_go_on,
                             WordCaptures& out) {
    const auto before = [&](Bitboard squares) {  // the squares of the run from which these lie beyond
      Bitboard found;
      for (Bitboard at = squares & run; at.any();) {
        at = Board::step(at, opposite(direction)) & run;
        if constexpr (!Rules::flying_kings) return at;
        found |= at;
      }
      return found;
    };
    out.can |= before(run);
    out.wins |= before(landings.wins);
    out.draws |= before(landings.draws);
    return before(could_go_on);
  }

  Bitboard man_takes_bit_king(const WordPieces& word, Square man, WordCaptures& out) const {
    const Bitboard occupied = word.occupied() - Bitboard(man);
    Bitboard goes_on;
    for (Direction direction : all_directions) {
      if (!Rules::men_capture_backwards && !goes_up(direction)) continue;
      const Bitboard victim = Board::step(Bitboard(man), direction) - occupied;
      const Bitboard landing = Board::step(victim, direction) - occupied;
      if (landing.empty()) continue;
      bool is_king = false;
      bool could_go_on = false;
      const auto look = [&](const FinishedCapture& c) {
        is_king = c.is_king;
        could_go_on |= c.captured.any();
      };
      CaptureWalk<Rules, decltype(look)> walk(Side::white, {word.black.all(), occupied}, look);
      walk.man_after(Bitboard(), landing);
      if (could_go_on) {
        goes_on |= victim;
        continue;
      }
      Pieces white{word.white.men - Bitboard(man), word.white.kings};
      (is_king ? white.kings : white.men) |= landing;
      out.can |= victim;
      credit(out, victim, for_opponent(successors_.value(white, word.black, Side::black)));
    }
    return goes_on;
  }

  const Successors& successors_;
  Captures others_;    ///< of all pieces but the bit king
  Captures captures_;  ///< of one position, or of one group
  std::vector<Group> groups_;
  std::vector<std::array<Jump, 4>> jumps_;
};

}  // namespace dambase
