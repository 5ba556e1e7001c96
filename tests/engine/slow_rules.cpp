#include "tests/engine/slow_rules.hpp"

#include <algorithm>
#include <cctype>

namespace dambase::slow {
namespace {

bool is_white(char piece) { return piece == 'w' || piece == 'W'; }
bool is_black(char piece) { return piece == 'b' || piece == 'B'; }
bool is_king(char piece) { return piece == 'W' || piece == 'B'; }
bool is_own(const Board& board, char piece) { return board.white_to_move ? is_white(piece) : is_black(piece); }
bool is_enemy(const Board& board, char piece) { return board.white_to_move ? is_black(piece) : is_white(piece); }
int forward(const Board& board) { return board.white_to_move ? -1 : 1; }
int far_row(const Board& board) { return board.white_to_move ? 0 : static_cast<int>(board.rows.size()) - 1; }

struct Step {
  int rows;
  int columns;
};
constexpr Step steps[] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

Place next(Place place, Step step) { return {place.row + step.rows, place.column + step.columns}; }

bool is_empty(const Board& board, Place place) { return board.has(place) && board.at(place) == '.'; }

// A capture under way. The piece that captures is not on the board; what it took still is.
struct Capture {
  bool king = false;
  bool over = false;
  Path path;
  std::set<Place> captured;
};

bool is_crowned_by(const Board& board, Place place) { return place.row == far_row(board); }

// The empty squares behind `victim` on which a jump over it may end.
std::vector<Place> landings(const Board& board, Place victim, Step step, bool any_distance) {
  std::vector<Place> found;
  for (Place at = next(victim, step); is_empty(board, at); at = next(at, step)) {
    found.push_back(at);
    if (!any_distance) break;
  }
  return found;
}

Capture jump(const Rules& rules, const Board& board, const Capture& before, Place victim, Place landing) {
  Capture after = before;
  after.captured.insert(victim);
  after.path.push_back(landing);
  if (!before.king && is_crowned_by(board, landing)) {
    after.over = rules.promotion_in_capture == Promotion::ends_move;
    after.king = rules.promotion_in_capture == Promotion::goes_on_as_king;
  }
  return after;
}

std::vector<Capture> next_jumps(const Rules& rules, const Board& board, const Capture& capture) {
  std::vector<Capture> found;
  if (capture.over) return found;
  for (const Step step : steps) {
    if (!capture.king && !rules.men_capture_backwards && step.rows != forward(board)) continue;
    const bool slides = capture.king && rules.flying_kings;
    Place victim = next(capture.path.back(), step);
    while (slides && is_empty(board, victim)) victim = next(victim, step);
    if (!board.has(victim) || !is_enemy(board, board.at(victim)) || capture.captured.contains(victim)) continue;
    std::vector<Capture> over_this;
    for (const Place landing : landings(board, victim, step, slides)) {
      over_this.push_back(jump(rules, board, capture, victim, landing));
    }
    const auto goes_on = [&](const Capture& c) { return !next_jumps(rules, board, c).empty(); };
    if (rules.landing_captures_on && std::any_of(over_this.begin(), over_this.end(), goes_on)) {
      std::erase_if(over_this, [&](const Capture& c) { return !goes_on(c); });
    }
    found.insert(found.end(), over_this.begin(), over_this.end());
  }
  return found;
}

void follow(const Rules& rules, const Board& board, const Capture& capture, bool was_king,
            std::set<std::pair<Move, Path>>& found) {
  const std::vector<Capture> further = next_jumps(rules, board, capture);
  for (const Capture& longer : further) follow(rules, board, longer, was_king, found);
  if (!further.empty() || capture.captured.empty()) return;
  const Place to = capture.path.back();
  const bool promotes = !was_king && (capture.king || is_crowned_by(board, to));
  found.insert({Move{capture.path.front(), to, capture.captured, promotes}, capture.path});
}

std::vector<Place> own_pieces(const Board& board) {
  std::vector<Place> found;
  for (int row = 0; row < static_cast<int>(board.rows.size()); ++row) {
    for (int column = 0; column < static_cast<int>(board.rows.size()); ++column) {
      if (is_own(board, board.at({row, column}))) found.push_back({row, column});
    }
  }
  return found;
}

std::set<Move> quiet_moves(const Rules& rules, const Board& board) {
  std::set<Move> found;
  for (const Place from : own_pieces(board)) {
    const bool king = is_king(board.at(from));
    for (const Step step : steps) {
      if (!king && step.rows != forward(board)) continue;
      for (Place to = next(from, step); is_empty(board, to); to = next(to, step)) {
        found.insert({from, to, {}, !king && is_crowned_by(board, to)});
        if (!king || !rules.flying_kings) break;
      }
    }
  }
  return found;
}

}  // namespace

bool Board::has(Place place) const {
  const int size = static_cast<int>(rows.size());
  return place.row >= 0 && place.row < size && place.column >= 0 && place.column < size;
}

char Board::at(Place place) const {
  return rows[static_cast<std::size_t>(place.row)][static_cast<std::size_t>(place.column)];
}

char& Board::at(Place place) {
  return rows[static_cast<std::size_t>(place.row)][static_cast<std::size_t>(place.column)];
}

std::set<std::pair<Move, Path>> capture_paths(const Rules& rules, const Board& board) {
  std::set<std::pair<Move, Path>> found;
  for (const Place from : own_pieces(board)) {
    const bool king = is_king(board.at(from));
    Board without = board;
    without.at(from) = '.';
    follow(rules, without, Capture{king, false, {from}, {}}, king, found);
  }
  if (!rules.most_pieces) return found;
  std::size_t most = 0;
  for (const auto& [move, path] : found) most = std::max(most, move.captured.size());
  std::erase_if(found, [&](const auto& capture) { return capture.first.captured.size() < most; });
  return found;
}

std::set<Move> legal_moves(const Rules& rules, const Board& board) {
  std::set<Move> moves;
  for (const auto& [move, path] : capture_paths(rules, board)) moves.insert(move);
  return moves.empty() ? quiet_moves(rules, board) : moves;
}

Board after(const Board& board, const Move& move) {
  Board result = board;
  const char piece = board.at(move.from);
  result.at(move.from) = '.';
  for (const Place victim : move.captured) result.at(victim) = '.';
  result.at(move.to) = move.promotes ? static_cast<char>(std::toupper(piece)) : piece;
  result.white_to_move = !board.white_to_move;
  return result;
}

std::uint64_t perft(const Rules& rules, const Board& board, int depth) {
  if (depth == 0) return 1;
  const std::set<Move> moves = legal_moves(rules, board);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move& move : moves) nodes += perft(rules, after(board, move), depth - 1);
  return nodes;
}

Place place_of(const BoardShape& shape, Square square) {
  const int per_row = shape.size / 2;
  const int index = shape.number_of(square) - 1;
  const int row = index / per_row;
  // The top left corner is not a playable square, so even rows begin one column later.
  return {row, 2 * (index % per_row) + (row % 2 == 0 ? 1 : 0)};
}

Board board_of(const BoardShape& shape, const Position& position) {
  const auto size = static_cast<std::size_t>(shape.size);
  Board board{std::vector<std::string>(size, std::string(size, '.')), position.side_to_move() == Side::white};
  for (const Square square : position.white().men) board.at(place_of(shape, square)) = 'w';
  for (const Square square : position.white().kings) board.at(place_of(shape, square)) = 'W';
  for (const Square square : position.black().men) board.at(place_of(shape, square)) = 'b';
  for (const Square square : position.black().kings) board.at(place_of(shape, square)) = 'B';
  return board;
}

Move move_of(const BoardShape& shape, const dambase::Move& move) {
  Move result{place_of(shape, move.from), place_of(shape, move.to), {}, move.promotes};
  for (const Square victim : move.captured) result.captured.insert(place_of(shape, victim));
  return result;
}

}  // namespace dambase::slow
