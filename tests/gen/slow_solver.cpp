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
  return result;
}

// Every piece and where it stands, White to move; enough for seven pieces.
std::uint64_t key_of(const Board& board) {
  const Board& white_to_move = board.white_to_move ? board : turned(board);
  std::uint64_t key = 0;
  std::uint64_t place = 0;
  for (const std::string& row : white_to_move.rows) {
    for (const char piece : row) {
      ++place;
      if (piece != '.') key = key * 512 + place * 4 + std::string("wWbB").find(piece);
    }
  }
  return key;
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
    Board board{std::vector<std::string>(size, std::string(size, '.')), true};
    std::string pieces;
    pieces.append(static_cast<std::size_t>(m.white_men), 'w').append(static_cast<std::size_t>(m.white_kings), 'W');
    pieces.append(static_cast<std::size_t>(m.black_men), 'b').append(static_cast<std::size_t>(m.black_kings), 'B');
    place(board, pieces, 0);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Node& node : nodes_) {
      if (node.known != Known::nothing) continue;
      node.known = by_successors(node);
      changed |= node.known != Known::nothing;
    }
  }
}

Value Solver::value(const Board& board) const {
  switch (nodes_[numbers_.at(key_of(board))].known) {
    case Known::win: return Value::win;
    case Known::loss: return Value::loss;
    case Known::nothing: break;
  }
  return Value::draw;
}

void Solver::place(Board& board, std::string pieces, int from) {
  if (pieces.empty()) return add(board);
  const char piece = pieces.front();
  pieces.erase(pieces.begin());
  for (int at = from; at < rules_.size * rules_.size; ++at) {
    const Place here{at / rules_.size, at % rules_.size};
    if (!may_stand(board, piece, here)) continue;
    board.at(here) = piece;
    // Equal pieces stand in rising order, so that no board comes twice.
    place(board, pieces, !pieces.empty() && pieces.front() == piece ? at + 1 : 0);
    board.at(here) = '.';
  }
}

void Solver::add(const Board& board) {
  const std::uint32_t node = node_of(board);
  const std::size_t first = successors_.size();
  for (const Move& move : legal_moves(rules_, board)) successors_.push_back(node_of(after(board, move)));
  nodes_[node].first = first;
  nodes_[node].last = successors_.size();
}

// A side without pieces has no successors.
std::uint32_t Solver::node_of(const Board& board) {
  const auto [found, is_new] = numbers_.emplace(key_of(board), static_cast<std::uint32_t>(nodes_.size()));
  if (is_new) nodes_.emplace_back();
  return found->second;
}

Solver::Known Solver::by_successors(const Node& node) const {
  if (node.first == node.last) return rules_.no_move_wins ? Known::win : Known::loss;
  bool all_won_by_opponent = true;
  for (std::size_t i = node.first; i < node.last; ++i) {
    const Known next = nodes_[successors_[i]].known;
    if (next == Known::loss) return Known::win;
    all_won_by_opponent &= next == Known::win;
  }
  return all_won_by_opponent ? Known::loss : Known::nothing;
}

}  // namespace dambase::slow
