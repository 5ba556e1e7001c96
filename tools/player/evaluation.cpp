#include "tools/player/evaluation.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

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
  return {100, 3, 270, 2};
}

Score sum(std::uint64_t pieces, const std::array<Score, 64>& scores) {
  Score total = 0;
  for (; pieces != 0; pieces &= pieces - 1) total += scores[static_cast<std::size_t>(std::countr_zero(pieces))];
  return total;
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
  }
}

Score Evaluation::of_side(const dambase_position& position, int side) const {
  return sum(position.men[side], men_[static_cast<std::size_t>(side)]) + sum(position.kings[side], kings_);
}

Score Evaluation::of(const dambase_position& position) const {
  const int side = position.side_to_move;
  const Score score = of_side(position, side) - of_side(position, 1 - side);
  return std::clamp(score, -score::highest_evaluation, score::highest_evaluation);
}

}  // namespace dambase::player
