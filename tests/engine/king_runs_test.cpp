// Runs of king moves in Frisian draughts: what starts, continues and ends them.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/notation.hpp"
#include "formats/fen.hpp"

namespace dambase::test {
namespace {

class KingRuns : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_variant("frisian")) GTEST_SKIP() << "not in this build";
  }

  const Variant& frisian() const { return **find_variant("frisian"); }

  Position at(std::string_view fen) const {
    const Result<Position> position = parse_fen(frisian(), fen);
    EXPECT_TRUE(position) << position.error().message;
    return *position;
  }

  std::string after(std::string_view fen, std::string_view text) const {
    const Position position = at(fen);
    const Result<Move> move = parse_move(frisian(), position, text);
    EXPECT_TRUE(move) << text;
    return to_fen(frisian(), position.after(*move));
  }
};

TEST_F(KingRuns, AQuietMoveOfAKingStartsAndContinuesARun) {
  EXPECT_EQ(after("W:WK46,31:BK5,6", "46-41"), "B:WK41,31:BK5,6:KW41x1");
  EXPECT_EQ(after("W:WK46,31:BK5,6:KW46x1", "46-41"), "B:WK41,31:BK5,6:KW41x2");
  EXPECT_EQ(after("W:WK46,K49,31:BK5,6:KW46x2", "49-44"), "B:WK44,K46,31:BK5,6:KW44x1");
}

TEST_F(KingRuns, AManMoveFreesTheKing) { EXPECT_EQ(after("W:WK46,31:BK5,6:KW46x3", "31-27"), "B:WK46,27:BK5,6"); }

TEST_F(KingRuns, AKingWithThreeMovesMayNotMoveQuietly) {
  const auto moves = named_moves(frisian(), at("W:WK46,31:BK5,6:KW46x3"));
  EXPECT_TRUE(std::ranges::none_of(moves, [](const NamedMove& m) { return m.text.starts_with("46"); }));
  EXPECT_FALSE(moves.empty());
}

TEST_F(KingRuns, WithoutMenNothingIsCounted) { EXPECT_EQ(after("W:WK46:BK5,6", "46-41"), "B:WK41:BK5,6"); }

TEST_F(KingRuns, LosingTheLastManEndsTheRun) { EXPECT_EQ(after("B:WK50,31:BK5,27:KW50x2", "27x36"), "W:WK50:BK5,36"); }

TEST_F(KingRuns, AreCheckedInFen) {
  for (const char* fen : {"W:WK46,31:BK5:KW45x1", "W:WK46:BK5:KW46x1", "W:WK46,31:BK5:KW46x4"}) {
    const Result<Position> position = parse_fen(frisian(), fen);
    ASSERT_TRUE(position) << fen;
    EXPECT_FALSE(frisian().check(*position)) << fen;
  }
  for (const char* fen : {"W:WK46,31:BK5:KW46", "W:WK46,31:BK5:K", "W:WK46,31:BK5:KX46x1", "W:WK46,31:BK5:KW46x0",
                          "W:WK46,31:BK5:KW46x1:KW46x1", "W:WK46,31:BK5:KW99x1"}) {
    EXPECT_FALSE(parse_fen(frisian(), fen)) << fen;
  }
  const Variant& international = **find_variant("international");
  EXPECT_FALSE(international.check(*parse_fen(international, "W:WK46,31:BK5:KW46x1")));
}

}  // namespace
}  // namespace dambase::test
