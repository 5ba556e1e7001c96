// What the squares of a variant are called in text: by FEN, and by its players.
//
// FEN numbers run from 1 at the top left of the real board, row by row, White at the bottom. Inside
// the program the bottom left corner is always playable (engine/board.hpp); a real board whose bottom
// right corner is playable is the mirror image of that. Its rules are the same, so only here, where
// squares get names, does the program know of the mirror.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/board.hpp"

namespace dambase {

/// Which of the two bottom corners of the real board is playable.
enum class PlayableCorner : std::uint8_t { bottom_left, bottom_right };

/// How players write squares.
enum class PlayersSquares : std::uint8_t {
  as_fen,             ///< as FEN does
  from_bottom_right,  ///< numbers from 1 at the bottom right: FEN numbers counted backwards
  algebraic,          ///< a letter for the column, a digit for the row: `a1` is the bottom left corner
};

/// Whose names of squares a text uses: those of FEN, or those of the players.
enum class Numbering : std::uint8_t { fen, players };

/// The names of the squares of one board. Objects are immutable and may be used from any thread.
class SquareNames {
 public:
  constexpr SquareNames(const BoardShape& shape, PlayableCorner corner, PlayersSquares players)
      : shape_(shape), mirrored_(corner == PlayableCorner::bottom_right), players_(players) {}

  /// How many squares there are; FEN numbers are 1 to this.
  [[nodiscard]] constexpr int count() const { return shape_.squares; }
  /// The rows of the board, and its columns.
  [[nodiscard]] constexpr int board_size() const { return shape_.size; }
  [[nodiscard]] constexpr PlayersSquares players_squares() const { return players_; }
  /// Whether squares have names such as `c3` beside their numbers.
  [[nodiscard]] constexpr bool are_algebraic() const { return players_ == PlayersSquares::algebraic; }

  /// The FEN number of `square`.
  [[nodiscard]] constexpr int number_of(Square square) const { return as_on_real_board(shape_.number_of(square)); }
  /// The square with FEN number `number`, 1 to count().
  [[nodiscard]] constexpr Square square_of(int number) const { return shape_.square_of(as_on_real_board(number)); }
  /// Its column on the real board, 0 for the leftmost.
  [[nodiscard]] constexpr int column_of(Square square) const {
    const int in_row = (shape_.number_of(square) - 1) % per_row();
    const int column = 2 * in_row + (shape_.row_of(square) % 2 == 0 ? 1 : 0);
    return mirrored_ ? shape_.size - 1 - column : column;
  }

  [[nodiscard]] std::string name_of(Square square, Numbering numbering) const;

  /// The square called `name`, if there is one. Where squares have algebraic names, these and FEN
  /// numbers are known in both numberings.
  [[nodiscard]] std::optional<Square> find(std::string_view name, Numbering numbering) const;
  /// As find, algebraic names only.
  [[nodiscard]] std::optional<Square> find_algebraic(std::string_view name) const;

 private:
  [[nodiscard]] constexpr int per_row() const { return shape_.size / 2; }

  // Counts the squares of a row from its other end, if the real board is a mirror image. Its own inverse.
  [[nodiscard]] constexpr int as_on_real_board(int number) const {
    const int in_row = (number - 1) % per_row();
    return mirrored_ ? number - in_row + (per_row() - 1 - in_row) : number;
  }

  // The players' number of a FEN number, and the other way round.
  [[nodiscard]] constexpr int as_players(int number) const {
    return players_ == PlayersSquares::from_bottom_right ? shape_.squares + 1 - number : number;
  }

  BoardShape shape_;
  bool mirrored_;
  PlayersSquares players_;
};

}  // namespace dambase
