// Values under the rules that count moves, and plies until a count is over, as numbers in Lanes whose order is that of
// the players, as in gen/win_code.hpp. Here plies do not tell wins from losses: a count may be over by a move of either
// side.
#pragma once

#include "formats/distance_symbol.hpp"
#include "gen/lanes.hpp"

namespace dambase {

/// From the lowest: losses in few plies to losses in many, `draw`, wins in many plies to wins in few.
struct RuleCode {
  using Number = Lanes::Number;

  static constexpr Number draw = 127;
  /// No win or loss takes more. There is room for what a move makes of that.
  static constexpr int most_plies = 125;

  [[nodiscard]] static constexpr Number of(Value value, int plies) {
    switch (value) {
      case Value::win: return static_cast<Number>(255 - plies);
      case Value::draw: return draw;
      case Value::loss: return static_cast<Number>(plies);
    }
    return draw;
  }
  /// Of a side to move that has no move, which has this value.
  [[nodiscard]] static constexpr Number of_end(Value value) { return of(value, 0); }
  /// What a move is worth that ends the game with `value` for the side that makes it.
  [[nodiscard]] static constexpr Number of_last_move(Value value) { return of(value, 1); }

  [[nodiscard]] static constexpr Value value(Number code) {
    return code > draw ? Value::win : code < draw ? Value::loss : Value::draw;
  }
  /// Of a win or a loss.
  [[nodiscard]] static constexpr int plies(Number code) { return code > draw ? 255 - code : code; }
  /// On each square; more than most_plies of a draw.
  [[nodiscard]] static Lanes plies_of(Lanes codes) {
    return codes.change([](const Lanes::Row& row) {
      const Lanes::Row is_won = Lanes::mask(row > Lanes::row_of(draw));
      return Lanes::Row((~row & is_won) | (row & ~is_won));
    });
  }
  [[nodiscard]] static constexpr Number of(const Distance& distance) { return of(distance.value, distance.plies); }
  [[nodiscard]] static constexpr Distance distance(Number code) {
    return value(code) == Value::draw ? Distance{} : Distance{value(code), plies(code)};
  }

  /// What a move is worth to the side that makes it, if the position after it has `code` for the opponent and the count
  /// goes on.
  [[nodiscard]] static constexpr Number of_move(Number code) {
    return static_cast<Number>((code > draw ? 256 : 254) - code);
  }
  /// The same on all squares.
  [[nodiscard]] static Lanes of_moves(Lanes codes) {
    return codes.change([](const Lanes::Row& row) {
      const Lanes::Row is_won = Lanes::mask(row > Lanes::row_of(draw));
      return Lanes::Row(Lanes::row_of(254) - row + (is_won & Lanes::row_of(2)));
    });
  }

  /// What takes more than `plies` is a draw.
  [[nodiscard]] static Lanes within(Lanes codes, int plies) {
    const Lanes::Row least_win = Lanes::row_of(of(Value::win, plies));
    const Lanes::Row most_loss = Lanes::row_of(of(Value::loss, plies));
    return codes.change([&](const Lanes::Row& row) {
      const Lanes::Row is_late = Lanes::mask(row > most_loss) & Lanes::mask(row < least_win);
      return Lanes::Row((row & ~is_late) | (is_late & Lanes::row_of(draw)));
    });
  }

  /// A position in which a count starts anew, for the move that leads there: how far it is does not matter any more.
  [[nodiscard]] static constexpr Number started_anew(Number code) { return of(value(code), 0); }
  [[nodiscard]] static Lanes started_anew(Lanes codes) {
    return codes.change([](const Lanes::Row& row) {
      const Lanes::Row is_won = Lanes::mask(row > Lanes::row_of(draw));
      const Lanes::Row is_lost = Lanes::mask(row < Lanes::row_of(draw));
      return Lanes::Row((row & ~is_lost) | is_won);
    });
  }
};

}  // namespace dambase
