#include "tools/player/move_list.hpp"

#include <stdexcept>

namespace dambase::player {

void MoveList::fill(const dambase_set& set, const dambase_position& position) {
  size_ = 0;
  dambase_error error;
  if (dambase_moves(&set, &position, moves_.data(), moves_.size(), &size_, &error) != DAMBASE_OK)
    throw std::runtime_error(error.text);
}

void MoveList::bring_first(const dambase_move& move) {
  const auto last = moves_.begin() + static_cast<std::ptrdiff_t>(size_);
  const auto found = std::find_if(moves_.begin(), last, [&](const dambase_move& m) { return is_same_move(m, move); });
  if (found != last) std::rotate(moves_.begin(), found, found + 1);
}

}  // namespace dambase::player
