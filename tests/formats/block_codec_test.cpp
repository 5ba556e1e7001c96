#include "formats/block_codec.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "tests/formats/sample_coding.hpp"

namespace dambase::test {
namespace {

// Two blocks of four tiles and one of a single one, at whose edges tiles are smaller.
constexpr TilingOptions options{21, 8, 4, 4};
constexpr std::size_t positions = 21 * 10 - 3;

struct Slice {
  Slice(Codes of_slice, const TilingOptions& how)
      : codes(std::move(of_slice)), packed(packed_codes(codes)), coding(coding_of(codes, how)) {}

  [[nodiscard]] EncodedBlock encoded(std::uint64_t block) const {
    auto result = BlockEncoder().encode(coding, packed, block);
    EXPECT_TRUE(result);
    return *std::move(result);
  }
  [[nodiscard]] std::size_t block_bytes(std::uint64_t block) const {
    return coding.tiling.tiles_in(block) * coding.tile_bytes();
  }

  Codes codes;
  Bytes packed;
  SliceCoding coding;
};

Slice random_slice(unsigned noise, unsigned seed, std::size_t size = positions, const TilingOptions& how = options) {
  std::mt19937 random(seed);
  return {random_codes(size, noise, random), how};
}

// All that is stored of `block` is what it was, read at once and tile by tile, in whole or in part.
void expect_decoded(const Slice& slice, std::uint64_t block) {
  const EncodedBlock encoded = slice.encoded(block);
  const Tiling& tiling = slice.coding.tiling;
  EXPECT_LE(encoded.bytes.size(), slice.block_bytes(block));
  Bytes whole(slice.block_bytes(block));
  ASSERT_TRUE(decode_block(slice.coding, encoded.codec, encoded.bytes, block, whole));
  const std::size_t tile_bytes = slice.coding.tile_bytes();
  for (std::uint64_t number = 0; number < slice.codes.size(); ++number) {
    const Tiling::Place place = tiling.place_of(number);
    if (place.tile / tiling.options().tiles_per_block != block || slice.codes[number] == Code::capture) continue;
    const auto tile_in_block = static_cast<std::uint32_t>(place.tile % tiling.options().tiles_per_block);
    const auto expected = static_cast<Value>(slice.codes[number]);
    ASSERT_EQ(value_at(std::span(whole).subspan(tile_in_block * tile_bytes), place.index), expected);
    Bytes tile(tile_bytes);
    for (const std::uint32_t needed : {place.index + 1, max_tile_positions}) {
      ASSERT_TRUE(decode_tile(slice.coding, encoded.codec, encoded.bytes, block, tile_in_block, needed, tile));
      ASSERT_EQ(value_at(tile, place.index), expected);
    }
  }
}

void expect_every_block_decoded(const Slice& slice) {
  for (std::uint64_t block = 0; block < slice.coding.tiling.blocks(); ++block) expect_decoded(slice, block);
}

TEST(BlockCodec, KeepsEverySlice) {
  for (const unsigned noise : {1U, 2U, 10U, 100U, 1000U}) expect_every_block_decoded(random_slice(noise, noise));
  const TilingOptions shapes[] = {{1, 1, 1, 1}, {1, 1, 8, 3}, {7, 7, 16, 256}, {200, 64, 1, 2}, {207, 207, 1, 1}};
  for (const TilingOptions& shape : shapes) expect_every_block_decoded(random_slice(5, 6, positions, shape));
}

TEST(BlockCodec, TakesTheCodecThatFits) {
  EXPECT_EQ(random_slice(30, 1, 100'000, {256, 32, 32, 16}).encoded(1).codec, Codec::prediction);
  // Less than what others take for themselves.
  const Slice tiny({Code::win, Code::draw, Code::loss, Code::win}, {4, 4, 1, 1});
  EXPECT_EQ(tiny.encoded(0).codec, Codec::raw);
  expect_decoded(tiny, 0);
  // What prediction cannot see: a pattern that comes again after many values that look alike.
  std::mt19937 random(3);
  Codes pattern(997);
  for (Code& code : pattern) code = static_cast<Code>(random() % 3);
  Codes codes;
  for (std::size_t i = 0; i < 20'000; ++i) codes.push_back(pattern[i % pattern.size()]);
  const Slice repeated(codes, {1000, 1000, 4, 32});
  EXPECT_EQ(repeated.encoded(0).codec, Codec::zstandard);
  expect_decoded(repeated, 0);
}

TEST(BlockCodec, OneValueIsAConstantWhateverCapturesLieBetween) {
  std::mt19937 random(4);
  constexpr Code all[] = {Code::win, Code::draw, Code::loss};
  for (const Code value : all) {
    Codes codes(positions, value);
    for (Code& code : codes) code = random() % 3 == 0 ? Code::capture : code;
    const Slice slice(codes, options);
    const EncodedBlock encoded = slice.encoded(0);
    EXPECT_EQ(encoded.codec, Codec::constant);
    EXPECT_EQ(encoded.bytes, Bytes{static_cast<std::byte>(static_cast<unsigned>(value) * 0x55)});
    expect_every_block_decoded(slice);
  }
  const Slice captures(Codes(positions, Code::capture), options);
  EXPECT_EQ(captures.encoded(0).codec, Codec::constant);
  EXPECT_EQ(captures.encoded(0).bytes, Bytes{std::byte{0x55}});
}

TEST(BlockCodec, TheSameCodesGiveTheSameResult) {
  const Slice slice = random_slice(9, 5);
  BlockEncoder used;
  ASSERT_TRUE(used.encode(random_slice(1, 6).coding, random_slice(1, 6).packed, 1));
  BlockEncoder fresh;
  EXPECT_EQ(used.encode(slice.coding, slice.packed, 0)->bytes, fresh.encode(slice.coding, slice.packed, 0)->bytes);
}

// ---- damage ----

void expect_damaged(const Slice& slice, Codec codec, const Bytes& bytes) {
  Bytes whole(slice.block_bytes(0));
  Bytes tile(slice.coding.tile_bytes());
  for (const auto& result : {decode_block(slice.coding, codec, bytes, 0, whole),
                             decode_tile(slice.coding, codec, bytes, 0, 1, max_tile_positions, tile)}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::damaged_table);
  }
}

Bytes frame_of(const Bytes& packed) {
  Bytes frame(ZSTD_compressBound(packed.size()));
  frame.resize(ZSTD_compress(frame.data(), frame.size(), packed.data(), packed.size(), 1));
  return frame;
}

TEST(BlockCodec, RefusesWrongSizes) {
  const Slice slice = random_slice(3, 7, 100'000, {64, 32, 32, 8});
  Bytes packed(slice.block_bytes(0));
  for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = static_cast<std::byte>(i * i % 31 & 0x55);
  const Bytes frame = frame_of(packed);
  ASSERT_TRUE(decode_block(slice.coding, Codec::zstandard, frame, 0, packed));
  expect_damaged(slice, Codec::zstandard, {});
  for (std::size_t size = 1; size < frame.size(); size += 1 + size / 7)
    expect_damaged(slice, Codec::zstandard, {frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size)});
  expect_damaged(random_slice(3, 7), Codec::zstandard, frame);
  const std::size_t bytes = slice.block_bytes(0);
  expect_damaged(slice, Codec::raw, {});
  expect_damaged(slice, Codec::raw, Bytes(bytes - 1));
  expect_damaged(slice, Codec::raw, Bytes(bytes + 1));
  expect_damaged(slice, Codec::constant, {});
  expect_damaged(slice, Codec::constant, Bytes(2));
}

TEST(BlockCodec, RefusesUnknownCodecsAndBytesThatAreNotPackedValues) {
  const Slice slice = random_slice(3, 8);
  const std::size_t bytes = slice.block_bytes(0);
  for (const int codec : {4, 5, 100, 255}) expect_damaged(slice, static_cast<Codec>(codec), Bytes(bytes));
  for (const int no_values : {3, 0x0c, 0x30, 0xc0, 0xff}) {
    expect_damaged(slice, Codec::constant, {static_cast<std::byte>(no_values)});
    Bytes raw(bytes);
    raw[bytes / 2] = static_cast<std::byte>(no_values);
    expect_damaged(slice, Codec::raw, raw);
    expect_damaged(slice, Codec::zstandard, frame_of(raw));
  }
}

TEST(BlockCodec, RefusesTilesWhoseLengthsDoNotAddUp) {
  const Slice slice = random_slice(40, 9, 100'000, {256, 32, 32, 16});
  const EncodedBlock encoded = slice.encoded(0);
  ASSERT_EQ(encoded.codec, Codec::prediction);
  for (std::size_t size = 0; size < encoded.bytes.size(); size += 1 + size / 9)
    expect_damaged(slice, Codec::prediction,
                   {encoded.bytes.begin(), encoded.bytes.begin() + static_cast<std::ptrdiff_t>(size)});
  Bytes longer = encoded.bytes;
  longer.push_back(std::byte{0});
  expect_damaged(slice, Codec::prediction, longer);
}

TEST(BlockCodec, RandomBytesNeverDoMoreThanFail) {
  const Slice slice = random_slice(4, 10);
  std::mt19937 random(11);
  Bytes tile(slice.coding.tile_bytes());
  for (int round = 0; round < 20'000; ++round) {
    Bytes whole(slice.block_bytes(0));
    Bytes bytes(random() % 60);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
    for (const Codec codec : {Codec::raw, Codec::zstandard, Codec::constant, Codec::prediction}) {
      const auto decoded = decode_block(slice.coding, codec, bytes, 0, whole);
      if (!decoded) {
        EXPECT_EQ(decoded.error().code, ErrorCode::damaged_table);
        continue;
      }
      const auto is_value = [&](std::size_t i) { return code_at(whole, i) != Code::capture; };
      for (std::size_t i = 0; i < whole.size() * codes_per_byte; ++i) ASSERT_TRUE(is_value(i));
      EXPECT_TRUE(decode_tile(slice.coding, codec, bytes, 0, 3, 20, tile));
    }
  }
}

TEST(BlockCodec, EncodersMove) {
  const Slice slice = random_slice(3, 12);
  BlockEncoder first;
  BlockEncoder second(std::move(first));
  BlockEncoder third;
  third = std::move(second);
  EXPECT_TRUE(third.encode(slice.coding, slice.packed, 0));
}

}  // namespace
}  // namespace dambase::test
