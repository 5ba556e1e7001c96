// Distances through dambase.h and dambase.hpp.
#include <gtest/gtest.h>

#include "probe/include/dambase.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/probe/c_api_set.hpp"

namespace dambase::test {
namespace {

CSet open_distances(Metric metric) { return open_c_set("international", built_distances(international(), 3, metric)); }

TEST(CApiDistances, AreTold) {
  const CSet set = open_distances(Metric::dtw);
  EXPECT_EQ(dambase_has_metric(set.get(), DAMBASE_DTW), 1);
  EXPECT_EQ(dambase_has_metric(set.get(), DAMBASE_DTC), 0);
  EXPECT_EQ(dambase_has_metric(nullptr, DAMBASE_DTW), 0);
  EXPECT_EQ(dambase_has_metric(set.get(), static_cast<dambase_metric>(0)), 0);
  const auto probe = [&](const char* fen) {
    const dambase_position position = c_position(set, fen);
    dambase_distance distance{DAMBASE_DRAW, 99};
    dambase_error error;
    EXPECT_EQ(dambase_probe_distance(set.get(), &position, DAMBASE_DTW, &distance, &error), DAMBASE_OK) << error.text;
    return std::pair(distance.value, distance.plies);
  };
  EXPECT_EQ(probe("W:W31:B4"), std::pair(DAMBASE_WIN, 17));
  EXPECT_EQ(probe("B:W31:B4"), std::pair(DAMBASE_DRAW, -1));
  EXPECT_EQ(probe("W:W6:B1"), std::pair(DAMBASE_LOSS, 0));
  EXPECT_EQ(c_probed(set, "W:W31:B4"), "win") << "tables of distances tell values too";
}

TEST(CApiDistances, WhatIsNotThereHasAStatus) {
  const CSet set = open_distances(Metric::dtw);
  const dambase_position position = c_position(set, "W:W31:B4");
  dambase_distance distance{DAMBASE_DRAW, 99};
  const auto status = [&](const dambase_set* of, dambase_metric metric) {
    return dambase_probe_distance(of, &position, metric, &distance, nullptr);
  };
  EXPECT_EQ(status(set.get(), DAMBASE_DTC), DAMBASE_MISSING_TABLE);
  EXPECT_EQ(status(set.get(), static_cast<dambase_metric>(0)), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(status(nullptr, DAMBASE_DTW), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(distance.plies, 99) << "untouched";
  const dambase_position more = c_position(set, "W:WK1,K2,K3:BK50");
  EXPECT_EQ(dambase_probe_distance(set.get(), &more, DAMBASE_DTW, &distance, nullptr), DAMBASE_TOO_MANY_PIECES);
}

TEST(CApiDistances, TheFirstMoveWinsInTheStatedPlies) {
  for (const auto& [metric, plies] : {std::pair(DAMBASE_DTW, 17), std::pair(DAMBASE_DTC, 1)}) {
    const CSet set = open_distances(metric == DAMBASE_DTW ? Metric::dtw : Metric::dtc);
    dambase_position position = c_position(set, "W:W31:B4");
    int played = 0;
    for (; played < 100; ++played) {
      std::vector<dambase_move_distance> moves(DAMBASE_MOST_MOVES);
      std::size_t count = 0;
      ASSERT_EQ(dambase_probe_move_distances(set.get(), &position, metric, moves.data(), moves.size(), &count, nullptr),
                DAMBASE_OK);
      if (count == 0) break;
      moves.resize(count);
      for (const dambase_move_distance& move : moves) EXPECT_EQ(move.status, DAMBASE_OK);
      if (played == 0) {
        EXPECT_EQ(moves[0].distance.plies, plies);
      }
      position = moves[0].move.after;
    }
    EXPECT_GE(played, 17);
    if (metric == DAMBASE_DTW) {
      EXPECT_EQ(played, 17);
    }
    EXPECT_LT(played, 100);
  }
}

TEST(CApiDistances, MovesAreCountedAndMustFit) {
  const CSet set = open_distances(Metric::dtw);
  const dambase_position position = c_position(set, "W:W31:B4");
  std::size_t count = 0;
  EXPECT_EQ(dambase_probe_move_distances(set.get(), &position, DAMBASE_DTW, nullptr, 0, &count, nullptr), DAMBASE_OK);
  EXPECT_EQ(count, 2U);
  dambase_move_distance one;
  EXPECT_EQ(dambase_probe_move_distances(set.get(), &position, DAMBASE_DTW, &one, 1, &count, nullptr),
            DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(
      dambase_probe_move_distances(set.get(), &position, static_cast<dambase_metric>(0), nullptr, 0, &count, nullptr),
      DAMBASE_INVALID_ARGUMENT);
}

TEST(CppApiDistances, AreThoseOfTheCInterface) {
  const auto set = dambase_api::Set::open("international", built_distances(international(), 3, Metric::dtw));
  ASSERT_TRUE(set);
  EXPECT_TRUE(set->has_metric(DAMBASE_DTW));
  const auto position = set->position_of("W:W31:B4");
  EXPECT_EQ(set->probe_distance(*position, DAMBASE_DTW)->plies, 17);
  EXPECT_FALSE(set->probe_distance(*position, DAMBASE_DTC));
  const auto moves = set->probe_move_distances(*position, DAMBASE_DTW);
  ASSERT_TRUE(moves);
  ASSERT_EQ(moves->size(), 2U);
  EXPECT_EQ(moves->front().distance.plies, 17);
}

}  // namespace
}  // namespace dambase::test
