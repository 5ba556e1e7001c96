// A slow and obvious move generator, written from the rules of draughts on an array of rows and
// columns. It shares nothing with engine/: squares are (row, column), pieces are letters, rules are
// plain run-time switches. The engine must agree with it.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/position.hpp"

namespace dambase::slow {

/// What becomes of a man that reaches the far row while it captures.
enum class Promotion { goes_on_as_man, ends_move, goes_on_as_king };

/// On which of the empty squares behind a victim a flying king may land.
enum class Landing { anywhere, where_it_captures_on, directly_behind };

/// Which of several captures must be taken.
enum class Choice {
  free,
  by_king,  ///< by a king, if one can
  most_pieces,
  most_pieces_then_kings,
  italian,  ///< the most pieces, then by a king, then the most kings, then kings earliest
  frisian,  ///< the greatest value, then by a king; n kings are worth 2n - 1/2 men
};

struct Rules {
  int size = 10;
  bool men_capture_backwards = true;
  bool men_take_kings = true;
  bool flying_kings = true;
  bool captures_along_rows_and_columns = false;  ///< as well as diagonally; quiet moves stay diagonal
  int king_moves_in_a_row = 0;  ///< that one king may make without capturing while its side has men; 0: any
  Choice choice = Choice::most_pieces;
  Promotion promotion_in_capture = Promotion::goes_on_as_man;
  Landing landing = Landing::anywhere;
  bool stops_behind_king = false;    ///< a king that takes a king last stops directly behind it
  bool taken_leave_at_once = false;  ///< what is taken leaves the board before the move goes on
  bool promotion_ends_game = false;  ///< and wins it
  bool no_move_wins = false;         ///< otherwise it loses
};

/// The variants by name, as their rules say.
[[nodiscard]] const std::map<std::string, Rules, std::less<>>& known_rules();

/// A place on the board; row 0 is the top, White's men go to it.
struct Place {
  int row = 0;
  int column = 0;
  [[nodiscard]] auto operator<=>(const Place&) const = default;
};

/// The moves without a capture that one king of a side has made last, each turn of that side one.
struct KingMoves {
  int count = 0;  ///< 0: nothing is counted
  Place king{};   ///< where it stands now
  [[nodiscard]] auto operator<=>(const KingMoves&) const = default;
};

/// `w` and `b` are men, `W` and `B` kings, `.` is empty.
struct Board {
  std::vector<std::string> rows;
  bool white_to_move = true;
  KingMoves white_king_moves{};  ///< as far as the rules limit them
  KingMoves black_king_moves{};

  [[nodiscard]] bool has(Place place) const;
  [[nodiscard]] char at(Place place) const;
  char& at(Place place);
  [[nodiscard]] bool operator==(const Board&) const = default;
};

struct Move {
  Place from;
  Place to;
  std::set<Place> captured;
  bool promotes = false;
  [[nodiscard]] auto operator<=>(const Move&) const = default;
};

/// The squares that a capture visits, `from` first.
using Path = std::vector<Place>;

[[nodiscard]] std::set<std::pair<Move, Path>> capture_paths(const Rules& rules, const Board& board);
[[nodiscard]] std::set<Move> legal_moves(const Rules& rules, const Board& board);
[[nodiscard]] Board after(const Rules& rules, const Board& board, const Move& move);
/// The king moves that White, or Black, can have counted where the pieces stand as on `board`; none is one of them.
[[nodiscard]] std::vector<KingMoves> possible_king_moves(const Rules& rules, const Board& board, bool of_white);
[[nodiscard]] std::uint64_t perft(const Rules& rules, const Board& board, int depth);

// The border to the engine's types.
[[nodiscard]] Place place_of(const BoardShape& shape, Square square);
[[nodiscard]] Board board_of(const BoardShape& shape, const Position& position);
[[nodiscard]] Move move_of(const BoardShape& shape, const dambase::Move& move);

}  // namespace dambase::slow
