#include "formats/bit_gather.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/formats/bit_paths.hpp"

namespace dambase::test {
namespace {

std::uint64_t slow_gather(std::uint64_t from, std::uint64_t mask) {
  std::uint64_t result = 0;
  int next = 0;
  for (int bit = 0; bit < 64; ++bit) {
    if ((mask >> bit & 1) != 0) result |= (from >> bit & 1) << next++;
  }
  return result;
}

std::uint64_t slow_scatter(std::uint64_t from, std::uint64_t mask) {
  std::uint64_t result = 0;
  int next = 0;
  for (int bit = 0; bit < 64; ++bit) {
    if ((mask >> bit & 1) != 0) result |= (from >> next++ & 1) << bit;
  }
  return result;
}

// Random words of few, half and many ones, and the extremes.
std::vector<std::uint64_t> words() {
  std::vector<std::uint64_t> list = {0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63, 0x5555555555555555U};
  std::mt19937_64 random(3);
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    list.insert(list.end(), {a, a & b, a | b, a & b & random(), a << (random() % 64)});
  }
  return list;
}

template <class Bits>
void compare() {
  for (const std::uint64_t mask : words()) {
    for (const std::uint64_t from : words()) {
      ASSERT_EQ(Bits::gather(from, mask), slow_gather(from, mask)) << std::hex << from << ' ' << mask;
      ASSERT_EQ(Bits::scatter(from, mask), slow_scatter(from, mask)) << std::hex << from << ' ' << mask;
    }
  }
}

TEST(BitGather, PortableEqualsALoop) { compare<PortableBits>(); }

#if DAMBASE_HAS_BMI2_PATH
TEST(BitGather, Bmi2EqualsALoop) {
  if (!has_bmi2()) GTEST_SKIP() << "this processor has no BMI2";
  compare<Bmi2Bits>();
}
#endif

TEST(BitGather, ScatterUndoesGather) {
  for (const std::uint64_t mask : words()) {
    for (const std::uint64_t from : words())
      EXPECT_EQ(PortableBits::scatter(slow_gather(from, mask), mask), from & mask);
  }
}

TEST(BitGather, BestPathIsOneThatThisProcessorHas) {
  if (best_bit_path() == BitPath::bmi2) {
    EXPECT_TRUE(has_bmi2());
  }
}

}  // namespace
}  // namespace dambase::test
