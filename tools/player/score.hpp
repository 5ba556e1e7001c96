// What a position is worth to the side to move, in hundredths of a man, and how certain that is.
#pragma once

#include <algorithm>
#include <optional>

#include "dambase.h"

namespace dambase::player {

using Score = int;

// Certainty comes in bands, so that a search never gives up what is certain for what looks good:
// an evaluation < a win that the tables know < a win that the tables know behind the next conversion < an end of
// the game. Losses mirror them.
namespace score {

inline constexpr Score draw = 0;
inline constexpr Score highest_evaluation = 10'000;
inline constexpr Score held_win = 15'000;
inline constexpr Score table_win = 20'000;
inline constexpr Score game_win = 30'000;
inline constexpr Score infinite = 32'000;

/// No search goes deeper, in plies from the root.
inline constexpr int deepest_ply = 200;

/// The game has ended at `ply`, with this value for the side to move. Ends that come sooner weigh more.
[[nodiscard]] constexpr Score of_end(dambase_value value, int ply) { return value * (game_win - ply); }

/// A conversion has led, at `ply`, to a position that the tables know to be decided. Sooner weighs more, since a game
/// has only so many conversions: whoever keeps the win with each of them comes to the end.
[[nodiscard]] constexpr Score of_conversion(dambase_value value, int ply) { return value * (table_win - ply); }

/// Decided by the tables, but nothing was converted yet: only the evaluation tells whether there is progress.
[[nodiscard]] constexpr Score of_held(dambase_value value, Score evaluation) {
  return value * held_win + std::clamp(evaluation, -1000, 1000);
}

/// A draw by the tables. The better-looking one leaves the opponent more to do wrong, but it is worth less than a man.
[[nodiscard]] constexpr Score of_table_draw(Score evaluation) { return draw + std::clamp(evaluation / 10, -50, 50); }

/// Plies from the root to the end of the game or to the decisive conversion, if the score stands for one.
[[nodiscard]] constexpr std::optional<int> plies_to_end(Score score) {
  const Score size = score < 0 ? -score : score;
  if (size >= game_win - deepest_ply) return game_win - size;
  if (size >= table_win - deepest_ply && size <= table_win) return table_win - size;
  return std::nullopt;
}

/// A score that counts from the root as one that counts from a node at `ply`, and back: so it means the same wherever
/// the search meets that position again.
[[nodiscard]] constexpr Score from_node(Score score, int ply) {
  if (!plies_to_end(score)) return score;
  return score < 0 ? score - ply : score + ply;
}
[[nodiscard]] constexpr Score from_root(Score score, int ply) {
  if (!plies_to_end(score)) return score;
  return score < 0 ? score + ply : score - ply;
}

}  // namespace score

}  // namespace dambase::player
