// Games that players play against each other, to see what they are worth.
#pragma once

#include <functional>

#include "dambase.h"
#include "tools/player/game.hpp"
#include "tools/player/move_list.hpp"

namespace dambase::player {

/// Chooses one of the legal moves, of which there is one at least.
using MoveChooser = std::function<dambase_move(const Game& game, const MoveList& moves)>;

/// How a game ended for the side that made the first move.
struct GameResult {
  dambase_value value = DAMBASE_DRAW;
  int plies = 0;
};

/// Plays from `start` until the game is over, a position stands there for the third time, or `most_plies` are played:
/// the last two are draws. Throws std::runtime_error if the library refuses the position.
[[nodiscard]] GameResult play_game(const dambase_set& set, const dambase_position& start, const MoveChooser& first,
                                   const MoveChooser& second, int most_plies);

}  // namespace dambase::player
