// A position: where the pieces stand and whose move it is. Immutable; a move gives a new one.
#pragma once

#include <array>

#include "engine/board.hpp"
#include "engine/move.hpp"
#include "engine/side.hpp"

namespace dambase {

/// Quiet moves in a row that one king of a side has made, where the rules count them.
struct KingRun {
  std::uint8_t moves = 0;  ///< 0: none is counted, and `king` means nothing
  Square king{};           ///< where it stands now

  [[nodiscard]] constexpr bool operator==(const KingRun&) const = default;
};

/// The men and kings of one side.
struct Pieces {
  Bitboard men;
  Bitboard kings;
  KingRun run{};  ///< stays empty in rules that do not limit king moves

  [[nodiscard]] constexpr Bitboard all() const { return men | kings; }
  [[nodiscard]] constexpr bool operator==(const Pieces&) const = default;
};

[[nodiscard]] constexpr Pieces turned(const Pieces& pieces, int bits) {
  Pieces after{turned(pieces.men, bits), turned(pieces.kings, bits), pieces.run};
  if (after.run.moves > 0) after.run.king = turned(Bitboard(after.run.king), bits).first();
  return after;
}

/// Pieces of both sides and the side to move. Says nothing of rules: legality is `check_position`.
class Position {
 public:
  constexpr Position() = default;
  constexpr Position(Side side_to_move, Pieces white, Pieces black)
      : pieces_{white, black}, side_to_move_(side_to_move) {}

  [[nodiscard]] constexpr Side side_to_move() const { return side_to_move_; }
  [[nodiscard]] constexpr const Pieces& of(Side side) const { return pieces_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] constexpr const Pieces& white() const { return pieces_[0]; }
  [[nodiscard]] constexpr const Pieces& black() const { return pieces_[1]; }
  [[nodiscard]] constexpr Bitboard occupied() const { return pieces_[0].all() | pieces_[1].all(); }
  [[nodiscard]] constexpr int count() const { return occupied().count(); }
  [[nodiscard]] constexpr bool operator==(const Position&) const = default;

  /// The position after a legal `move`, the opponent to move.
  [[nodiscard]] constexpr Position after(const Move& move) const {
    Position next = *this;
    Pieces& mover = next.pieces_[static_cast<std::size_t>(side_to_move_)];
    Pieces& other = next.pieces_[static_cast<std::size_t>(opponent(side_to_move_))];
    const bool is_king = mover.kings.has(move.from);
    mover.men -= Bitboard(move.from);
    mover.kings -= Bitboard(move.from);
    (is_king || move.promotes ? mover.kings : mover.men) |= Bitboard(move.to);
    mover.run = move.run > 0 ? KingRun{move.run, move.to} : KingRun{};
    other.men -= move.captured;
    other.kings -= move.captured;
    if (other.run.moves > 0 && (other.men.empty() || !other.kings.has(other.run.king))) other.run = {};
    next.side_to_move_ = opponent(side_to_move_);
    return next;
  }

  /// The same game seen from the other side of the board: rotated by 180 degrees, colours swapped.
  [[nodiscard]] constexpr Position turned(const BoardShape& shape) const {
    return {opponent(side_to_move_), dambase::turned(black(), shape.bits), dambase::turned(white(), shape.bits)};
  }

 private:
  std::array<Pieces, 2> pieces_{};
  Side side_to_move_ = Side::white;
};

}  // namespace dambase
