#include "formats/value.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <vector>

namespace dambase::test {
namespace {

std::vector<std::byte> as_bytes(const std::vector<Code>& codes) {
  std::vector<std::byte> bytes((codes.size() + codes_per_byte - 1) / codes_per_byte);
  for (std::size_t i = 0; i < codes.size(); ++i)
    bytes[i / 4] |= static_cast<std::byte>(static_cast<unsigned>(codes[i]) << i % 4 * 2);
  return bytes;
}

// What a packed run must hold: captures repeat the value before, at the beginning the first after.
std::vector<Value> slow_values(const std::vector<Code>& codes, std::size_t first, std::size_t count) {
  std::optional<Value> last;
  for (std::size_t i = first; i < first + count && !last; ++i) {
    if (codes[i] != Code::capture) last = static_cast<Value>(codes[i]);
  }
  if (!last) last = Value::draw;
  std::vector<Value> values;
  for (std::size_t i = first; i < first + count; ++i) {
    if (codes[i] != Code::capture) last = static_cast<Value>(codes[i]);
    values.push_back(*last);
  }
  return values;
}

TEST(Value, TurnsForTheOpponent) {
  EXPECT_EQ(for_opponent(Value::win), Value::loss);
  EXPECT_EQ(for_opponent(Value::loss), Value::win);
  EXPECT_EQ(for_opponent(Value::draw), Value::draw);
}

TEST(Value, HasNames) {
  EXPECT_STREQ(name_of(Value::win), "win");
  EXPECT_STREQ(name_of(Value::draw), "draw");
  EXPECT_STREQ(name_of(Value::loss), "loss");
}

TEST(Value, FiveFitAByte) {
  EXPECT_EQ(packed_bytes(0), 0U);
  EXPECT_EQ(packed_bytes(1), 1U);
  EXPECT_EQ(packed_bytes(5), 1U);
  EXPECT_EQ(packed_bytes(6), 2U);
  for (int byte = 0; byte < 243; ++byte) {
    const auto& digits = digits_of_byte[static_cast<std::size_t>(byte)];
    int back = 0;
    for (std::size_t i = values_per_byte; i-- > 0;) back = back * 3 + static_cast<int>(digits[i]);
    EXPECT_EQ(back, byte);
  }
}

TEST(PackValues, IsTheModelForRandomCodes) {
  std::mt19937 random(8);
  for (int round = 0; round < 300; ++round) {
    std::vector<Code> codes(1 + random() % 90);
    const unsigned kinds = 1 + random() % 4;
    for (Code& code : codes) code = static_cast<Code>(3 - random() % kinds);
    const std::vector<std::byte> bytes = as_bytes(codes);
    const std::size_t first = random() % codes.size();
    const std::size_t count = 1 + random() % (codes.size() - first);
    std::vector<std::byte> packed(packed_bytes(count));
    pack_values(bytes, first, count, packed);
    const std::vector<Value> expected = slow_values(codes, first, count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(value_at(packed, i), expected[i]);
    ASSERT_LE(static_cast<int>(packed.back()), 242);
  }
}

TEST(PackValues, AllCapturesAreFilledWithOneValue) {
  const std::vector<std::byte> codes(5, std::byte{0xff});
  std::vector<std::byte> packed(packed_bytes(20));
  pack_values(codes, 0, 20, packed);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(value_at(packed, i), Value::draw);
}

}  // namespace
}  // namespace dambase::test
