#include "tools/player/transposition_table.hpp"

#include <gtest/gtest.h>

namespace dambase::player {
namespace {

Finding finding(Score score, int depth) {
  Finding finding{score, depth, Bound::at_least, {}};
  finding.move.from = 31;
  finding.move.to = 13;
  finding.move.captured = 0x4020000;
  return finding;
}

TEST(TranspositionTable, FindsWhatItStored) {
  TranspositionTable table(1 << 16);
  EXPECT_FALSE(table.find(77));
  table.store(77, finding(-123, 9));
  const auto known = table.find(77);
  ASSERT_TRUE(known);
  EXPECT_TRUE(known->is_current);
  EXPECT_EQ(known->finding.score, -123);
  EXPECT_EQ(known->finding.depth, 9);
  EXPECT_EQ(known->finding.bound, Bound::at_least);
  EXPECT_EQ(known->finding.move.from, 31);
  EXPECT_EQ(known->finding.move.to, 13);
  EXPECT_EQ(known->finding.move.captured, 0x4020000U);
  table.clear();
  EXPECT_FALSE(table.find(77));
}

TEST(TranspositionTable, KnowsFindingsOfEarlierSearches) {
  TranspositionTable table(1 << 16);
  table.store(77, finding(1, 2));
  table.begin_search();
  EXPECT_FALSE(table.find(77)->is_current);
}

TEST(TranspositionTable, KeepsTheDeeperOfTwoPositionsUntilTheNextSearch) {
  TranspositionTable table(1);  // one entry
  table.store(1, finding(10, 5));
  table.store(2, finding(20, 4));
  EXPECT_TRUE(table.find(1));
  table.store(1, finding(30, 1));
  EXPECT_EQ(table.find(1)->finding.score, 30);
  table.store(1, finding(10, 5));
  table.begin_search();
  table.store(2, finding(20, 4));
  EXPECT_TRUE(table.find(2));
}

TEST(TranspositionTable, StaysRightAfterManySearches) {
  TranspositionTable table(1 << 10);
  for (int i = 0; i < 70000; ++i) {
    table.begin_search();
    const auto before = table.find(5);
    EXPECT_FALSE(before && before->is_current) << i;
    table.store(5, finding(1, 1));
    ASSERT_TRUE(table.find(5) && table.find(5)->is_current) << i;
  }
}

TEST(Score, MeansTheSameFromEveryNode) {
  for (const int ply : {0, 1, 17}) {
    for (const Score score : {0, 350, -9000, 15'800, -14'200}) EXPECT_EQ(score::from_node(score, ply), score);
    for (const dambase_value value : {DAMBASE_WIN, DAMBASE_LOSS}) {
      const Score end = score::of_end(value, ply + 6);
      EXPECT_EQ(score::from_node(end, ply), score::of_end(value, 6));
      EXPECT_EQ(score::from_root(score::from_node(end, ply), ply), end);
      EXPECT_EQ(score::plies_to_end(end), ply + 6);
      const Score conversion = score::of_conversion(value, ply + 6);
      EXPECT_EQ(score::from_node(conversion, ply), score::of_conversion(value, 6));
      EXPECT_EQ(score::from_root(score::from_node(conversion, ply), ply), conversion);
      EXPECT_EQ(score::plies_to_end(conversion), ply + 6);
    }
  }
}

TEST(Score, BandsDoNotMeet) {
  EXPECT_LT(score::of_table_draw(score::highest_evaluation), 100);
  EXPECT_LT(score::highest_evaluation, score::of_held(DAMBASE_WIN, -score::highest_evaluation));
  EXPECT_LT(score::of_held(DAMBASE_WIN, score::highest_evaluation),
            score::of_conversion(DAMBASE_WIN, score::deepest_ply));
  EXPECT_LT(score::of_conversion(DAMBASE_WIN, 0), score::of_end(DAMBASE_WIN, score::deepest_ply));
  EXPECT_LT(score::of_end(DAMBASE_WIN, 0), score::infinite);
}

}  // namespace
}  // namespace dambase::player
