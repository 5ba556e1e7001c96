#include "tools/player/time_control.hpp"

#include <algorithm>

namespace dambase::player {

namespace {

// A game that has come far enough to be thought about seldom takes more moves of one side than this.
constexpr int usual_moves_left = 30;

// What may pass between our answer and the moment the clock stops.
constexpr double lag = 0.05;

}  // namespace

TimeBudget budget_for_move(const PlayerClock& clock) {
  const double left = std::max(clock.left - lag, 0.0);
  const int moves = std::max(clock.moves.value_or(usual_moves_left), 1);
  const double share = std::min(left / moves + clock.increment, left);
  // A depth takes several times as long as the one before: one that begins after half of the share would not end in it.
  return {share / 2, std::min(3 * share, left / 2 + share / 2)};
}

TimeBudget budget_of(double seconds) { return {seconds, seconds}; }

}  // namespace dambase::player
