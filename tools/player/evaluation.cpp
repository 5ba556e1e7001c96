#include "tools/player/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string_view>

#include "tools/player/position_facts.hpp"

namespace dambase::player {

namespace {

// What variants play for, as far as it changes what pieces are worth.
struct Weights {
  Score man;
  Score row;  // for each row that a man has gone
  Score king;
  Score centre;  // for each step that a king stands away from the nearest edge
};

Weights weights_of(std::string_view variant) {
  if (variant == "losing") return {-100, 0, -150, 0};
  if (variant == "breakthrough") return {100, 20, 0, 0};
  // Kings that go one step at a time are not worth two men.
  if (variant == "english" || variant == "italian") return {100, 5, 150, 3};
  return {100, 3, 270, 2};
}

// For each step between a king of the winner and a piece of the loser. When it was added, the player won 95 of 100 won
// English endings of 4 pieces with 1,000 nodes a move, instead of 85.
constexpr Score distance_weight = 4;

// Calls `visit` for each square of a bitboard.
template <class Visit>
void for_each(std::uint64_t squares, Visit&& visit) {
  for (; squares != 0; squares &= squares - 1) visit(static_cast<std::size_t>(std::countr_zero(squares)));
}

}  // namespace

Evaluation::Evaluation(const dambase_set& set) {
  const Weights weights = weights_of(dambase_set_variant(&set));
  const int side = dambase_board_side(&set);
  const int in_row = side / 2;
  for (int index = 0; index < side * in_row; ++index) {
    const int row = index / in_row;
    // The dark squares of every other row begin one column later.
    const int column = 2 * (index % in_row) + (row % 2 == 0 ? 1 : 0);
    const int edge = std::min({row, column, side - 1 - row, side - 1 - column});
    const auto square = static_cast<std::size_t>(index);
    men_[DAMBASE_WHITE][square] = weights.man + weights.row * (side - 1 - row);
    men_[DAMBASE_BLACK][square] = weights.man + weights.row * row;
    kings_[square] = weights.king + weights.centre * edge;
    places_[square] = {row, column};
  }
}

Score Evaluation::of(const dambase_position& position) const {
  const int side = position.side_to_move;
  const Score score = of_side(position, side) - of_side(position, 1 - side);
  return std::clamp(score, -score::highest_evaluation, score::highest_evaluation);
}

Score Evaluation::of_decided(const dambase_position& position, dambase_value value) const {
  const int winner = value == DAMBASE_WIN ? position.side_to_move : 1 - position.side_to_move;
  return of(position) - value * distance_weight * distance(position.kings[winner], pieces_of(position, 1 - winner));
}

Score Evaluation::of_side(const dambase_position& position, int side) const {
  Score total = 0;
  for_each(position.men[side], [&](std::size_t square) { total += men_[static_cast<std::size_t>(side)][square]; });
  for_each(position.kings[side], [&](std::size_t square) { total += kings_[square]; });
  return total;
}

// The sum over all pairs, each in steps of a king that goes one square at a time.
int Evaluation::distance(std::uint64_t some, std::uint64_t others) const {
  int total = 0;
  for_each(some, [&](std::size_t one) {
    for_each(others, [&](std::size_t other) {
      const Place from = places_[one];
      const Place to = places_[other];
      total += std::max(std::abs(from.row - to.row), std::abs(from.column - to.column));
    });
  });
  return total;
}

}  // namespace dambase::player
