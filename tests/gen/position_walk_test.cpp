#include "gen/position_walk.hpp"

#include <gtest/gtest.h>

namespace dambase::test {
namespace {

TEST(PositionWalk, GoesThroughAllNumbers) {
  for (const char* name : {"KvK", "MvM", "KMvM", "MvKKK", "KKvKK", "MMvM", "MMMvM"}) {
    const SliceNumbering numbering(Board<6>::shape, *Material::parse(name));
    PositionWalk walk(Board<6>::shape, numbering, 0);
    for (std::uint64_t number = 0; number < numbering.positions(); ++number, walk.next())
      ASSERT_EQ(walk.position(), numbering.unrank(number)) << name << ' ' << number;
  }
}

TEST(PositionWalk, BeginsAnywhere) {
  const SliceNumbering numbering(Board<10>::shape, *Material::parse("KMvKKM"));
  for (std::uint64_t first = 0; first < numbering.positions(); first += numbering.positions() / 97) {
    PositionWalk walk(Board<10>::shape, numbering, first);
    for (std::uint64_t number = first; number < std::min(first + 2500, numbering.positions()); ++number, walk.next())
      ASSERT_EQ(walk.position(), numbering.unrank(number));
  }
}

TEST(PositionWalk, BeginsAtTheLast) {
  const SliceNumbering numbering(Board<10>::shape, *Material::parse("KKvKK"));
  const std::uint64_t last = numbering.positions() - 1;
  PositionWalk walk(Board<10>::shape, numbering, last);
  EXPECT_EQ(walk.position(), numbering.unrank(last));
  walk.next();
}

}  // namespace
}  // namespace dambase::test
