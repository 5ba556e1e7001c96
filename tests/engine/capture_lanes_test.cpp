// Captures looked for along four diagonals at once, against the move generator.
#include "engine/capture_lanes.hpp"

#include <gtest/gtest.h>

#include "engine/movegen.hpp"
#include "tests/engine/every_rules.hpp"
#include "tests/engine/random_positions.hpp"

namespace dambase::test {
namespace {

#if DAMBASE_HAS_LANES

template <class Rules>
class CaptureLanes : public testing::Test {};

TYPED_TEST_SUITE(CaptureLanes, EveryRules);

TYPED_TEST(CaptureLanes, FindACaptureWhereTheMovesHaveOne) {
  if (__builtin_cpu_supports("avx2") == 0) GTEST_SKIP() << "no AVX2 here";
  if constexpr (fits_lanes<TypeParam>) {
    RandomPositions random(TypeParam::Board::shape, 5);
    int with_capture = 0;
    constexpr int positions = 100'000;
    for (int i = 0; i < positions; ++i) {
      const int kings = TypeParam::promotion_wins ? 0 : random.below(101);
      const Position any = random.any(2 + random.below(i % 4 == 0 ? 20 : 5), kings);
      const Position position(Side::white, any.white(), any.black());
      std::vector<Move> captures;
      CaptureCollector<TypeParam>::append(position, captures);
      ASSERT_EQ(white_has_capture_avx2<TypeParam>(position.white(), position.black()), !captures.empty());
      if (!captures.empty()) ++with_capture;
    }
    EXPECT_GT(with_capture, positions / 20);
    EXPECT_LT(with_capture, positions);
  }
}

#endif

}  // namespace
}  // namespace dambase::test
