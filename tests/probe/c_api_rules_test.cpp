// Rules that count moves through dambase.h and dambase.hpp.
#include <gtest/gtest.h>

#include "probe/include/dambase.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/probe/c_api_set.hpp"

namespace dambase::test {
namespace {

// Tables of the metric rule, and of win, loss and draw.
const std::filesystem::path& tables() {
  static const std::unique_ptr<TemporaryFolder> folder = [] {
    auto both = std::make_unique<TemporaryFolder>();
    for (const Metric metric : {Metric::wld, Metric::rule})
      std::filesystem::copy(built_distances(international(), 3, metric), both->path(),
                            std::filesystem::copy_options::recursive);
    return both;
  }();
  return folder->path();
}

class CApiRules : public testing::Test {
 protected:
  [[nodiscard]] std::pair<dambase_verdict, int> probe(const char* fen, int count) const {
    const dambase_position position = c_position(set_, fen);
    dambase_ruled_distance distance{DAMBASE_VERDICT_DRAW, 99};
    dambase_error error;
    EXPECT_EQ(dambase_probe_rules(set_.get(), &position, count, &distance, &error), DAMBASE_OK) << error.text;
    return {distance.verdict, distance.plies};
  }

  const CSet set_ = open_c_set("international", tables());
};

TEST_F(CApiRules, TellWhatACountLeaves) {
  EXPECT_EQ(probe("W:WK1,K46:BK28", 0), std::pair(DAMBASE_VERDICT_WIN, 1));
  EXPECT_EQ(probe("W:WK1,K46:BK28", 9), std::pair(DAMBASE_VERDICT_WIN, 1));
  EXPECT_EQ(probe("W:WK1,K46:BK28", 10), std::pair(DAMBASE_VERDICT_CURSED_WIN, -1));
  EXPECT_EQ(probe("W:WK1,K46:BK28", 2'000'000'000), std::pair(DAMBASE_VERDICT_CURSED_WIN, -1));
  EXPECT_EQ(probe("W:WK5:BK46", 0), std::pair(DAMBASE_VERDICT_LOSS, 2));
  EXPECT_EQ(probe("W:WK5:BK46", 8), std::pair(DAMBASE_VERDICT_LOSS, 2));
  EXPECT_EQ(probe("W:WK5:BK46", 9), std::pair(DAMBASE_VERDICT_BLESSED_LOSS, -1));
  EXPECT_EQ(probe("W:WK1:BK50", 0), std::pair(DAMBASE_VERDICT_DRAW, -1));
  EXPECT_EQ(probe("W:W6:B1", 77), std::pair(DAMBASE_VERDICT_LOSS, 0)) << "the game is over";
}

TEST_F(CApiRules, WhatCannotBeAnsweredHasAStatus) {
  const dambase_position position = c_position(set_, "W:WK1,K46:BK28");
  dambase_ruled_distance distance{DAMBASE_VERDICT_DRAW, 99};
  EXPECT_EQ(dambase_probe_rules(nullptr, &position, 0, &distance, nullptr), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(dambase_probe_rules(set_.get(), nullptr, 0, &distance, nullptr), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(dambase_probe_rules(set_.get(), &position, 0, nullptr, nullptr), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(dambase_probe_rules(set_.get(), &position, -1, &distance, nullptr), DAMBASE_INVALID_ARGUMENT);
  const dambase_position more = c_position(set_, "W:WK1,K2,K3:BK50");
  EXPECT_EQ(dambase_probe_rules(set_.get(), &more, 0, &distance, nullptr), DAMBASE_TOO_MANY_PIECES);
  EXPECT_EQ(distance.plies, 99) << "untouched";
  const CSet values_only = open_c_set("international", built_tables(3));
  EXPECT_EQ(dambase_has_metric(values_only.get(), DAMBASE_RULE), 0);
  EXPECT_EQ(dambase_has_metric(set_.get(), DAMBASE_RULE), 1);
  const dambase_position quiet = c_position(set_, "W:WK1,K2:BK45");
  EXPECT_EQ(dambase_probe_rules(values_only.get(), &quiet, 0, &distance, nullptr), DAMBASE_MISSING_TABLE);
}

TEST_F(CApiRules, ASetOfRuleTablesAloneTellsWinsOnly) {
  const CSet rules_only = open_c_set("international", built_distances(international(), 3, Metric::rule));
  EXPECT_EQ(dambase_max_pieces(rules_only.get()), 0);
  dambase_ruled_distance distance{DAMBASE_VERDICT_DRAW, 99};
  const dambase_position won = c_position(set_, "W:WK1,K46:BK28");
  EXPECT_EQ(dambase_probe_rules(rules_only.get(), &won, 0, &distance, nullptr), DAMBASE_OK);
  EXPECT_EQ(distance.verdict, DAMBASE_VERDICT_WIN);
  const dambase_position drawn = c_position(set_, "W:WK1:BK50");
  EXPECT_EQ(dambase_probe_rules(rules_only.get(), &drawn, 0, &distance, nullptr), DAMBASE_MISSING_TABLE);
}

TEST_F(CApiRules, WithTheCountKeptTheFirstMoveWins) {
  dambase_position position = c_position(set_, "W:W31:B4");
  int count = 0;
  int played = 0;
  for (; played < 100; ++played) {
    std::vector<dambase_ruled_move> moves(DAMBASE_MOST_MOVES);
    std::size_t moves_count = 0;
    ASSERT_EQ(dambase_probe_rule_moves(set_.get(), &position, count, moves.data(), moves.size(), &moves_count, nullptr),
              DAMBASE_OK);
    if (moves_count == 0) break;
    EXPECT_EQ(moves[0].status, DAMBASE_OK);
    EXPECT_EQ(moves[0].distance.verdict, played % 2 == 0 ? DAMBASE_VERDICT_WIN : DAMBASE_VERDICT_LOSS);
    int limit = 0;
    int goes_on = 0;
    ASSERT_EQ(dambase_rule_at(set_.get(), &position, &moves[0].move, &limit, &goes_on, nullptr), DAMBASE_OK);
    EXPECT_LT(count, limit);
    count = goes_on != 0 ? count + 1 : 0;
    position = moves[0].move.after;
  }
  EXPECT_LT(played, 100);
  int is_over = 0;
  dambase_value value = DAMBASE_DRAW;
  EXPECT_EQ(dambase_is_over(set_.get(), &position, &is_over, &value, nullptr), DAMBASE_OK);
  EXPECT_EQ(is_over, 1);
}

TEST_F(CApiRules, TheRuleOfAPositionIsTold) {
  const dambase_position position = c_position(set_, "W:WK1,K46:BK28");
  int limit = 0;
  int goes_on = 0;
  EXPECT_EQ(dambase_rule_at(set_.get(), &position, nullptr, &limit, nullptr, nullptr), DAMBASE_OK);
  EXPECT_EQ(limit, 10);
  EXPECT_EQ(dambase_rule_at(set_.get(), &position, nullptr, &limit, &goes_on, nullptr), DAMBASE_INVALID_ARGUMENT);
  dambase_move no_move{};
  EXPECT_EQ(dambase_rule_at(set_.get(), &position, &no_move, &limit, &goes_on, nullptr), DAMBASE_INVALID_MOVE);
}

TEST_F(CApiRules, CountsAreReadFromAFen) {
  int count = 7;
  EXPECT_EQ(dambase_parse_fen_count(set_.get(), "W:WK1:BK50:H12:F40", &count, nullptr), DAMBASE_OK);
  EXPECT_EQ(count, 12);
  EXPECT_EQ(dambase_parse_fen_count(set_.get(), "W:WK1:BK50", &count, nullptr), DAMBASE_OK);
  EXPECT_EQ(count, -1);
  EXPECT_EQ(dambase_parse_fen_count(set_.get(), "W:WK1:BK50:Hx", &count, nullptr), DAMBASE_INVALID_FEN);
  EXPECT_EQ(dambase_parse_fen_count(set_.get(), nullptr, &count, nullptr), DAMBASE_INVALID_ARGUMENT);
}

TEST_F(CApiRules, NamesAreTold) {
  EXPECT_STREQ(dambase_verdict_name(DAMBASE_VERDICT_CURSED_WIN), "cursed win");
  EXPECT_STREQ(dambase_verdict_name(DAMBASE_VERDICT_BLESSED_LOSS), "blessed loss");
  EXPECT_STREQ(dambase_verdict_name(static_cast<dambase_verdict>(3)), "unknown_verdict");
  EXPECT_STREQ(dambase_status_name(DAMBASE_NO_RULE_KNOWN), "no_rule_known");
}

TEST(CppApiRules, AreThoseOfTheCInterface) {
  const auto set = dambase_api::Set::open("international", tables());
  ASSERT_TRUE(set);
  const std::string fen = "W:WK1,K46:BK28:H9";
  const auto position = set->position_of(fen);
  const auto count = set->count_in_fen(fen);
  ASSERT_TRUE(count && *count);
  EXPECT_EQ(set->probe_rules(*position, **count)->verdict, DAMBASE_VERDICT_WIN);
  const auto moves = set->probe_rule_moves(*position, **count);
  ASSERT_TRUE(moves);
  EXPECT_EQ(moves->front().distance.plies, 1);
  EXPECT_TRUE(set->probe_rule_moves(*position, 10)->empty()) << "drawn";
}

}  // namespace
}  // namespace dambase::test
