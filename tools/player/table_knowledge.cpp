#include "tools/player/table_knowledge.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "tools/player/position_facts.hpp"

namespace dambase::player {

TableKnowledge::TableKnowledge(const dambase_set& set, const Evaluation& evaluation, const dambase_position& root,
                               int most_pieces)
    : set_(set),
      evaluation_(evaluation),
      root_(root),
      most_pieces_(std::min(most_pieces, dambase_max_pieces(&set))),
      begins_inside_(piece_count(root) <= most_pieces_) {}

TableAnswer TableKnowledge::ask(const dambase_position& position, int ply, Node node) {
  // Counting bits costs nothing, and most nodes of a game have too many pieces. A side without pieces has lost in most
  // variants and won in others: the search sees that without the tables, and knows it as the end of the game.
  if (piece_count(position) > most_pieces_ || pieces_of(position, position.side_to_move) == 0) return {};
  const std::optional<dambase_value> value = value_of(position, node);
  if (!value) return {};
  ++hits_;
  if (*value == DAMBASE_DRAW) return {score::of_table_draw(evaluation_.of(position)), DAMBASE_DRAW};
  if (is_converted(root_, position)) return {score::of_conversion(*value, ply), *value};
  return {std::nullopt, *value};
}

// Without room for an error text, because a table that is not there is no reason to stop: the search goes on without.
std::optional<dambase_value> TableKnowledge::value_of(const dambase_position& position, Node node) const {
  const auto probe = node == Node::inner || begins_inside_ ? dambase_probe : dambase_probe_cached;
  dambase_value value = DAMBASE_DRAW;
  if (probe(&set_, &position, &value, nullptr) != DAMBASE_OK) return std::nullopt;
  return value;
}

namespace {

// What tables of distances there are; to the end of the game if there is a choice.
std::optional<dambase_metric> best_metric(const dambase_set& set) {
  for (const dambase_metric metric : {DAMBASE_DTW, DAMBASE_DTC}) {
    if (dambase_has_metric(&set, metric) == 1) return metric;
  }
  return std::nullopt;
}

// The moves that win soonest, or lose latest. None if the tables do not know all moves, or if that is a draw.
MoveList best_by_distance(const dambase_set& set, const dambase_position& position, int most_pieces) {
  MoveList best;
  const std::optional<dambase_metric> metric = best_metric(set);
  if (!metric || piece_count(position) > most_pieces) return best;
  std::array<dambase_move_distance, DAMBASE_MOST_MOVES> all;
  std::size_t count = 0;
  const dambase_status status =
      dambase_probe_move_distances(&set, &position, *metric, all.data(), all.size(), &count, nullptr);
  if (status != DAMBASE_OK || count == 0 || all[0].status != DAMBASE_OK || all[count - 1].status != DAMBASE_OK)
    return best;
  const dambase_distance first = all[0].distance;
  if (first.value == DAMBASE_DRAW) return best;
  for (std::size_t i = 0; i < count && all[i].distance.value == first.value; ++i) {
    if (all[i].distance.plies == first.plies) best.add(all[i].move);
  }
  return best;
}

}  // namespace

MoveList moves_worth_searching(const dambase_set& set, const dambase_position& position, int most_pieces) {
  if (const MoveList best = best_by_distance(set, position, most_pieces); !best.empty()) return best;
  std::array<dambase_move_value, DAMBASE_MOST_MOVES> all;
  std::size_t count = 0;
  dambase_error error;
  if (dambase_probe_moves(&set, &position, all.data(), all.size(), &count, &error) != DAMBASE_OK)
    throw std::runtime_error(error.text);

  const auto has = [most_pieces](const dambase_move_value& move, dambase_value value) {
    return move.status == DAMBASE_OK && move.value == value && piece_count(move.move.after) <= most_pieces;
  };
  const auto wins = [&](const dambase_move_value& move) { return has(move, DAMBASE_WIN); };
  const auto loses = [&](const dambase_move_value& move) { return has(move, DAMBASE_LOSS); };
  const auto last = all.begin() + static_cast<std::ptrdiff_t>(count);
  const bool can_win = std::any_of(all.begin(), last, wins);
  const bool must_lose = std::all_of(all.begin(), last, loses);

  MoveList moves;
  for (auto move = all.begin(); move != last; ++move)
    if (can_win ? wins(*move) : must_lose || !loses(*move)) moves.add(move->move);
  return moves;
}

}  // namespace dambase::player
