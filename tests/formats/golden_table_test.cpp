// A table file that never changes, read byte by byte as its format is specified. If one of these
// tests fails, tables that people have can no longer be read: raise the format version instead.
#include <gtest/gtest.h>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

const std::filesystem::path folder = std::filesystem::path(DAMBASE_DATA_DIR) / "golden" / "international";

class GoldenTable : public testing::Test {
 protected:
  void SetUp() override { ASSERT_GT(bytes_.size(), 272U) << "data/golden cannot be read"; }

  template <class Number>
  [[nodiscard]] Number at(std::size_t offset) const {
    return load_little_endian<Number>(bytes_, offset);
  }
  [[nodiscard]] std::uint64_t count(std::size_t offset) const { return at<std::uint64_t>(offset); }

  Bytes bytes_ = read_bytes(folder / "KvM.wld");
};

TEST_F(GoldenTable, BeginsWithTheMagicBytes) {
  constexpr unsigned magic[] = {0x89, 'D', 'M', 'B', 0x0d, 0x0a, 0x1a, 0x0a};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(static_cast<unsigned>(bytes_[i]), magic[i]);
}

TEST_F(GoldenTable, HasTheFieldsOfTheHeaderInTheirPlaces) {
  EXPECT_EQ(at<std::uint32_t>(8), 1U) << "format version";
  EXPECT_EQ(at<std::uint32_t>(12), 256U) << "header bytes";
  EXPECT_EQ(at<std::uint32_t>(16), 1U) << "variant";
  EXPECT_EQ(at<std::uint32_t>(20), 1U) << "rules version";
  EXPECT_EQ(at<std::uint32_t>(24), 0x00010100U) << "white men, white kings, black men, black kings";
  EXPECT_EQ(at<std::uint8_t>(28), 0) << "metric";
  EXPECT_EQ(at<std::uint8_t>(29), 0) << "profile";
  EXPECT_EQ(at<std::uint8_t>(30), 2) << "slices";
  EXPECT_EQ(at<std::uint32_t>(32), 163'840U) << "positions a block";
  EXPECT_EQ(at<std::uint32_t>(36), 1U) << "codec";
  EXPECT_EQ(count(40), 2U) << "blocks";
  EXPECT_EQ(count(48), bytes_.size() - 16) << "directory";
  EXPECT_EQ(count(56), bytes_.size()) << "file bytes";
}

TEST_F(GoldenTable, HasTheCountsOfBothSlices) {
  constexpr std::uint64_t king_to_move[] = {2205, 408, 1924, 0, 281};
  constexpr std::uint64_t man_to_move[] = {2205, 120, 121, 1510, 574};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(count(64 + 8 * i), king_to_move[i]);
    EXPECT_EQ(count(104 + 8 * i), man_to_move[i]);
  }
}

TEST_F(GoldenTable, HasItsChecksums) {
  EXPECT_EQ(count(240), checksum(std::span(bytes_).last(16)));
  EXPECT_EQ(count(248), checksum(std::span(bytes_).first(248)));
  std::size_t offset = 256;
  for (const std::size_t entry : {bytes_.size() - 16, bytes_.size() - 8}) {
    const std::size_t size = at<std::uint32_t>(entry) & 0xffffffU;
    EXPECT_EQ(at<std::uint32_t>(entry) >> 24, 1U) << "a Zstandard frame";
    EXPECT_EQ(at<std::uint32_t>(offset), 0xfd2fb528U) << "which begins like one";
    EXPECT_EQ(at<std::uint32_t>(entry + 4), checksum(std::span(bytes_).subspan(offset, size)) & 0xffffffffU);
    offset += size;
  }
  EXPECT_EQ(offset, bytes_.size() - 16);
}

TEST_F(GoldenTable, IsWrittenAgainAsItWas) {
  const auto header = decode_header(std::span(bytes_).first<header_bytes>());
  ASSERT_TRUE(header);
  const auto again = encode_header(header->info, header->layout);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), bytes_.begin()));
}

// Values by hand: all but three kinds of position are draws where king meets king.
TEST(GoldenKings, HoldTheValuesThatPeopleKnow) {
  const auto reader = TableReader::open(folder / "KvK.wld");
  ASSERT_TRUE(reader) << reader.error().message;
  const Variant& variant = **find_variant("international");
  const SliceNumbering numbering(variant.shape(), *Material::parse("KvK"));
  const auto block = reader->read_block(0);
  ASSERT_TRUE(block);
  int values[3] = {};
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    if (!variant.has_capture(numbering.unrank(number))) ++values[static_cast<int>(value_at(*block, number))];
  }
  EXPECT_EQ(values[0], 16);
  EXPECT_EQ(values[1], 2024);
  EXPECT_EQ(values[2], 2);
  const auto value_of = [&](int white, int black) {
    const Bitboard white_king(variant.shape().square_of(white));
    const Bitboard black_king(variant.shape().square_of(black));
    return value_at(*block, numbering.rank({Bitboard(), white_king}, {Bitboard(), black_king}));
  };
  EXPECT_EQ(value_of(5, 46), Value::loss);
  EXPECT_EQ(value_of(46, 5), Value::loss);
  EXPECT_EQ(value_of(10, 5), Value::win);
  EXPECT_EQ(value_of(1, 50), Value::draw);
}

}  // namespace
}  // namespace dambase::test
