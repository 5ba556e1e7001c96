#include "tools/player/match.hpp"

#include <stdexcept>

namespace dambase::player {

namespace {

constexpr int most_repetitions = 2;  // a position may stand there twice

dambase_value value_at_end(const dambase_set& set, const dambase_position& position) {
  int is_over = 0;
  dambase_value value = DAMBASE_DRAW;
  dambase_error error;
  if (dambase_is_over(&set, &position, &is_over, &value, &error) != DAMBASE_OK) throw std::runtime_error(error.text);
  return value;
}

}  // namespace

GameResult play_game(const dambase_set& set, const dambase_position& start, const MoveChooser& first,
                     const MoveChooser& second, int most_plies) {
  Game game(start);
  MoveList moves;
  for (int plies = 0; plies < most_plies; ++plies) {
    moves.fill(set, game.position());
    const bool is_first = plies % 2 == 0;
    if (moves.empty()) {
      const int value = value_at_end(set, game.position());
      return {static_cast<dambase_value>(is_first ? value : -value), plies};
    }
    game.play((is_first ? first : second)(game, moves));
    if (game.history().repetitions() >= most_repetitions) return {DAMBASE_DRAW, plies + 1};
  }
  return {DAMBASE_DRAW, most_plies};
}

}  // namespace dambase::player
