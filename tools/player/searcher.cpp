#include "tools/player/searcher.hpp"

#include <algorithm>

namespace dambase::player {

namespace {

// Whether a deeper search could not change the move: there is but one, or the shortest way to the end is found.
bool is_settled(const MoveList& moves, const SearchReport& report) {
  const std::optional<int> plies = score::plies_to_end(report.best.score);
  return moves.size() == 1 || (plies && *plies <= report.depth);
}

}  // namespace

Searcher::Searcher(const dambase_set& set, int table_pieces, std::size_t hash_bytes)
    : set_(set), table_pieces_(table_pieces), evaluation_(set), transpositions_(hash_bytes) {}

SearchReport Searcher::search(const Game& game, const SearchLimits& limits, const SearchSignals& signals,
                              const Listener& listener) {
  SearchReport report;
  MoveList moves = moves_worth_searching(set_, game.position(), table_pieces_);
  if (moves.empty()) return report;
  transpositions_.begin_search();
  SearchClock clock(limits, signals);
  AlphaBeta tree(set_, evaluation_, transpositions_, clock, game, table_pieces_);
  for (int depth = 1; depth <= std::max(limits.depth, 1); ++depth) {
    const std::optional<Variation> best = tree.search(moves, depth);
    if (!best) break;
    report = {*best, depth, tree.nodes(), tree.table_hits(), clock.seconds()};
    listener(report);
    moves.bring_first(best->moves.front());
    if (tree.is_complete() || !clock.may_deepen()) break;
    if (limits.is_for_play && is_settled(moves, report)) break;
  }
  return report;
}

}  // namespace dambase::player
