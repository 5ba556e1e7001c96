// How a search asks the tables, and what it makes of the answers.
#pragma once

#include <cstdint>
#include <optional>

#include "dambase.h"
#include "tools/player/evaluation.hpp"
#include "tools/player/move_list.hpp"
#include "tools/player/score.hpp"

namespace dambase::player {

/// How much a node is worth asking about: at leaves, of which there are the most, only what is in memory. A search from
/// inside the tables is narrow and stays with few of them, so that it reads at its leaves too.
enum class Node { inner, leaf };

/// What the tables say of a node.
struct TableAnswer {
  std::optional<Score> score;         ///< settles the node
  dambase_value held = DAMBASE_DRAW;  ///< else, if not a draw: decided, but still to be made progress in
};

/// The tables, as one search uses them.
///
/// Tables of wins, draws and losses tell that a position is won, not how. So a search that begins inside them cannot
/// stop at the first win it sees: every position before it is one, and it would go round in circles. It looks for the
/// next conversion that keeps the win, and conversions are finite. That is why a win counts as reached only behind a
/// conversion; before it, the search goes on among positions that hold the win, and leaves that do not at once.
class TableKnowledge {
 public:
  /// Asks about positions of at most `most_pieces`, or less if the set has less. `set` and `evaluation` must outlive
  /// this.
  TableKnowledge(const dambase_set& set, const Evaluation& evaluation, const dambase_position& root, int most_pieces);

  /// What the tables say of `position`, which the search reaches at `ply`; nothing if they do not have it.
  [[nodiscard]] TableAnswer ask(const dambase_position& position, int ply, Node node);

  /// How many values the tables gave.
  [[nodiscard]] std::uint64_t hits() const { return hits_; }

 private:
  [[nodiscard]] std::optional<dambase_value> value_of(const dambase_position& position, Node node) const;

  const dambase_set& set_;
  const Evaluation& evaluation_;
  dambase_position root_;
  int most_pieces_;
  bool begins_inside_;
  std::uint64_t hits_ = 0;
};

/// The moves that are worth searching: those that win by the tables if there are any, else those that do not lose for
/// certain, else all. Where tables of distances know all moves, of winning ones those that win soonest, of losing ones
/// those that lose latest. Throws std::runtime_error if the library refuses the position.
[[nodiscard]] MoveList moves_worth_searching(const dambase_set& set, const dambase_position& position, int most_pieces);

}  // namespace dambase::player
