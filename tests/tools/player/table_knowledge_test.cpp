#include "tools/player/table_knowledge.hpp"

#include <gtest/gtest.h>

#include "tests/tools/player/player_sets.hpp"

namespace dambase::player {
namespace {

// Won positions of 3 pieces for the side to move, and what a search from various roots makes of them.
class TableKnowledgeTest : public ::testing::Test {
 protected:
  [[nodiscard]] TableKnowledge knowledge_from(const std::string& root, int most_pieces = all_tables) const {
    return {*set_.get(), evaluation_, position_of(set_, root), most_pieces};
  }

  dambase_api::Set set_ = open_built("international", 3);
  Evaluation evaluation_ = Evaluation(*set_.get());
  dambase_position won_ = position_of(set_, "W:WK46,31:B20");
};

TEST_F(TableKnowledgeTest, AWinBehindAConversionIsReached) {
  TableKnowledge tables = knowledge_from("W:WK46,31:B20,3");
  const TableAnswer answer = tables.ask(won_, 6, Node::inner);
  EXPECT_EQ(answer.score, score::of_conversion(DAMBASE_WIN, 6));
  EXPECT_EQ(tables.hits(), 1U);
}

TEST_F(TableKnowledgeTest, AWinBeforeAConversionIsOnlyHeld) {
  TableKnowledge tables = knowledge_from("W:WK45,31:B20");
  const TableAnswer answer = tables.ask(won_, 6, Node::inner);
  EXPECT_FALSE(answer.score);
  EXPECT_EQ(answer.held, DAMBASE_WIN);
}

TEST_F(TableKnowledgeTest, ADrawIsSettledAnywhere) {
  const dambase_position drawn = position_of(set_, "W:WK49:BK25");
  TableKnowledge tables = knowledge_from("W:WK49:BK25");
  EXPECT_EQ(tables.ask(drawn, 6, Node::inner).score, score::of_table_draw(evaluation_.of(drawn)));
}

TEST_F(TableKnowledgeTest, LeavesOfASearchFromOutsideReadNothing) {
  TableKnowledge tables = knowledge_from("W:WK46,31:B20,3");
  EXPECT_FALSE(tables.ask(won_, 6, Node::leaf).score);
  EXPECT_TRUE(tables.ask(won_, 6, Node::inner).score);
  EXPECT_TRUE(tables.ask(won_, 6, Node::leaf).score);
}

TEST_F(TableKnowledgeTest, LeavesOfASearchFromInsideReadToo) {
  TableKnowledge tables = knowledge_from("W:WK45,31:B20");
  EXPECT_EQ(tables.ask(won_, 6, Node::leaf).held, DAMBASE_WIN);
}

TEST_F(TableKnowledgeTest, WhatTheTablesDoNotHaveHasNoAnswer) {
  TableKnowledge outside = knowledge_from("W:WK46,31:B20,3");
  EXPECT_FALSE(outside.ask(position_of(set_, "W:WK46,31:B20,3"), 0, Node::inner).score);
  TableKnowledge limited = knowledge_from("W:WK46,31:B20,3", 2);
  EXPECT_FALSE(limited.ask(won_, 6, Node::inner).score);
  // A side without pieces has lost: the search knows that better, as the end of the game.
  EXPECT_FALSE(outside.ask(position_of(set_, "W:W:BK20"), 6, Node::inner).score);
}

TEST(PlayerWithDistances, WinsInTheFewestMoves) {
  const dambase_api::Set set =
      open_folder("international", test::built_distances(**find_variant("international"), 3, Metric::dtw));
  Searcher searcher(*set.get(), all_tables, test_hash_bytes);
  Game game(position_of(set, "W:W31:B4"));
  int plies = 0;
  while (!*set.value_at_end(game.position())) {
    const SearchReport report = search(searcher, game, to_depth(1));
    ASSERT_FALSE(report.best.moves.empty());
    game.play(report.best.moves.front());
    ASSERT_LE(++plies, 17);
  }
  EXPECT_EQ(plies, 17);
}

TEST_F(TableKnowledgeTest, AMovedManIsAConversionEvenIfNothingWasCaptured) {
  EXPECT_TRUE(is_converted(position_of(set_, "W:W31:B4"), position_of(set_, "B:W27:B4")));
  EXPECT_TRUE(is_converted(position_of(set_, "W:W7:B4"), position_of(set_, "B:WK1:B4")));
  EXPECT_TRUE(is_converted(position_of(set_, "W:WK7,K8:B4"), position_of(set_, "B:WK7:B4")));
  EXPECT_FALSE(is_converted(position_of(set_, "W:WK7,K8:B4"), position_of(set_, "B:WK7,K20:B4")));
}

}  // namespace
}  // namespace dambase::player
