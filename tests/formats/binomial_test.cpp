#include "formats/binomial.hpp"

#include <gtest/gtest.h>

namespace dambase::test {
namespace {

TEST(Binomial, IsPascalsTriangle) {
  for (int n = 1; n <= 64; ++n) {
    EXPECT_EQ(choose(n, 0), 1U);
    for (int k = 1; k <= max_chosen; ++k)
      EXPECT_EQ(choose(n, k), choose(n - 1, k - 1) + choose(n - 1, k)) << n << ' ' << k;
  }
  EXPECT_EQ(choose(0, 0), 1U);
  EXPECT_EQ(choose(3, 4), 0U);
  EXPECT_EQ(choose(50, 2), 1225U);
  EXPECT_EQ(choose(64, 16), 488'526'937'079'580U);
}

// Among numbers with as many ones, colex order is the order of the numbers themselves.
TEST(Binomial, ColexRankCountsUp) {
  for (int n = 0; n <= 14; ++n) {
    for (int k = 0; k <= n; ++k) {
      std::uint64_t rank = 0;
      for (std::uint64_t set = 0; set < std::uint64_t{1} << n; ++set) {
        if (std::popcount(set) != k) continue;
        ASSERT_EQ(colex_rank(set), rank);
        ASSERT_EQ(colex_unrank(rank, n, k), set);
        ++rank;
      }
      ASSERT_EQ(rank, choose(n, k));
    }
  }
}

TEST(Binomial, ColexRankOfTheLastSets) {
  for (int k = 1; k <= max_chosen; ++k) {
    const std::uint64_t highest = ~std::uint64_t{0} << (64 - k);
    EXPECT_EQ(colex_rank(highest), choose(64, k) - 1);
    EXPECT_EQ(colex_unrank(choose(64, k) - 1, 64, k), highest);
  }
}

}  // namespace
}  // namespace dambase::test
