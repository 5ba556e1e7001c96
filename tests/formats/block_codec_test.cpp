#include "formats/block_codec.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace dambase::test {
namespace {

using Packed = std::vector<std::byte>;

Packed random_block(std::size_t size, unsigned kinds, unsigned seed) {
  std::mt19937 random(seed);
  Packed block(size);
  for (std::byte& byte : block) byte = static_cast<std::byte>(random() % kinds);
  return block;
}

void expect_round_trip(const Packed& block, Codec codec) {
  BlockEncoder encoder;
  const auto encoded = encoder.encode(block);
  ASSERT_TRUE(encoded);
  EXPECT_EQ(encoded->codec, codec);
  EXPECT_LE(encoded->bytes.size(), block.size());
  Packed decoded(block.size(), std::byte{7});
  ASSERT_TRUE(decode_block(encoded->codec, encoded->bytes, decoded));
  EXPECT_EQ(decoded, block);
}

TEST(BlockCodec, KeepsEveryKindOfBlock) {
  for (const std::size_t size : {1U, 2U, 100U, 32768U})
    expect_round_trip(Packed(size, std::byte{121}), Codec::constant);
  expect_round_trip(random_block(32768, 2, 1), Codec::zstandard);
  expect_round_trip(random_block(100'000, 20, 2), Codec::zstandard);
  expect_round_trip(random_block(32768, 243, 3), Codec::raw);
  expect_round_trip(random_block(40, 243, 4), Codec::raw);
  expect_round_trip({std::byte{1}, std::byte{2}}, Codec::raw);
}

TEST(BlockCodec, TheSameBytesGiveTheSameResult) {
  const Packed block = random_block(20'000, 9, 5);
  BlockEncoder used;
  ASSERT_TRUE(used.encode(random_block(30'000, 200, 6)));
  BlockEncoder fresh;
  EXPECT_EQ(used.encode(block)->bytes, fresh.encode(block)->bytes);
}

void expect_damaged(Codec codec, const Packed& bytes, std::size_t size) {
  Packed decoded(size);
  const auto result = decode_block(codec, bytes, decoded);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::damaged_table);
}

TEST(BlockCodec, RefusesWrongSizes) {
  const Packed block = random_block(1000, 3, 7);
  const auto encoded = BlockEncoder().encode(block);
  ASSERT_TRUE(encoded);
  expect_damaged(Codec::zstandard, encoded->bytes, 999);
  expect_damaged(Codec::zstandard, encoded->bytes, 1001);
  expect_damaged(Codec::zstandard, {}, 1000);
  for (std::size_t size = 1; size < encoded->bytes.size(); ++size)
    expect_damaged(Codec::zstandard,
                   {encoded->bytes.begin(), encoded->bytes.begin() + static_cast<std::ptrdiff_t>(size)}, 1000);
  expect_damaged(Codec::raw, Packed(9), 10);
  expect_damaged(Codec::raw, Packed(11), 10);
  expect_damaged(Codec::constant, {}, 10);
  expect_damaged(Codec::constant, Packed(2), 10);
}

TEST(BlockCodec, RefusesUnknownCodecsAndBytesThatAreNotPackedValues) {
  for (const int codec : {3, 4, 100, 255}) expect_damaged(static_cast<Codec>(codec), Packed(10), 10);
  expect_damaged(Codec::constant, {std::byte{243}}, 10);
  expect_damaged(Codec::raw, {std::byte{0}, std::byte{255}}, 2);
  const auto encoded = BlockEncoder().encode(random_block(5000, 255, 8));
  ASSERT_TRUE(encoded);
  expect_damaged(encoded->codec, encoded->bytes, 5000);
}

TEST(BlockCodec, RandomBytesNeverDoMoreThanFail) {
  std::mt19937 random(9);
  for (int round = 0; round < 2000; ++round) {
    const Packed bytes = random_block(random() % 60, 256, static_cast<unsigned>(round));
    Packed decoded(random() % 200);
    for (const Codec codec : {Codec::raw, Codec::zstandard, Codec::constant}) {
      if (const auto result = decode_block(codec, bytes, decoded); !result) {
        EXPECT_EQ(result.error().code, ErrorCode::damaged_table);
      }
    }
  }
}

TEST(BlockCodec, EncodersMove) {
  BlockEncoder first;
  BlockEncoder second(std::move(first));
  BlockEncoder third;
  third = std::move(second);
  EXPECT_TRUE(third.encode(random_block(100, 3, 10)));
}

}  // namespace
}  // namespace dambase::test
