// Plies until the game ends, as numbers in Lanes whose order is that of the players: the larger, the better for the
// side to move. So the best of some moves is the largest number, and a move turns a number into one of the other side
// by little more than a complement.
#pragma once

#include "formats/distance_symbol.hpp"
#include "gen/lanes.hpp"

namespace dambase {

/// The codes of a rule set in which a side without a move has won, or has lost. From the lowest: losses in few plies to
/// losses in many, `draw`, wins in many plies to wins in few.
template <bool no_move_wins>
struct WinCode {
  using Number = Lanes::Number;

  static constexpr Number draw = no_move_wins ? 127 : 128;
  /// Stands for more plies than there are numbers for.
  static constexpr Number too_long = no_move_wins ? 128 : 127;
  /// Of a side to move that has no move.
  static constexpr Number at_end = no_move_wins ? 255 : 0;

  /// The same, which has that value.
  [[nodiscard]] static constexpr Number of_end(Value) { return at_end; }
  /// What a move is worth that ends the game; the value follows.
  [[nodiscard]] static constexpr Number of_last_move(Value) { return of_plies(1); }

  [[nodiscard]] static constexpr bool is_win(Number code) { return code > 128; }
  [[nodiscard]] static constexpr bool is_loss(Number code) { return code < 127; }

  /// What a move is worth to the side that makes it, if the position after it has `code` for the opponent.
  [[nodiscard]] static constexpr Number of_move(Number code) {
    const int complement = 255 - code;
    return static_cast<Number>(no_move_wins ? complement - (code < 128 ? 1 : 0) : complement + (code < 128 ? 0 : 1));
  }
  /// The same on all squares.
  [[nodiscard]] static Lanes of_moves(Lanes codes) {
    return codes.change([](const Lanes::Row& row) {
      // A mask is 255, which is -1.
      if constexpr (no_move_wins) {
        return Lanes::Row(~row + Lanes::mask(row < Lanes::row_of(128)));
      } else {
        return Lanes::Row(~row - Lanes::mask(row >= Lanes::row_of(128)));
      }
    });
  }

  /// What is decided in so many plies, at most most_plies: the parity tells wins from losses.
  [[nodiscard]] static constexpr Number of_plies(int plies) {
    const bool is_won = is_won_in(plies);
    return static_cast<Number>(is_won ? 255 - plies / 2 : plies / 2);
  }
  [[nodiscard]] static constexpr bool is_won_in(int plies) { return (plies % 2 == 0) == no_move_wins; }
  /// Of a win or a loss.
  [[nodiscard]] static constexpr int plies(Number code) {
    const int pairs = is_win(code) ? 255 - code : code;
    return 2 * pairs + (is_win(code) == no_move_wins ? 0 : 1);
  }
  /// No win or loss takes more; the code of one ply more is too_long.
  static constexpr int most_plies = 253;
  /// On each square; more than most_plies of a draw.
  [[nodiscard]] static Lanes plies_of(Lanes codes) {
    constexpr int odd_wins = no_move_wins ? 0 : 1;
    return codes.change([](const Lanes::Row& row) {
      const Lanes::Row is_won = Lanes::mask(row >= Lanes::row_of(128));
      const Lanes::Row pairs = (~row & is_won) | (row & ~is_won);
      return Lanes::Row(pairs + pairs + (Lanes::row_of(odd_wins) & is_won) + (Lanes::row_of(1 - odd_wins) & ~is_won));
    });
  }

  [[nodiscard]] static constexpr Value value(Number code) {
    return is_win(code) ? Value::win : is_loss(code) ? Value::loss : Value::draw;
  }
  [[nodiscard]] static constexpr Number of(const Distance& distance) {
    return distance.value == Value::draw ? draw : of_plies(distance.plies);
  }
  [[nodiscard]] static constexpr Distance distance(Number code) {
    return value(code) == Value::draw ? Distance{} : Distance{value(code), plies(code)};
  }
};

}  // namespace dambase
