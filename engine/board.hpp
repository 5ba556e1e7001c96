// The geometry of a square draughts board, and which squares see which.
//
// Squares are numbered 1 to Size*Size/2 from the top left, row by row, White at the bottom. In a
// Bitboard one gap bit follows every two rows, so that a diagonal step is the same shift everywhere
// (10x10: bits 0..9, 11..20, 22..31, ...; steps -6, -5, +5, +6).
#pragma once

#include <array>
#include <cstdint>

#include "engine/bitboard.hpp"

namespace dambase {

/// A direction, seen with White at the bottom. Values index tables, and opposite ones add up to 7.
/// Pieces move along diagonals only; some rules let them capture along rows and columns too, where a
/// step is to the next square of the same colour.
enum class Direction : std::uint8_t { up_left, up_right, up, left, right, down, down_left, down_right };

inline constexpr std::array all_directions = {Direction::up_left,   Direction::up_right,  Direction::up,
                                              Direction::left,      Direction::right,     Direction::down,
                                              Direction::down_left, Direction::down_right};
inline constexpr std::array diagonals = {Direction::up_left, Direction::up_right, Direction::down_left,
                                         Direction::down_right};

[[nodiscard]] constexpr Direction opposite(Direction direction) {
  return static_cast<Direction>(7 - static_cast<int>(direction));
}

/// Whether `direction` leads to lower bits. Of the diagonals: whether it goes up the board.
[[nodiscard]] constexpr bool goes_up(Direction direction) { return static_cast<int>(direction) < 4; }

/// What code that is not compiled per board needs to know of one; see Board<Size>::shape.
struct BoardShape {
  int size;         ///< rows, and columns
  int squares;      ///< playable squares
  int bits;         ///< bits of a Bitboard in use, gaps included
  Bitboard all;     ///< every playable square
  Bitboard top;     ///< the row of square 1: White's promotion row, Black's back row
  Bitboard bottom;  ///< Black's promotion row, White's back row

  [[nodiscard]] constexpr int number_of(Square square) const {
    return index_of(square) - index_of(square) / (size + 1) + 1;
  }
  /// The square with FEN number `number`, 1 to `squares`.
  [[nodiscard]] constexpr Square square_of(int number) const {
    return static_cast<Square>(number - 1 + (number - 1) / size);
  }
  /// 0 for the top row.
  [[nodiscard]] constexpr int row_of(Square square) const { return (number_of(square) - 1) / (size / 2); }
  [[nodiscard]] constexpr bool operator==(const BoardShape&) const = default;
};

/// The 180-degree rotation of `set` on a board that uses `bits` bits.
[[nodiscard]] constexpr Bitboard turned(Bitboard set, int bits) {
  std::uint64_t x = set.bits();
  x = ((x >> 1) & 0x5555555555555555U) | ((x & 0x5555555555555555U) << 1);
  x = ((x >> 2) & 0x3333333333333333U) | ((x & 0x3333333333333333U) << 2);
  x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((x & 0x0f0f0f0f0f0f0f0fU) << 4);
  return Bitboard(__builtin_bswap64(x) >> (64 - bits));
}

/// A board of Size rows and columns whose top-left number is square 1.
template <int Size>
struct Board {
  static_assert(Size >= 4 && Size % 2 == 0 && Size * Size / 2 + Size / 2 - 1 <= 64,
                "a larger board needs a Bitboard of two words");

  static constexpr int size = Size;
  static constexpr int per_row = Size / 2;
  static constexpr int squares = Size * per_row;
  static constexpr int bits = squares + per_row - 1;
  static constexpr std::array<int, 8> offset = {-(per_row + 1), -per_row, -(Size + 1), -1, 1,
                                                Size + 1,       per_row,  per_row + 1};

  static constexpr Bitboard all = [] {
    std::uint64_t set = 0;
    for (int s = 0; s < squares; ++s) set |= std::uint64_t{1} << (s + s / Size);
    return Bitboard(set);
  }();
  static constexpr Bitboard top{(std::uint64_t{1} << per_row) - 1};
  static constexpr Bitboard bottom{((std::uint64_t{1} << per_row) - 1) << (bits - per_row)};
  static constexpr BoardShape shape{Size, squares, bits, all, top, bottom};

  /// The first and the last square of every row.
  static constexpr Bitboard row_starts = [] {
    Bitboard set;
    for (int number = 1; number <= squares; number += per_row) set |= Bitboard(shape.square_of(number));
    return set;
  }();
  static constexpr Bitboard row_ends{row_starts.bits() << (per_row - 1)};

  /// Every square of `set` moved one step, those that would leave the board dropped.
  [[nodiscard]] static constexpr Bitboard step(Bitboard set, Direction direction) {
    const int by = offset[static_cast<std::size_t>(direction)];
    if (direction == Direction::left) set -= row_starts;
    if (direction == Direction::right) set -= row_ends;
    return Bitboard(by > 0 ? set.bits() << by : set.bits() >> -by) & all;
  }

  /// `set`, of empty squares, and all that can be reached from it in `direction` over `empty` squares alone, seven
  /// squares far: as many as there are at most behind one that lies before a piece and the square behind that. Steps
  /// are doubled instead of taken one by one (the parallel prefix fill of Kogge and Stone), so that nothing branches.
  [[nodiscard]] static constexpr Bitboard filled(Bitboard set, Bitboard empty, Direction direction) {
    static_assert(Size - 3 <= 7, "longer rays need another doubling");
    Bitboard open = empty & step(all, direction);
    set |= step(set, direction) & open;
    open &= Bitboard(shifted(open, direction, 1));
    set |= Bitboard(shifted(set, direction, 2)) & open;
    open &= Bitboard(shifted(open, direction, 2));
    return set | (Bitboard(shifted(set, direction, 4)) & open);
  }

  /// The squares that lie beyond `square` in `direction`, up to the edge.
  [[nodiscard]] static constexpr Bitboard ray(Square square, Direction direction) {
    return rays[static_cast<std::size_t>(direction)][static_cast<std::size_t>(square)];
  }

  /// Of a set of squares on one ray, the one that is met first going in `direction`.
  [[nodiscard]] static constexpr Square nearest(Bitboard on_ray, Direction direction) {
    return goes_up(direction) ? on_ray.last() : on_ray.first();
  }

  /// The empty squares that a sliding piece on `square` crosses in `direction` before the first of
  /// `occupied` or the edge.
  [[nodiscard]] static constexpr Bitboard free_run(Square square, Direction direction, Bitboard occupied) {
    const Bitboard whole = ray(square, direction);
    const Bitboard blockers = whole & occupied;
    if (blockers.empty()) return whole;
    const Square blocker = nearest(blockers, direction);
    return whole - ray(blocker, direction) - Bitboard(blocker);
  }

 private:
  // The bits of `set` moved so many steps, without a look at the edge.
  [[nodiscard]] static constexpr std::uint64_t shifted(Bitboard set, Direction direction, int steps) {
    const int by = steps * offset[static_cast<std::size_t>(direction)];
    return by > 0 ? set.bits() << by : set.bits() >> -by;
  }

  static constexpr std::array<std::array<Bitboard, 64>, 8> rays = [] {
    std::array<std::array<Bitboard, 64>, 8> table{};
    for (Direction direction : all_directions) {
      for (Square square : all) {
        Bitboard set;
        for (Bitboard at = step(Bitboard(square), direction); at.any(); at = step(at, direction)) set |= at;
        table[static_cast<std::size_t>(direction)][static_cast<std::size_t>(square)] = set;
      }
    }
    return table;
  }();
};

}  // namespace dambase
