// A table file that never changes, read byte by byte as its format is specified. If one of these
// tests fails, tables that people have can no longer be read: raise the format version instead. As long as no version
// with this format is published, the tables may be made again, from the folder of the project:
//
//   dambase build -n 2 --tables /tmp/golden && cp /tmp/golden/international/Kv[KM].wld data/golden/international
#include <gtest/gtest.h>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "tests/formats/sample_table.hpp"
#include "tests/formats/slow_prediction.hpp"

namespace dambase::test {
namespace {

const std::filesystem::path folder = std::filesystem::path(DAMBASE_DATA_DIR) / "golden" / "international";

// Of both slices: 45 placements of the man, 49 of the king.
constexpr std::uint32_t positions = 2205;
constexpr std::uint32_t line = 49;
constexpr std::uint32_t tile_width = 49;
constexpr std::uint32_t tile_lines = 32;
constexpr std::uint32_t tiles_per_block = 83;
constexpr std::uint32_t tiles_across = (line + tile_width - 1) / tile_width;
constexpr std::uint32_t tiles = tiles_across * ((positions / line + tile_lines - 1) / tile_lines);
constexpr std::size_t directory_bytes = 16;

class GoldenTable : public testing::Test {
 protected:
  void SetUp() override { ASSERT_GT(bytes_.size(), 320U) << "data/golden cannot be read"; }

  template <class Number>
  [[nodiscard]] Number at(std::size_t offset) const {
    return load_little_endian<Number>(bytes_, offset);
  }
  [[nodiscard]] std::uint64_t count(std::size_t offset) const { return at<std::uint64_t>(offset); }

  // The codings of the two slices.
  [[nodiscard]] std::array<std::size_t, 2> codings() const {
    const std::size_t first = count(184);
    return {first, first + 24 + at<std::uint32_t>(first + 20)};
  }

  Bytes bytes_ = read_bytes(folder / "KvM.wld");
};

TEST_F(GoldenTable, BeginsWithTheMagicBytes) {
  constexpr unsigned magic[] = {0x89, 'D', 'M', 'B', 0x0d, 0x0a, 0x1a, 0x0a};
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(static_cast<unsigned>(bytes_[i]), magic[i]);
}

TEST_F(GoldenTable, HasTheFieldsOfTheHeaderInTheirPlaces) {
  EXPECT_EQ(at<std::uint32_t>(8), 3U) << "format version";
  EXPECT_EQ(at<std::uint32_t>(12), 256U) << "header bytes";
  EXPECT_EQ(at<std::uint32_t>(16), 1U) << "variant";
  EXPECT_EQ(at<std::uint32_t>(20), 1U) << "rules version";
  EXPECT_EQ(at<std::uint32_t>(24), 0x00010100U) << "white men, white kings, black men, black kings";
  EXPECT_EQ(at<std::uint8_t>(28), 0) << "metric";
  EXPECT_EQ(at<std::uint8_t>(29), 0) << "profile";
  EXPECT_EQ(at<std::uint8_t>(30), 2) << "slices";
  EXPECT_EQ(at<std::uint8_t>(31), 3) << "slices that are stored";
  EXPECT_EQ(at<std::uint32_t>(32), 0U) << "reserved";
  EXPECT_EQ(at<std::uint32_t>(36), 3U) << "codec";
  EXPECT_EQ(count(40), 2U) << "blocks";
  EXPECT_EQ(count(48), bytes_.size() - directory_bytes) << "directory";
  EXPECT_EQ(count(56), bytes_.size()) << "file bytes";
  for (std::size_t offset = 192; offset < 240; offset += 8) EXPECT_EQ(count(offset), 0U) << "reserved";
}

TEST_F(GoldenTable, HasTheCountsOfBothSlices) {
  constexpr std::uint64_t king_to_move[] = {2205, 408, 1924, 0, 281};
  constexpr std::uint64_t man_to_move[] = {2205, 120, 121, 1510, 574};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(count(64 + 8 * i), king_to_move[i]);
    EXPECT_EQ(count(104 + 8 * i), man_to_move[i]);
  }
}

TEST_F(GoldenTable, HasItsCodings) {
  for (const std::size_t coding : codings()) {
    EXPECT_EQ(count(coding), line);
    EXPECT_EQ(at<std::uint32_t>(coding + 8), tile_width);
    EXPECT_EQ(at<std::uint32_t>(coding + 12), tile_lines);
    EXPECT_EQ(at<std::uint32_t>(coding + 16), tiles_per_block);
    const std::size_t model_bytes = at<std::uint32_t>(coding + 20);
    EXPECT_EQ(at<std::uint32_t>(coding + 24), 0xfd2fb528U) << "a Zstandard frame";
    EXPECT_FALSE(slow::plain_model(std::span(bytes_).subspan(coding + 24, model_bytes)).empty());
  }
  EXPECT_EQ(codings()[1] + 24 + at<std::uint32_t>(codings()[1] + 20), count(48)) << "the directory follows";
}

TEST_F(GoldenTable, HasItsChecksums) {
  EXPECT_EQ(count(240), checksum(std::span(bytes_).subspan(count(184))));
  EXPECT_EQ(count(248), checksum(std::span(bytes_).first(248)));
  std::size_t offset = 256;
  for (std::size_t entry = count(48); entry < bytes_.size(); entry += 8) {
    const std::size_t size = at<std::uint32_t>(entry) & 0xffffffU;
    EXPECT_EQ(at<std::uint32_t>(entry) >> 24, 3U) << "prediction";
    EXPECT_EQ(at<std::uint32_t>(entry + 4), checksum(std::span(bytes_).subspan(offset, size)) & 0xffffffffU);
    offset += size;
  }
  EXPECT_EQ(offset, count(184)) << "the codings follow";
}

// What the slices hold by the words of the specification.
std::vector<unsigned> slow_values(std::span<const std::byte> block, std::span<const std::byte> model) {
  const std::vector<std::uint8_t> plain = slow::plain_model(model);
  slow::RiceReader reader(block.subspan(1));
  std::array<std::size_t, tiles> lengths{};
  for (std::size_t& length : lengths) length = reader.read(static_cast<unsigned>(block[0]));
  std::size_t offset = 1 + reader.bytes_read();
  std::vector<unsigned> values(positions);
  for (std::uint32_t tile = 0; tile < tiles; ++tile) {
    const std::uint32_t first_line = tile / tiles_across * tile_lines;
    const std::uint32_t first_column = tile % tiles_across * tile_width;
    const std::uint32_t lines = std::min(tile_lines, positions / line - first_line);
    const std::uint32_t width = std::min(tile_width, line - first_column);
    const auto cells = slow::decode_tile(plain, lines, width, block.subspan(offset, lengths[tile]));
    for (std::uint32_t i = 0; i < cells.size(); ++i)
      values[(first_line + i / width) * line + first_column + i % width] = cells[i];
    offset += lengths[tile];
  }
  EXPECT_EQ(offset, block.size());
  return values;
}

TEST_F(GoldenTable, HoldsWhatTheSpecificationSays) {
  const auto reader = TableReader::open(folder / "KvM.wld");
  ASSERT_TRUE(reader) << reader.error().message;
  std::size_t block = 256;
  for (std::size_t slice = 0; slice < 2; ++slice) {
    const std::size_t size = at<std::uint32_t>(count(48) + 8 * slice) & 0xffffffU;
    const std::size_t coding = codings()[slice];
    const auto expected = slow_values(std::span(bytes_).subspan(block, size),
                                      std::span(bytes_).subspan(coding + 24, at<std::uint32_t>(coding + 20)));
    const std::vector<Value> values = stored_values(*reader, slice);
    ASSERT_EQ(values.size(), positions);
    for (std::size_t i = 0; i < positions; ++i) ASSERT_EQ(static_cast<unsigned>(values[i]), expected[i]) << i;
    block += size;
  }
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
  const std::vector<Value> stored = stored_values(*reader, 0);
  ASSERT_EQ(stored.size(), numbering.positions());
  int values[3] = {};
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    if (!variant.has_capture(numbering.unrank(number))) ++values[static_cast<int>(stored[number])];
  }
  EXPECT_EQ(values[0], 16);
  EXPECT_EQ(values[1], 2024);
  EXPECT_EQ(values[2], 2);
  const auto value_of = [&](int white, int black) {
    const Bitboard white_king(variant.shape().square_of(white));
    const Bitboard black_king(variant.shape().square_of(black));
    return stored[numbering.rank({Bitboard(), white_king}, {Bitboard(), black_king})];
  };
  EXPECT_EQ(value_of(5, 46), Value::loss);
  EXPECT_EQ(value_of(46, 5), Value::loss);
  EXPECT_EQ(value_of(10, 5), Value::win);
  EXPECT_EQ(value_of(1, 50), Value::draw);
}

}  // namespace
}  // namespace dambase::test
