// A guess at what a position is worth where neither the tables nor the search reach an end.
#pragma once

#include <array>
#include <cstdint>

#include "dambase.h"
#include "tools/player/score.hpp"

namespace dambase::player {

/// Counts pieces and how far they have come: as little as makes a game, because the example here is the probing.
class Evaluation {
 public:
  explicit Evaluation(const dambase_set& set);

  /// For the side to move, between -highest_evaluation and highest_evaluation.
  [[nodiscard]] Score of(const dambase_position& position) const;

  /// As of(), where the tables say that the side to move wins or loses, but not how: kings of the winner that come near
  /// the loser's pieces leave them fewer ways out.
  [[nodiscard]] Score of_decided(const dambase_position& position, dambase_value value) const;

 private:
  using SquareScores = std::array<Score, 64>;
  struct Place {
    int row;
    int column;
  };

  [[nodiscard]] Score of_side(const dambase_position& position, int side) const;
  [[nodiscard]] int distance(std::uint64_t some, std::uint64_t others) const;

  std::array<SquareScores, 2> men_{};  // by dambase_side
  SquareScores kings_{};
  std::array<Place, 64> places_{};
};

}  // namespace dambase::player
