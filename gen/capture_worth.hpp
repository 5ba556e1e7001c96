// What captures come to by the words of finished tables: values alone, or distances too.
#pragma once

#include "engine/captures.hpp"
#include "gen/capture_outcomes.hpp"
#include "gen/rule_code.hpp"
#include "gen/successor_reader.hpp"
#include "gen/win_code.hpp"

namespace dambase {

/// On which squares a capture must end to win, or to draw.
struct LandingValues {
  Bitboard wins;
  Bitboard draws;

  /// What a capture that ends on one of `landings`, as the side chooses, is worth, from each of `squares`.
  [[nodiscard]] WordCaptures of(Bitboard squares, Bitboard landings) const {
    return {squares, landings.meets(wins) ? squares : Bitboard(), landings.meets(draws) ? squares : Bitboard()};
  }
};

/// What it is worth to end a capture on a square, as numbers whose order is that of the players.
struct LandingCodes {
  Lanes codes;

  [[nodiscard]] DistanceCaptures of(Bitboard squares, Bitboard landings) const {
    return {squares, Lanes().fill(squares, codes.most_on(landings))};
  }
};

/// Element is Words, DistanceWords or RuleWords. Each has Captures, of the positions of a word, and Landings, what it
/// is worth to end a capture on a square. `next` is the side to move after the captures.
template <class Rules, class Element>
struct CaptureWorth;

template <class Rules>
struct CaptureWorth<Rules, Words> {
  using Board = typename Rules::Board;
  using Captures = WordCaptures;
  using Landings = LandingValues;

  /// From all of `squares`, if the game has ended with this value for the side that captures.
  [[nodiscard]] static Captures ended(Bitboard squares, Value value) {
    return {squares, value == Value::win ? squares : Bitboard(), value == Value::draw ? squares : Bitboard()};
  }
  /// From all of `squares`, to one position.
  [[nodiscard]] static Captures single(Bitboard squares, Value after) { return ended(squares, for_opponent(after)); }
  /// From each of `squares` to the position that `after` has there.
  [[nodiscard]] static Captures each(Bitboard squares, const Words& after, Side next) {
    const Bitboard wins(after.losses(next));
    return {squares, squares & wins, squares - wins - Bitboard(after.wins(next))};
  }
  /// From squares of the bit king, which is taken, to those that the king lands on.
  [[nodiscard]] static Captures beyond(const FinishedBeyond& c, const Landings& landing) {
    return {c.unknown, c.unknown_before<Board>(landing.wins), c.unknown_before<Board>(landing.draws)};
  }
  [[nodiscard]] static Landings landings(const Words& after, Side next) {
    const Bitboard wins(after.losses(next));
    return {wins, Board::all - wins - Bitboard(after.wins(next))};
  }
  [[nodiscard]] static Landings ended_anywhere(Value value) {
    const Captures all = ended(Board::all, value);
    return {all.wins, all.draws};
  }
};

/// The same by Codes, which is WinCode or RuleCode.
template <class Rules, class Codes>
struct CodeWorth {
  using Board = typename Rules::Board;
  using Captures = DistanceCaptures;
  using Landings = LandingCodes;

  [[nodiscard]] static Captures ended(Bitboard squares, Value value) {
    return {squares, Lanes().fill(squares, Codes::of_last_move(value))};
  }
  [[nodiscard]] static Captures single(Bitboard squares, Lanes::Number after) {
    return {squares, Lanes().fill(squares, Codes::of_move(after))};
  }
  [[nodiscard]] static Captures each(Bitboard squares, const DistanceWords& after, Side next) {
    return {squares, Codes::of_moves(after.of(next)).keep(squares)};
  }
  // The same walk as FinishedBeyond::unknown_before, of numbers.
  [[nodiscard]] static Captures beyond(const FinishedBeyond& c, const Landings& landing) {
    const Direction back = opposite(c.direction);
    Lanes best = stepped(Lanes(landing.codes).keep(c.landings), back).keep(c.run);
    if (!c.first_only) {
      for (Lanes at = stepped(best, back).keep(c.run); at.any(); at = stepped(at, back).keep(c.run)) best.raise(at);
    }
    return {c.unknown, best.keep(c.unknown)};
  }
  [[nodiscard]] static Landings landings(const DistanceWords& after, Side next) {
    return {Codes::of_moves(after.of(next))};
  }
  [[nodiscard]] static Landings ended_anywhere(Value value) { return {Lanes::all(Codes::of_last_move(value))}; }

 private:
  // The numbers of all squares moved one step, those that would leave the board dropped.
  [[nodiscard]] static Lanes stepped(Lanes lanes, Direction direction) {
    if (direction == Direction::left) lanes.keep(Board::all - Board::row_starts);
    if (direction == Direction::right) lanes.keep(Board::all - Board::row_ends);
    return lanes.shifted(Board::offset[static_cast<std::size_t>(direction)]).keep(Board::all);
  }
};

template <class Rules>
struct CaptureWorth<Rules, DistanceWords> : CodeWorth<Rules, WinCode<Rules::no_move_wins>> {};
template <class Rules>
struct CaptureWorth<Rules, RuleWords> : CodeWorth<Rules, RuleCode> {};

}  // namespace dambase
