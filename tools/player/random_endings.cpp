#include "tools/player/random_endings.hpp"

#include <bit>

#include "tools/player/move_list.hpp"
#include "tools/player/position_facts.hpp"

namespace dambase::player {

RandomEndings::RandomEndings(const dambase_set& set, int pieces, std::uint64_t seed)
    : set_(set),
      pieces_(pieces),
      random_(seed),
      in_row_(dambase_board_side(&set) / 2),
      squares_(dambase_board_side(&set) * in_row_) {}

std::vector<dambase_position> RandomEndings::of(dambase_value value, int count) {
  std::vector<dambase_position> endings;
  while (endings.size() < static_cast<std::size_t>(count)) {
    const dambase_position position = any();
    if (is_fit(position, value)) endings.push_back(position);
  }
  return endings;
}

int RandomEndings::below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }

dambase_position RandomEndings::any() {
  dambase_position position{};
  position.side_to_move = below(2);
  std::uint64_t taken = 0;
  for (int piece = 0; piece < pieces_;) {
    const int index = below(squares_);
    const int side = below(2);
    const bool is_king = below(3) == 0;
    const int promotion_row = side == DAMBASE_WHITE ? 0 : squares_ / in_row_ - 1;
    const std::uint64_t bit = square_bit(index + 1);
    if ((taken & bit) != 0 || (!is_king && index / in_row_ == promotion_row)) continue;
    (is_king ? position.kings : position.men)[side] |= bit;
    taken |= bit;
    ++piece;
  }
  return position;
}

bool RandomEndings::is_fit(const dambase_position& position, dambase_value value) const {
  const int own = std::popcount(pieces_of(position, position.side_to_move));
  const int most_ahead = value == DAMBASE_WIN ? 1 : 0;
  const int ahead = own - (pieces_ - own);
  if (ahead > most_ahead || ahead < -1) return false;
  dambase_value found = DAMBASE_DRAW;
  if (dambase_probe(&set_, &position, &found, nullptr) != DAMBASE_OK || found != value) return false;
  return is_quiet(position, position.side_to_move) && is_quiet(position, 1 - position.side_to_move);
}

bool RandomEndings::is_quiet(dambase_position position, int side) const {
  position.side_to_move = side;
  MoveList moves;
  moves.fill(set_, position);
  return !moves.empty() && !moves.are_captures();
}

}  // namespace dambase::player
