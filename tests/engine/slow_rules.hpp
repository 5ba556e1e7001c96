// A slow and obvious move generator, written from the rules of draughts on an array of rows and
// columns. It shares nothing with engine/: squares are (row, column), pieces are letters, rules are
// plain run-time switches. The engine must agree with it.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/position.hpp"

namespace dambase::slow {

enum class Promotion { goes_on_as_man, ends_move, goes_on_as_king };

struct Rules {
  int size = 10;
  bool men_capture_backwards = true;
  bool flying_kings = true;
  bool most_pieces = true;  ///< otherwise the choice of capture is free
  Promotion promotion_in_capture = Promotion::goes_on_as_man;
  /// Of the squares behind one victim, those that allow a further capture must be preferred.
  bool landing_captures_on = false;
};

/// A place on the board; row 0 is the top, White's men go to it.
struct Place {
  int row = 0;
  int column = 0;
  [[nodiscard]] auto operator<=>(const Place&) const = default;
};

/// `w` and `b` are men, `W` and `B` kings, `.` is empty.
struct Board {
  std::vector<std::string> rows;
  bool white_to_move = true;

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
[[nodiscard]] Board after(const Board& board, const Move& move);
[[nodiscard]] std::uint64_t perft(const Rules& rules, const Board& board, int depth);

// The border to the engine's types.
[[nodiscard]] Place place_of(const BoardShape& shape, Square square);
[[nodiscard]] Board board_of(const BoardShape& shape, const Position& position);
[[nodiscard]] Move move_of(const BoardShape& shape, const dambase::Move& move);

}  // namespace dambase::slow
