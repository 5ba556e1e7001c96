// A game as far as it has been played.
#pragma once

#include "dambase.h"
#include "tools/player/history.hpp"
#include "tools/player/position_facts.hpp"
#include "tools/player/position_hash.hpp"

namespace dambase::player {

/// The position on the board and those before it.
class Game {
 public:
  explicit Game(const dambase_position& start) : position_(start) { history_.add(position_hash(start), true); }

  /// `move` must be a legal move of position().
  void play(const dambase_move& move) {
    history_.add(position_hash(move.after), is_conversion(position_, move));
    position_ = move.after;
  }

  [[nodiscard]] const dambase_position& position() const { return position_; }
  [[nodiscard]] const History& history() const { return history_; }

 private:
  dambase_position position_;
  History history_;
};

}  // namespace dambase::player
