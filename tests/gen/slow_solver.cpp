#include "tests/gen/slow_solver.hpp"

#include <algorithm>
#include <cctype>

namespace dambase::slow {
namespace {

char other_colour(char piece) {
  switch (piece) {
    case 'w': return 'b';
    case 'b': return 'w';
    case 'W': return 'B';
    case 'B': return 'W';
    default: return piece;
  }
}

// The same game seen from the other side of the board.
Board turned(const Board& board) {
  const std::size_t size = board.rows.size();
  Board result = board;
  result.white_to_move = !board.white_to_move;
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column)
      result.rows[row][column] = other_colour(board.rows[size - 1 - row][size - 1 - column]);
  }
  const int last = static_cast<int>(size) - 1;
  const auto seen_from_there = [&](KingMoves moves) {
    if (moves.count > 0) moves.king = {last - moves.king.row, last - moves.king.column};
    return moves;
  };
  result.white_king_moves = seen_from_there(board.black_king_moves);
  result.black_king_moves = seen_from_there(board.white_king_moves);
  return result;
}

// How many moves are counted of a king at `place`; at most 3.
std::uint64_t counted_at(const Board& board, Place place) {
  for (const KingMoves& moves : {board.white_king_moves, board.black_king_moves}) {
    if (moves.count > 0 && moves.king == place) return static_cast<std::uint64_t>(moves.count);
  }
  return 0;
}

// Every piece, where it stands and what is counted of it, White to move; enough for five pieces.
std::uint64_t key_of(const Board& board) {
  const Board& white_to_move = board.white_to_move ? board : turned(board);
  const int size = static_cast<int>(white_to_move.rows.size());
  std::uint64_t key = 0;
  for (int at = 0; at < size * size; ++at) {
    const Place place{at / size, at % size};
    const char piece = white_to_move.at(place);
    if (piece == '.') continue;
    const std::uint64_t kind = std::string("wWbB").find(piece);
    key = key * 2048 + static_cast<std::uint64_t>(at + 1) * 16 + kind * 4 + counted_at(white_to_move, place);
  }
  return key;
}

Material material_of(const Board& board) {
  Material material;
  for (const std::string& row : board.rows) {
    for (char piece : row) {
      material.white_men += piece == 'w' ? 1 : 0;
      material.white_kings += piece == 'W' ? 1 : 0;
      material.black_men += piece == 'b' ? 1 : 0;
      material.black_kings += piece == 'B' ? 1 : 0;
    }
  }
  return material;
}

bool may_stand(const Board& board, char piece, Place place) {
  if (piece == 'w' && place.row == 0) return false;
  if (piece == 'b' && place.row == static_cast<int>(board.rows.size()) - 1) return false;
  return (place.row + place.column) % 2 == 1 && board.at(place) == '.';
}

}  // namespace

void Solver::solve(const std::vector<Material>& materials) {
  for (const Material& m : materials) {
    const auto size = static_cast<std::size_t>(rules_.size);
    Board board{std::vector<std::string>(size, std::string(size, '.')), true, {}, {}};
    std::string pieces;
    pieces.append(static_cast<std::size_t>(m.white_men), 'w').append(static_cast<std::size_t>(m.white_kings), 'W');
    pieces.append(static_cast<std::size_t>(m.black_men), 'b').append(static_cast<std::size_t>(m.black_kings), 'B');
    positions_[m] = place(board, pieces, 0);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Node& node : nodes_) {
      if (node.known != Known::nothing) continue;
      node.known = by_successors(node, [&](std::size_t i) { return nodes_[successors_[i]].known; });
      changed |= node.known != Known::nothing;
    }
  }
}

const Solver::Node& Solver::node_at(const Board& board) const { return nodes_[numbers_.at(key_of(board))]; }

void Solver::solve_distances() {
  find_plies(&Node::to_end, [&](std::size_t i) {
    const int after = nodes_[successors_[i]].to_end;
    return after == unknown_plies ? unknown_plies : after + 1;
  });
  find_plies(&Node::to_conversion, [&](std::size_t i) {
    if (kinds_[i].captures || kinds_[i].by_man) return 1;
    const int after = nodes_[successors_[i]].to_conversion;
    return after == unknown_plies ? unknown_plies : after + 1;
  });
}

// Round by round: in round n all nodes are found that have n plies, for whatever has n follows from what has n - 1.
template <class PliesOfMove>
void Solver::find_plies(int Node::*plies, const PliesOfMove& plies_of_move) {
  for (Node& node : nodes_) node.*plies = node.known == Known::nothing ? 0 : unknown_plies;
  const auto found_in = [&](const Node& node, int round) {
    if (node.first == node.last) return round == 0;
    bool all_known = true;
    int longest = 0;
    for (std::size_t i = node.first; i < node.last; ++i) {
      const bool is_winning = nodes_[successors_[i]].known == Known::loss;
      if (node.known == Known::win && !is_winning) continue;
      const int after = plies_of_move(i);
      // The smallest of a win that was not found in an earlier round.
      if (node.known == Known::win && after == round) return true;
      all_known &= after != unknown_plies;
      longest = std::max(longest, after);
    }
    return node.known == Known::loss && all_known && longest == round;
  };
  bool found = true;
  for (int round = 0; found; ++round) {
    found = false;
    std::vector<Node*> of_round;
    for (Node& node : nodes_) {
      if (node.*plies == unknown_plies && found_in(node, round)) of_round.push_back(&node);
    }
    for (Node* node : of_round) node->*plies = round;
    found = !of_round.empty();
  }
}

Value Solver::value_of(Known known) {
  switch (known) {
    case Known::win: return Value::win;
    case Known::loss: return Value::loss;
    case Known::nothing: break;
  }
  return Value::draw;
}

Value Solver::value(const Board& board) const { return value_of(node_at(board).known); }

// ---- counts ----

void Solver::solve_counts(const std::function<CountRule(const Material&)>& rule_of) {
  int most = 0;
  for (Node& node : nodes_) {
    // A side without pieces has no material that is known here.
    if (node.first == node.last) continue;
    node.rule = rule_of(node.material);
    most = std::max(most, node.rule.limit);
  }
  std::vector<Known> fresh(nodes_.size(), Known::nothing);
  // With each sweep one more of the counts that follow each other in a game is known.
  while (true) {
    with_counts_.assign(static_cast<std::size_t>(most) + 2, std::vector<Known>(nodes_.size(), Known::nothing));
    for (int count = most; count >= 0; --count) {
      const auto at = static_cast<std::size_t>(count);
      with_counts_[at] = counted(count, with_counts_[at + 1], fresh);
    }
    if (with_counts_.front() == fresh) break;
    fresh = with_counts_.front();
  }
}

std::vector<Solver::Known> Solver::counted(int count, const std::vector<Known>& next,
                                           const std::vector<Known>& fresh) const {
  std::vector<Known> values(nodes_.size(), Known::nothing);
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    if (count >= node.rule.limit && node.first != node.last) continue;
    values[n] =
        by_successors(node, [&](std::size_t i) { return (count_goes_on(node, i) ? next : fresh)[successors_[i]]; });
  }
  return values;
}

bool Solver::count_goes_on(const Node& node, std::size_t i) const {
  const CountRule& rule = node.rule;
  const KindOfMove& kind = kinds_[i];
  return nodes_[successors_[i]].rule.id == rule.id && !(rule.captures_start_anew && kind.captures) &&
         !(rule.promotions_start_anew && kind.promotes) && !(rule.moves_of_men_start_anew && kind.by_man);
}

Value Solver::value(const Board& board, int count) const {
  const auto& values = with_counts_.at(static_cast<std::size_t>(count));
  return value_of(values[numbers_.at(key_of(board))]);
}

int Solver::limit(const Board& board) const { return node_at(board).rule.limit; }

std::uint64_t Solver::place(Board& board, std::string pieces, int from) {
  if (pieces.empty()) return add_all(board);
  std::uint64_t boards = 0;
  const char piece = pieces.front();
  pieces.erase(pieces.begin());
  for (int at = from; at < rules_.size * rules_.size; ++at) {
    const Place here{at / rules_.size, at % rules_.size};
    if (!may_stand(board, piece, here)) continue;
    board.at(here) = piece;
    // Equal pieces stand in rising order, so that no board comes twice.
    boards += place(board, pieces, !pieces.empty() && pieces.front() == piece ? at + 1 : 0);
    board.at(here) = '.';
  }
  return boards;
}

std::uint64_t Solver::add_all(Board board) {
  constexpr bool white = true;
  std::uint64_t boards = 0;
  for (const KingMoves& white_moves : possible_king_moves(rules_, board, white)) {
    for (const KingMoves& black_moves : possible_king_moves(rules_, board, !white)) {
      board.white_king_moves = white_moves;
      board.black_king_moves = black_moves;
      add(board);
      ++boards;
    }
  }
  return boards;
}

void Solver::add(const Board& board) {
  const std::uint32_t node = node_of(board);
  const std::size_t first = successors_.size();
  for (const Move& move : legal_moves(rules_, board)) {
    successors_.push_back(node_of(after(rules_, board, move)));
    kinds_.push_back({!move.captured.empty(), move.promotes, std::islower(board.at(move.from)) != 0});
  }
  nodes_[node].material = material_of(board);
  nodes_[node].first = first;
  nodes_[node].last = successors_.size();
}

// A side without pieces has no successors.
std::uint32_t Solver::node_of(const Board& board) {
  const auto [found, is_new] = numbers_.emplace(key_of(board), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return found->second;
}

template <class KnownOf>
Solver::Known Solver::by_successors(const Node& node, const KnownOf& known_of) const {
  if (node.first == node.last) return rules_.no_move_wins ? Known::win : Known::loss;
  bool all_won_by_opponent = true;
  for (std::size_t i = node.first; i < node.last; ++i) {
    const Known next = known_of(i);
    if (next == Known::loss) return Known::win;
    all_won_by_opponent &= next == Known::win;
  }
  return all_won_by_opponent ? Known::loss : Known::nothing;
}

}  // namespace dambase::slow
