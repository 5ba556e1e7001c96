#include "gen/memory_limit.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace dambase::test {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

TEST(MemoryLimit, IsAPlausibleNumber) {
  EXPECT_GT(available_memory(), 16 * mebibyte);
  EXPECT_LT(available_memory(), std::uint64_t{1} << 50);
}

TEST(MemoryLimit, PeakGrowsWithWhatIsTouched) {
  EXPECT_GT(peak_resident_memory(), mebibyte);
  const std::vector<char> bytes(peak_resident_memory() + 64 * mebibyte, 'x');
  EXPECT_GE(peak_resident_memory(), bytes.size());
}

TEST(MemoryLimit, ProcessorTimePasses) {
  const double before = processor_seconds();
  std::uint64_t sum = 0;
  while (processor_seconds() < before + 0.01) ++sum;
  EXPECT_GT(sum, 0U);
}

}  // namespace
}  // namespace dambase::test
