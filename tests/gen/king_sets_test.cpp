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

}  // namespace
}  // namespace dambase::test
