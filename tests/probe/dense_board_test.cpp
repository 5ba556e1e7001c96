// Dense sets of squares are those of FEN, square by square.
#include "probe/dense_board.hpp"

#include <gtest/gtest.h>

#include <random>

namespace dambase::test {
namespace {

template <int Size>
std::vector<SquareNames> both_corners() {
  return {{Board<Size>::shape, PlayableCorner::bottom_left, PlayersSquares::as_fen},
          {Board<Size>::shape, PlayableCorner::bottom_right, PlayersSquares::as_fen}};
}

std::vector<SquareNames> every_board() {
  std::vector<SquareNames> boards;
  for (const auto& some : {both_corners<4>(), both_corners<6>(), both_corners<8>(), both_corners<10>()})
    boards.insert(boards.end(), some.begin(), some.end());
  return boards;
}

// The obvious way.
Bitboard slow_bitboard(const SquareNames& names, std::uint64_t dense) {
  Bitboard set;
  for (int number = 1; number <= names.count(); ++number)
    if ((dense >> (number - 1) & 1) != 0) set |= Bitboard(names.square_of(number));
  return set;
}

TEST(DenseBoard, TurnsSetsAsSquareBySquare) {
  std::mt19937_64 random(41);
  for (const SquareNames& names : every_board()) {
    const DenseBoard board(names);
    EXPECT_EQ(std::popcount(board.all()), names.count());
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t dense = i == 0 ? board.all() : random() & board.all();
      const Bitboard set(board.bitboards_of(std::array{dense})[0]);
      ASSERT_EQ(set, slow_bitboard(names, dense)) << names.board_size() << " rows, " << dense;
      ASSERT_EQ(board.dense_of(set), dense) << names.board_size() << " rows";
    }
  }
}

}  // namespace
}  // namespace dambase::test
