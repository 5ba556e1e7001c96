// A guess at what a position is worth where neither the tables nor the search reach an end.
#pragma once

#include <array>

#include "dambase.h"
#include "tools/player/score.hpp"

namespace dambase::player {

/// Counts pieces and how far they have come: as little as makes a game, because the example here is the probing.
class Evaluation {
 public:
  explicit Evaluation(const dambase_set& set);

  /// For the side to move, between -highest_evaluation and highest_evaluation.
  [[nodiscard]] Score of(const dambase_position& position) const;

 private:
  using SquareScores = std::array<Score, 64>;

  [[nodiscard]] Score of_side(const dambase_position& position, int side) const;

  std::array<SquareScores, 2> men_{};  // by dambase_side
  SquareScores kings_{};
};

}  // namespace dambase::player
