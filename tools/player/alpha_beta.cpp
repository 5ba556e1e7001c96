#include "tools/player/alpha_beta.hpp"

#include <algorithm>
#include <bit>

namespace dambase::player {

namespace {

// Whether what is known of a node makes searching it superfluous.
bool settles(const Finding& finding, Score score, int depth, Score alpha, Score beta) {
  if (finding.depth < depth) return false;
  switch (finding.bound) {
    case Bound::exact: return true;
    case Bound::at_least: return score >= beta;
    case Bound::at_most: return score <= alpha;
  }
  return false;
}

}  // namespace

AlphaBeta::AlphaBeta(const dambase_set& set, const Evaluation& evaluation, TranspositionTable& transpositions,
                     SearchClock& clock, const Game& game, int table_pieces)
    : set_(set),
      evaluation_(evaluation),
      transpositions_(transpositions),
      clock_(clock),
      tables_(set, evaluation, game.position(), table_pieces),
      root_(game.position()),
      history_(game.history()),
      plies_(score::deepest_ply + 2) {}

std::optional<Variation> AlphaBeta::search(const MoveList& moves, int depth) {
  may_stop_ = depth > 1;
  is_complete_ = true;
  const Best best = best_of(root_, moves, {-score::infinite, score::infinite}, depth, 0);
  if (is_stopped()) return std::nullopt;
  return Variation{best.score, plies_[0].line};
}

Score AlphaBeta::value(const dambase_position& position, Window window, int depth, int ply) {
  Ply& here = plies_[static_cast<std::size_t>(ply)];
  here.line.clear();
  ++nodes_;
  has_stopped_ = has_stopped_ || (may_stop_ && clock_.must_stop(nodes_));
  if (is_stopped()) return score::draw;  // of no account: every caller drops it
  // Once is enough: what could be repeated once can be again.
  if (history_.repetitions() > 0) return score::draw;
  const TableAnswer answer = tables_.ask(position, ply, depth > 0 ? Node::inner : Node::leaf);
  if (answer.score) return *answer.score;
  here.moves.fill(set_, position);
  if (here.moves.empty()) return end_value(position, ply);
  const bool is_leaf = depth <= 0 && !here.moves.are_captures();
  if (is_leaf || ply == score::deepest_ply) return leaf_value(position, answer.held);
  if (depth <= 0) return best_of(position, here.moves, window, depth, ply).score;
  return searched_value(position, window, depth, ply);
}

Score AlphaBeta::leaf_value(const dambase_position& position, dambase_value held) {
  is_complete_ = false;
  return held == DAMBASE_DRAW ? evaluation_.of(position) : score::of_held(held, evaluation_.of_decided(position, held));
}

Score AlphaBeta::end_value(const dambase_position& position, int ply) const {
  int is_over = 0;
  dambase_value value = DAMBASE_LOSS;
  dambase_is_over(&set_, &position, &is_over, &value, nullptr);
  return score::of_end(value, ply);
}

// The value of a node with legal moves, by what is known of it or by searching them.
Score AlphaBeta::searched_value(const dambase_position& position, Window window, int depth, int ply) {
  const std::uint64_t hash = history_.last();
  const auto known = transpositions_.find(hash);
  if (known && known->is_current) {
    const Score score = score::from_root(known->finding.score, ply);
    if (settles(known->finding, score, depth, window.alpha, window.beta)) {
      is_complete_ = false;  // who knows what that came from
      return score;
    }
  }
  MoveList& moves = plies_[static_cast<std::size_t>(ply)].moves;
  sort(moves, position.side_to_move, known ? known->finding.move : dambase_move{});
  const Best best = best_of(position, moves, window, depth, ply);
  if (is_stopped()) return score::draw;
  const Bound bound = best.score >= window.beta    ? Bound::at_least
                      : best.score <= window.alpha ? Bound::at_most
                                                   : Bound::exact;
  transpositions_.store(hash, {score::from_node(best.score, ply), depth, bound, best.move});
  return best.score;
}

AlphaBeta::Best AlphaBeta::best_of(const dambase_position& position, const MoveList& moves, Window window, int depth,
                                   int ply) {
  // A capture without a choice takes no thinking, so it takes no depth.
  const int depth_after = moves.size() == 1 && moves.are_captures() ? depth : depth - 1;
  auto& line = plies_[static_cast<std::size_t>(ply)].line;
  const auto& line_after = plies_[static_cast<std::size_t>(ply) + 1].line;
  Best best;
  for (const dambase_move& move : moves) {
    const bool is_first = &move == moves.begin();
    const Score score = is_first ? value_after(position, move, window, depth_after, ply + 1)
                                 : value_behind_best(position, move, window, depth_after, ply + 1);
    if (is_stopped()) break;
    if (score <= best.score) continue;
    best = {score, move};
    if (score <= window.alpha) continue;
    window.alpha = score;
    line.assign(1, move);
    line.insert(line.end(), line_after.begin(), line_after.end());
    if (score >= window.beta) {
      praise(move, position.side_to_move, depth);
      break;
    }
  }
  return best;
}

// What `move` is worth to the side that plays it.
Score AlphaBeta::value_after(const dambase_position& position, const dambase_move& move, Window window, int depth,
                             int ply) {
  history_.add(position_hash(move.after), is_conversion(position, move));
  const Score score = -value(move.after, window.turned(), depth, ply);
  history_.remove_last();
  return score;
}

// As value_after, for a move that is probably no better than one before it: that is quicker to show than what it is
// worth.
Score AlphaBeta::value_behind_best(const dambase_position& position, const dambase_move& move, Window window, int depth,
                                   int ply) {
  const Score score = value_after(position, move, {window.alpha, window.alpha + 1}, depth, ply);
  if (score <= window.alpha || score >= window.beta) return score;
  return value_after(position, move, window, depth, ply);
}

void AlphaBeta::sort(MoveList& moves, int side, const dambase_move& first) const {
  const auto& praises = praises_[static_cast<std::size_t>(side)];
  const auto rating = [&](const dambase_move& move) {
    if (is_same_move(move, first)) return ~std::uint32_t{0};
    if (is_capture(move)) return static_cast<std::uint32_t>(std::popcount(move.captured));
    return praises[static_cast<std::size_t>(move.from)][static_cast<std::size_t>(move.to)];
  };
  moves.sort([&](const dambase_move& a, const dambase_move& b) { return rating(a) > rating(b); });
}

void AlphaBeta::praise(const dambase_move& move, int side, int depth) {
  if (is_capture(move) || depth <= 0) return;
  praises_[static_cast<std::size_t>(side)][static_cast<std::size_t>(move.from)][static_cast<std::size_t>(move.to)] +=
      static_cast<std::uint32_t>(depth * depth);
}

}  // namespace dambase::player
