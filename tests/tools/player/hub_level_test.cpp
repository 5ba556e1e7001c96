#include "tools/player/hub_level.hpp"

#include <gtest/gtest.h>

#include "tools/player/time_control.hpp"

namespace dambase::player {
namespace {

std::optional<std::string> add(std::string_view text, SearchLimits& limits) {
  return add_level(*HubLine::parse(text), limits);
}

TEST(HubLevel, SetsWhatItNames) {
  SearchLimits limits;
  EXPECT_FALSE(add("level depth=12 nodes=5000", limits));
  EXPECT_EQ(limits.depth, 12);
  EXPECT_EQ(limits.nodes, 5000U);
  EXPECT_FALSE(limits.time);
  EXPECT_FALSE(add("level move-time=0.5", limits));
  EXPECT_EQ(limits.depth, 12);
  ASSERT_TRUE(limits.time);
  EXPECT_EQ(limits.time->most, 0.5);
}

TEST(HubLevel, InfiniteTakesAllLimitsAway) {
  SearchLimits limits;
  EXPECT_FALSE(add("level depth=3 move-time=1", limits));
  EXPECT_FALSE(add("level infinite", limits));
  EXPECT_EQ(limits.depth, SearchLimits{}.depth);
  EXPECT_FALSE(limits.time);
}

TEST(HubLevel, IgnoresWhatItDoesNotKnow) {
  SearchLimits limits;
  EXPECT_FALSE(add("level brilliance=9 depth=4", limits));
  EXPECT_EQ(limits.depth, 4);
}

TEST(HubLevel, NamesWhatIsWrongAndKeepsWhatWas) {
  for (const char* text : {"depth=0", "depth=-1", "depth=x", "depth", "depth=9999", "nodes=0", "nodes=1e3",
                           "nodes=99999999999999999999", "move-time=-1", "move-time=nan", "move-time=inf",
                           "move-time=1s", "move-time=1e99", "time=5 inc=x", "time=5 moves=0", "moves=x"}) {
    SearchLimits limits = {7, 8, TimeBudget{1, 2}, true};
    EXPECT_TRUE(add("level depth=3 " + std::string(text), limits) || add("level " + std::string(text), limits)) << text;
  }
  SearchLimits limits;
  EXPECT_EQ(add("level nodes=5 time=x", limits), "time");
  EXPECT_EQ(limits.nodes, SearchLimits{}.nodes);
}

TEST(TimeControl, NeverPlansWithMoreThanThereIs) {
  for (const double left : {0.0, 0.01, 1.0, 60.0, 7200.0})
    for (const double increment : {0.0, 1.0, 100.0})
      for (const int moves : {0, 1, 2, 75}) {
        PlayerClock clock{left, increment, std::nullopt};
        if (moves > 0) clock.moves = moves;
        const TimeBudget budget = budget_for_move(clock);
        EXPECT_LE(budget.aim, budget.most);
        EXPECT_LE(budget.most, left);
        EXPECT_GE(budget.aim, 0);
      }
}

}  // namespace
}  // namespace dambase::player
