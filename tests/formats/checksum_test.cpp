#include "formats/checksum.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace dambase::test {
namespace {

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 random(5);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xff);
  return bytes;
}

TEST(Checksum, IsXxh3) {
  // The published value of no bytes at all.
  EXPECT_EQ(checksum({}), 0x2d06800538d394c2U);
}

TEST(Checksum, ChangesWithEveryBit) {
  std::vector<std::byte> bytes = random_bytes(300);
  const std::uint64_t before = checksum(bytes);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    ASSERT_NE(checksum(bytes), before);
    bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
  }
}

}  // namespace
}  // namespace dambase::test
