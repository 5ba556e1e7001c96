// How much of the time for a game to spend on a move.
#pragma once

#include <optional>

#include "tools/player/search_clock.hpp"

namespace dambase::player {

/// The time on a player's clock, in seconds.
struct PlayerClock {
  double left = 0;
  double increment = 0;      ///< added before every move; part of `left` already for this one
  std::optional<int> moves;  ///< to make in the time left; all the rest of the game unless given
};

/// What to spend on the next move.
[[nodiscard]] TimeBudget budget_for_move(const PlayerClock& clock);

/// Exactly this long for every move.
[[nodiscard]] TimeBudget budget_of(double seconds);

}  // namespace dambase::player
