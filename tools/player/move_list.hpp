// The legal moves of one position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "dambase.h"
#include "tools/player/position_facts.hpp"

namespace dambase::player {

/// Room for the moves of any position, so that a search needs no allocation.
class MoveList {
 public:
  /// Takes the legal moves of `position`. Throws std::runtime_error if the library refuses it.
  void fill(const dambase_set& set, const dambase_position& position);

  void add(const dambase_move& move) { moves_[size_++] = move; }
  void clear() { size_ = 0; }

  /// Puts those moves first that `is_before` puts before others.
  template <class Order>
  void sort(Order&& is_before) {
    std::sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(size_), is_before);
  }

  /// Moves `move`, which is one of these, to the front and keeps the order of the others.
  void bring_first(const dambase_move& move);

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Capturing is compulsory, so that either all moves capture or none does. Of an empty list: false.
  [[nodiscard]] bool are_captures() const { return size_ > 0 && is_capture(moves_[0]); }

  [[nodiscard]] const dambase_move* begin() const { return moves_.data(); }
  [[nodiscard]] const dambase_move* end() const { return moves_.data() + size_; }

 private:
  std::array<dambase_move, DAMBASE_MOST_MOVES> moves_;
  std::size_t size_ = 0;
};

}  // namespace dambase::player
