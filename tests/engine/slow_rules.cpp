#include "tests/engine/slow_rules.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

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
// To the next playable square of the same row or column.
constexpr Step straight_steps[] = {{0, -2}, {0, 2}, {-2, 0}, {2, 0}};

Place next(Place place, Step step) { return {place.row + step.rows, place.column + step.columns}; }

bool is_empty(const Board& board, Place place) { return board.has(place) && board.at(place) == '.'; }

bool is_crowned_by(const Board& board, Place place) { return place.row == far_row(board); }

// A capture under way.
struct Capture {
  Board board;  // as it is now, without the piece that captures; what it took may still be there
  bool by_king = false;
  bool king = false;
  bool over = false;
  Path path;
  std::vector<Place> captured;
  std::string taken;  // the letters of what was captured
};

// The empty squares behind `victim`, from the nearest on; only the nearest if it does not slide.
std::vector<Place> landings(const Board& board, Place victim, Step step, bool slides) {
  std::vector<Place> found;
  for (Place at = next(victim, step); is_empty(board, at); at = next(at, step)) {
    found.push_back(at);
    if (!slides) break;
  }
  return found;
}

Capture jump(const Rules& rules, const Capture& before, Place victim, Place landing) {
  Capture after = before;
  after.captured.push_back(victim);
  after.taken += before.board.at(victim);
  after.path.push_back(landing);
  if (rules.taken_leave_at_once) after.board.at(victim) = '.';
  if (!before.king && is_crowned_by(before.board, landing)) {
    after.over = rules.promotion_in_capture == Promotion::ends_move;
    after.king = rules.promotion_in_capture == Promotion::goes_on_as_king;
  }
  return after;
}

bool may_take(const Rules& rules, const Capture& capture, Place victim) {
  if (!capture.board.has(victim)) return false;
  const char piece = capture.board.at(victim);
  if (!is_enemy(capture.board, piece)) return false;
  if (!capture.king && is_king(piece) && !rules.men_take_kings) return false;
  return std::find(capture.captured.begin(), capture.captured.end(), victim) == capture.captured.end();
}

std::vector<Capture> next_jumps(const Rules& rules, const Capture& capture);

bool goes_on(const Rules& rules, const Capture& capture) { return !next_jumps(rules, capture).empty(); }

// The jumps over the first piece in one direction.
std::vector<Capture> jumps_along(const Rules& rules, const Capture& capture, Step step) {
  std::vector<Capture> found;
  const bool slides = capture.king && rules.flying_kings;
  Place victim = next(capture.path.back(), step);
  while (slides && is_empty(capture.board, victim)) victim = next(victim, step);
  if (!may_take(rules, capture, victim)) return found;
  for (const Place landing :
       landings(capture.board, victim, step, slides && rules.landing != Landing::directly_behind)) {
    found.push_back(jump(rules, capture, victim, landing));
  }
  if (rules.landing == Landing::where_it_captures_on) {
    const auto ends = [&](const Capture& c) { return !goes_on(rules, c); };
    if (!std::all_of(found.begin(), found.end(), ends)) std::erase_if(found, ends);
  }
  return found;
}

std::vector<Capture> next_jumps(const Rules& rules, const Capture& capture) {
  std::vector<Capture> found;
  if (capture.over) return found;
  for (const Step step : steps) {
    if (!capture.king && !rules.men_capture_backwards && step.rows != forward(capture.board)) continue;
    for (const Capture& longer : jumps_along(rules, capture, step)) found.push_back(longer);
  }
  if (!rules.captures_along_rows_and_columns) return found;
  for (const Step step : straight_steps) {
    for (const Capture& longer : jumps_along(rules, capture, step)) found.push_back(longer);
  }
  return found;
}

bool may_end(const Rules& rules, const Capture& capture) {
  if (capture.captured.empty()) return false;
  if (!rules.stops_behind_king || !is_king(capture.taken.back())) return true;
  return std::abs(capture.path.back().row - capture.captured.back().row) == 1;
}

void follow(const Rules& rules, const Capture& capture, std::vector<Capture>& finished) {
  const std::vector<Capture> further = next_jumps(rules, capture);
  for (const Capture& longer : further) follow(rules, longer, finished);
  if (further.empty() && may_end(rules, capture)) finished.push_back(capture);
}

// In half men: one king is worth 1 1/2 men, two 3 1/2, three 5 1/2.
int frisian_value(int men, int kings) { return 64 * men + 126 * kings; }

// What decides between captures, the most important first; the greatest must be taken.
std::vector<int> worth(const Rules& rules, const Capture& capture) {
  const int pieces = static_cast<int>(capture.taken.size());
  const int kings = static_cast<int>(std::count_if(capture.taken.begin(), capture.taken.end(), is_king));
  switch (rules.choice) {
    case Choice::free: return {};
    case Choice::by_king: return {capture.by_king ? 1 : 0};
    case Choice::most_pieces: return {pieces};
    case Choice::most_pieces_then_kings: return {pieces, kings};
    case Choice::frisian: return {frisian_value(pieces - kings, kings), capture.by_king ? 1 : 0};
    case Choice::italian: break;
  }
  std::vector<int> result{pieces, capture.by_king ? 1 : 0, kings};
  for (const char piece : capture.taken) result.push_back(is_king(piece) ? 1 : 0);
  return result;
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

bool has_piece(const Board& board, char piece) {
  return std::any_of(board.rows.begin(), board.rows.end(),
                     [&](const std::string& row) { return row.find(piece) != std::string::npos; });
}

// King moves are limited, and so counted, only where the rules say so and while the side has men.
bool counts_king_moves(const Rules& rules, const Board& board, bool of_white) {
  return rules.king_moves_in_a_row > 0 && has_piece(board, of_white ? 'w' : 'b');
}

// Whether the king there has made all the moves in a row that it may.
bool must_rest(const Rules& rules, const Board& board, Place king) {
  if (!counts_king_moves(rules, board, board.white_to_move)) return false;
  const KingMoves& made = board.white_to_move ? board.white_king_moves : board.black_king_moves;
  return made.count >= rules.king_moves_in_a_row && made.king == king;
}

std::set<Move> quiet_moves(const Rules& rules, const Board& board) {
  std::set<Move> found;
  for (const Place from : own_pieces(board)) {
    const bool king = is_king(board.at(from));
    if (king && must_rest(rules, board, from)) continue;
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

Move move_of(const Board& board, const Capture& capture) {
  const Place to = capture.path.back();
  const bool promotes = !capture.by_king && (capture.king || is_crowned_by(board, to));
  return {capture.path.front(), to, {capture.captured.begin(), capture.captured.end()}, promotes};
}

bool is_over(const Rules& rules, const Board& board) {
  if (!rules.promotion_ends_game) return false;
  return has_piece(board, board.white_to_move ? 'B' : 'W');
}

// The count after `move`. A capture, and a move of another piece, end what was counted before.
KingMoves counted_after(const KingMoves& before, const Board& board, const Move& move) {
  if (!is_king(board.at(move.from)) || !move.captured.empty()) return {};
  const bool same_king = before.count > 0 && before.king == move.from;
  return {same_king ? before.count + 1 : 1, move.to};
}

// `counted`, if it still matters: the king is there and its side has men.
KingMoves still_counted(const Rules& rules, const Board& board, bool of_white, const KingMoves& counted) {
  const bool there = counted.count > 0 && board.at(counted.king) == (of_white ? 'W' : 'B');
  return there && counts_king_moves(rules, board, of_white) ? counted : KingMoves{};
}

constexpr Rules international;

constexpr Rules frisian{.captures_along_rows_and_columns = true, .king_moves_in_a_row = 3, .choice = Choice::frisian};

constexpr Rules english{.size = 8,
                        .men_capture_backwards = false,
                        .flying_kings = false,
                        .choice = Choice::free,
                        .promotion_in_capture = Promotion::ends_move};

constexpr Rules italian{.size = 8,
                        .men_capture_backwards = false,
                        .men_take_kings = false,
                        .flying_kings = false,
                        .choice = Choice::italian,
                        .promotion_in_capture = Promotion::ends_move};

constexpr Rules spanish{.size = 8,
                        .men_capture_backwards = false,
                        .choice = Choice::most_pieces_then_kings,
                        .promotion_in_capture = Promotion::ends_move};

constexpr Rules russian{.size = 8,
                        .choice = Choice::free,
                        .promotion_in_capture = Promotion::goes_on_as_king,
                        .landing = Landing::where_it_captures_on};

constexpr Rules pool{.size = 8, .choice = Choice::free, .landing = Landing::where_it_captures_on};

constexpr Rules czech{.size = 8,
                      .men_capture_backwards = false,
                      .choice = Choice::by_king,
                      .promotion_in_capture = Promotion::ends_move,
                      .landing = Landing::where_it_captures_on};

constexpr Rules thai{.size = 8,
                     .men_capture_backwards = false,
                     .choice = Choice::free,
                     .promotion_in_capture = Promotion::ends_move,
                     .landing = Landing::directly_behind,
                     .taken_leave_at_once = true};

constexpr Rules flying_kings{
    .size = 8, .men_capture_backwards = false, .choice = Choice::free, .promotion_in_capture = Promotion::ends_move};

}  // namespace

const std::map<std::string, Rules, std::less<>>& known_rules() {
  static const std::map<std::string, Rules, std::less<>> rules = {
      {"international", international},
      {"killer", {.stops_behind_king = true}},
      {"breakthrough", {.promotion_ends_game = true}},
      {"losing", {.no_move_wins = true}},
      {"frisian", frisian},
      {"brazilian", {.size = 8}},
      {"kids", {.size = 6}},
      {"english", english},
      {"italian", italian},
      {"spanish", spanish},
      {"portuguese", spanish},
      {"russian", russian},
      {"pool", pool},
      {"czech", czech},
      {"flying-kings", flying_kings},
      {"thai", thai},
  };
  return rules;
}

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
  if (is_over(rules, board)) return {};
  std::vector<Capture> finished;
  for (const Place from : own_pieces(board)) {
    const bool king = is_king(board.at(from));
    Board without = board;
    without.at(from) = '.';
    follow(rules, Capture{without, king, king, false, {from}, {}, {}}, finished);
  }
  std::vector<int> best;
  for (const Capture& capture : finished) best = std::max(best, worth(rules, capture));
  std::set<std::pair<Move, Path>> found;
  for (const Capture& capture : finished) {
    if (worth(rules, capture) == best) found.insert({move_of(board, capture), capture.path});
  }
  return found;
}

std::set<Move> legal_moves(const Rules& rules, const Board& board) {
  if (is_over(rules, board)) return {};
  std::set<Move> moves;
  for (const auto& [move, path] : capture_paths(rules, board)) moves.insert(move);
  return moves.empty() ? quiet_moves(rules, board) : moves;
}

Board after(const Rules& rules, const Board& board, const Move& move) {
  Board result = board;
  const char piece = board.at(move.from);
  result.at(move.from) = '.';
  for (const Place victim : move.captured) result.at(victim) = '.';
  result.at(move.to) = move.promotes ? static_cast<char>(std::toupper(piece)) : piece;
  result.white_to_move = !board.white_to_move;
  KingMoves& own = board.white_to_move ? result.white_king_moves : result.black_king_moves;
  own = counted_after(own, board, move);
  constexpr bool white = true;
  result.white_king_moves = still_counted(rules, result, white, result.white_king_moves);
  result.black_king_moves = still_counted(rules, result, !white, result.black_king_moves);
  return result;
}

std::vector<KingMoves> possible_king_moves(const Rules& rules, const Board& board, bool of_white) {
  std::vector<KingMoves> found{KingMoves{}};
  if (!counts_king_moves(rules, board, of_white)) return found;
  Board seen = board;
  seen.white_to_move = of_white;
  for (const Place place : own_pieces(seen)) {
    if (!is_king(board.at(place))) continue;
    for (int count = 1; count <= rules.king_moves_in_a_row; ++count) found.push_back({count, place});
  }
  return found;
}

std::uint64_t perft(const Rules& rules, const Board& board, int depth) {
  if (depth == 0) return 1;
  const std::set<Move> moves = legal_moves(rules, board);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move& move : moves) nodes += perft(rules, after(rules, board, move), depth - 1);
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
  Board board{std::vector<std::string>(size, std::string(size, '.')), position.side_to_move() == Side::white, {}, {}};
  for (const Square square : position.white().men) board.at(place_of(shape, square)) = 'w';
  for (const Square square : position.white().kings) board.at(place_of(shape, square)) = 'W';
  for (const Square square : position.black().men) board.at(place_of(shape, square)) = 'b';
  for (const Square square : position.black().kings) board.at(place_of(shape, square)) = 'B';
  const auto king_moves = [&](const KingRun& run) {
    return run.moves > 0 ? KingMoves{run.moves, place_of(shape, run.king)} : KingMoves{};
  };
  board.white_king_moves = king_moves(position.white().run);
  board.black_king_moves = king_moves(position.black().run);
  return board;
}

Move move_of(const BoardShape& shape, const dambase::Move& move) {
  Move result{place_of(shape, move.from), place_of(shape, move.to), {}, move.promotes};
  for (const Square victim : move.captured) result.captured.insert(place_of(shape, victim));
  return result;
}

}  // namespace dambase::slow
