#include "gen/king_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dambase::test {
namespace {

template <class Board>
void expect_all_in_order(int kings) {
  const KingSets sets(Board::shape, kings);
  ASSERT_EQ(sets.size(), choose(Board::squares, kings));
  for (std::size_t rank = 0; rank < sets.size(); ++rank) {
    ASSERT_EQ(sets[rank].count(), kings);
    ASSERT_TRUE((sets[rank] - Board::all).empty());
    ASSERT_EQ(sets.rank(sets[rank]), rank);
    // Colex order is that of the words.
    ASSERT_TRUE(rank == 0 || sets[rank - 1].bits() < sets[rank].bits());
  }
}

TEST(KingSets, HoldAllPlacementsInOrder) {
  for (int kings = 0; kings <= 4; ++kings) {
    expect_all_in_order<Board<10>>(kings);
    expect_all_in_order<Board<8>>(kings);
    expect_all_in_order<Board<6>>(kings);
  }
}

template <class Board>
void expect_rows(int kings) {
  const KingSets sets(Board::shape, kings);
  const KingRows rows(sets);
  for (std::size_t rank = 0; rank < sets.size(); ++rank) {
    for (const Square king : sets[rank]) ASSERT_EQ(rows.row(sets[rank] - Bitboard(king))[king], rank);
  }
}

// With a table of ranks, and where that would be too large.
TEST(KingRows, FindTheSetsOfOneMoreKing) {
  for (int kings = 1; kings <= 3; ++kings) {
    expect_rows<Board<10>>(kings);
    expect_rows<Board<6>>(kings);
  }
  expect_rows<Board<8>>(6);
}

}  // namespace
}  // namespace dambase::test
