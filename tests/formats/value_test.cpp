#include "formats/value.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace dambase::test {
namespace {

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

TEST(Value, FourFitAByte) {
  EXPECT_EQ(packed_bytes(0), 0U);
  EXPECT_EQ(packed_bytes(1), 1U);
  EXPECT_EQ(packed_bytes(4), 1U);
  EXPECT_EQ(packed_bytes(5), 2U);
  const std::vector<std::byte> packed = {std::byte{0b10'01'00'10}, std::byte{0b01}};
  EXPECT_EQ(value_at(packed, 0), Value::loss);
  EXPECT_EQ(value_at(packed, 1), Value::win);
  EXPECT_EQ(value_at(packed, 2), Value::draw);
  EXPECT_EQ(value_at(packed, 3), Value::loss);
  EXPECT_EQ(value_at(packed, 4), Value::draw);
  EXPECT_EQ(code_at({{std::byte{0xc0}}}, 3), Code::capture);
}

TEST(Value, CodesAreReadAsTheyWereAdded) {
  std::mt19937 random(8);
  for (int round = 0; round < 300; ++round) {
    std::vector<Code> codes(1 + random() % 90);
    std::vector<std::byte> packed(packed_bytes(codes.size()));
    for (std::size_t i = 0; i < codes.size(); ++i) {
      codes[i] = static_cast<Code>(random() % 4);
      add_code(packed, i, codes[i]);
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
      ASSERT_EQ(code_at(packed, i), codes[i]);
      if (codes[i] != Code::capture) {
        ASSERT_EQ(value_at(packed, i), static_cast<Value>(codes[i]));
      }
    }
  }
}

}  // namespace
}  // namespace dambase::test
