#include "formats/slice_coding.hpp"

#include <gtest/gtest.h>

#include "engine/variant.hpp"
#include "formats/little_endian.hpp"
#include "tests/formats/sample_coding.hpp"

namespace dambase::test {
namespace {

Codes sample_codes(std::size_t positions, unsigned noise) {
  std::mt19937 random(51);
  return random_codes(positions, noise, random);
}

TEST(SliceCoding, GoesThereAndBack) {
  for (const TilingOptions& options :
       {TilingOptions{1, 1, 1, 1}, {49, 32, 32, 128}, {500, 500, 16, 1}, {4000, 64, 8, 256}}) {
    const SliceCoding coding = coding_of(sample_codes(4000, 10), options);
    Bytes bytes = encode_coding(coding);
    const std::size_t size = bytes.size();
    bytes.push_back(std::byte{77});
    std::span<const std::byte> rest(bytes);
    const auto decoded = decode_coding(rest, 4000, Metric::wld);
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(rest.size(), bytes.size() - size) << "what comes behind is left";
    EXPECT_EQ(decoded->tiling.options(), options);
    EXPECT_EQ(decoded->tiling.positions(), 4000U);
    EXPECT_EQ(decoded->model.to_bytes(), coding.model.to_bytes());
    EXPECT_EQ(encode_coding(*decoded), Bytes(bytes.begin(), bytes.end() - 1));
  }
}

void expect_refused(const Bytes& bytes, std::uint64_t positions) {
  std::span<const std::byte> rest(bytes);
  const auto decoded = decode_coding(rest, positions, Metric::wld);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().code, ErrorCode::damaged_table);
}

TEST(SliceCoding, RefusesWhatIsCut) {
  const Bytes whole = encode_coding(coding_of(sample_codes(300, 2), {20, 4, 4, 2}));
  for (std::size_t size = 0; size < whole.size(); ++size)
    expect_refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, 300);
}

TEST(SliceCoding, RefusesTilesThatCannotBe) {
  const Bytes whole = encode_coding(coding_of(sample_codes(300, 2), {20, 4, 4, 2}));
  const auto with = [&](std::size_t offset, auto number) {
    Bytes bytes = whole;
    store_little_endian(bytes, offset, number);
    return bytes;
  };
  for (const std::uint64_t line : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{301}, ~std::uint64_t{0}})
    expect_refused(with(0, line), 300);
  for (const std::uint32_t width : {0U, 3U, 32U, 0xffffffffU}) expect_refused(with(8, width), 300);
  for (const std::uint32_t lines : {0U, 3U, 4096U, 0x80000000U}) expect_refused(with(12, lines), 300);
  for (const std::uint32_t tiles : {0U, 257U, 0xffffffffU}) expect_refused(with(16, tiles), 300);
  for (const std::uint32_t bytes : {0U, 5U, 0xffffffffU}) expect_refused(with(20, bytes), 300);
  expect_refused(whole, 19);
}

TEST(SliceCoding, ATileTakesTheBytesOfAFullOne) {
  EXPECT_EQ(coding_of(sample_codes(10, 2), {10, 8, 4, 1}).tile_bytes(), 8U);
  EXPECT_EQ(coding_of(sample_codes(10, 2), {3, 3, 1, 1}).tile_bytes(), 1U);
}

// ---- learning ----

TEST(LearnCoding, TheSameCodesGiveTheSameCodingWhichFitsThem) {
  const Variant& variant = **find_variant("international");
  for (const char* name : {"KvK", "KMvM", "MMvM"}) {
    const SliceNumbering numbering(variant.position_space(), *Material::parse(name));
    for (const unsigned noise : {1U, 100U}) {
      const Bytes codes = packed_codes(sample_codes(numbering.positions(), noise));
      const SliceCoding coding = learn_coding(codes, numbering);
      const Bytes bytes = encode_coding(coding);
      EXPECT_EQ(encode_coding(learn_coding(codes, numbering)), bytes);
      EXPECT_EQ(coding.tiling.positions(), numbering.positions());
      std::span<const std::byte> rest(bytes);
      EXPECT_TRUE(decode_coding(rest, numbering.positions(), Metric::wld));
    }
  }
}

TEST(LearnCoding, ASliceOfOneCodeTakesNoBytes) {
  const SliceNumbering numbering((*find_variant("international"))->position_space(), *Material::parse("KvK"));
  for (const Code code : {Code::win, Code::draw, Code::loss, Code::capture}) {
    const Bytes codes = packed_codes(Codes(numbering.positions(), code));
    const SliceCoding coding = learn_coding(codes, numbering);
    Bytes bytes;
    TileBuffer tile;
    tile.load(codes, coding.tiling, 0);
    coding.model.encode(tile, bytes);
    EXPECT_TRUE(bytes.empty());
  }
}

}  // namespace
}  // namespace dambase::test
