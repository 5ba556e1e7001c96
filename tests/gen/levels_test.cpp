#include "gen/levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace dambase::test {
namespace {

int slow_man_steps(const BoardShape& shape, const MenConfiguration& men) {
  int steps = 0;
  for (int number = 1; number <= shape.squares; ++number) {
    const int row = (number - 1) / (shape.size / 2);
    if (men.white.has(shape.square_of(number))) steps += row;
    if (men.black.has(shape.square_of(number))) steps += shape.size - 1 - row;
  }
  return steps;
}

void expect_sound(const BoardShape& shape, int white_men, int black_men) {
  const MenNumbering men(shape, white_men, black_men);
  const Levels levels(shape, men);
  std::vector<bool> seen(men.count());
  std::size_t widest = 0;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    widest = std::max(widest, levels[level].size());
    EXPECT_TRUE(std::ranges::is_sorted(levels[level]));
    for (std::size_t slot = 0; slot < levels[level].size(); ++slot) {
      const std::uint32_t rank = levels[level][slot];
      ASSERT_FALSE(seen[rank]);
      seen[rank] = true;
      ASSERT_EQ(levels.slot(rank), slot);
      ASSERT_EQ(slow_man_steps(shape, men.unrank(rank)), static_cast<int>(level));
      ASSERT_EQ(Levels::man_steps(shape, men.unrank(rank)), static_cast<int>(level));
    }
  }
  EXPECT_TRUE(std::ranges::all_of(seen, [](bool s) { return s; }));
  EXPECT_GE(Levels::widest_at_most(shape, white_men, black_men), widest);
}

TEST(Levels, HoldEveryConfigurationOnceByManSteps) {
  for (int white_men = 0; white_men <= 2; ++white_men) {
    for (int black_men = 0; black_men <= 2; ++black_men) {
      expect_sound(Board<6>::shape, white_men, black_men);
      if (white_men + black_men < 4) expect_sound(Board<10>::shape, white_men, black_men);
    }
  }
  expect_sound(Board<6>::shape, 4, 0);
  expect_sound(Board<8>::shape, 0, 3);
}

TEST(Levels, TheBoundOnTheWidestIsNotFarOff) {
  EXPECT_EQ(Levels::widest_at_most(Board<10>::shape, 0, 0), 1U);
  EXPECT_EQ(Levels::widest_at_most(Board<10>::shape, 1, 0), 5U);
  EXPECT_LE(Levels::widest_at_most(Board<10>::shape, 1, 1), 225U);
  EXPECT_LT(Levels::widest_at_most(Board<10>::shape, 2, 2), MenNumbering(Board<10>::shape, 2, 2).count() / 4);
}

}  // namespace
}  // namespace dambase::test
