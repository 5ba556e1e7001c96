#include "formats/tile_buffer.hpp"

#include <gtest/gtest.h>

#include "tests/formats/sample_coding.hpp"

namespace dambase::test {
namespace {

constexpr TilingOptions all_options[] = {{1, 1, 1, 1},    {1, 1, 8, 1},      {5, 4, 2, 1},
                                         {13, 13, 8, 1},  {37, 8, 4, 1},     {64, 32, 16, 1},
                                         {100, 64, 4, 1}, {131, 131, 32, 1}, {200, 128, 1, 1}};

Codes codes_of(std::size_t count, unsigned kinds, unsigned seed) {
  std::mt19937 random(seed);
  Codes codes(count);
  for (Code& code : codes) code = static_cast<Code>(random() % kinds);
  return codes;
}

// The code of a cell of a tile; captures behind the last position.
Code code_in(const Codes& codes, const Tiling& tiling, std::uint64_t tile, std::uint32_t line, std::uint32_t column) {
  const std::uint64_t number = tiling.first_of(tile) + line * tiling.options().line + column;
  return number < codes.size() ? codes[number] : Code::capture;
}

template <class Visit>
void for_each_cell(const TileShape& shape, const Visit& visit) {
  for (std::uint32_t line = 0; line < shape.lines; ++line) {
    for (std::uint32_t column = 0; column < shape.width; ++column) visit(line, column);
  }
}

TEST(TileBuffer, TakesTheTilesOutOfASlice) {
  TileBuffer buffer;
  for (const TilingOptions& options : all_options) {
    for (const std::size_t positions : {std::size_t{1}, options.line, options.line * 10 - 1, options.line * 21 + 3}) {
      const Codes codes = codes_of(positions, 4, 31);
      const Tiling tiling(positions, options);
      for (std::uint64_t tile = 0; tile < tiling.tiles(); ++tile) {
        buffer.load(packed_codes(codes), tiling, tile);
        ASSERT_EQ(buffer.shape(), tiling.shape_of(tile));
        for_each_cell(buffer.shape(), [&](std::uint32_t line, std::uint32_t column) {
          ASSERT_EQ(static_cast<Code>(buffer.line(line)[column]), code_in(codes, tiling, tile, line, column));
        });
      }
    }
  }
}

TEST(TileBuffer, HasMarginsWithoutValues) {
  TileBuffer buffer;
  buffer.reset({20, 30});
  for (std::ptrdiff_t line = 0; line < 20; ++line) std::fill_n(buffer.line(line), 30, std::uint8_t{1});
  for (const TileShape& shape : {TileShape{5, 7}, TileShape{1, 1}, TileShape{19, 31}}) {
    buffer.reset(shape);
    for (std::ptrdiff_t line = -3; line < 0; ++line) {
      for (std::uint32_t column = 0; column <= shape.width; ++column)
        EXPECT_EQ(buffer.line(line)[column], TileBuffer::no_value);
    }
    for (std::ptrdiff_t line = 0; line < static_cast<std::ptrdiff_t>(shape.lines); ++line)
      EXPECT_EQ(buffer.line(line)[shape.width], TileBuffer::no_value);
  }
}

TEST(TileBuffer, PacksLineAfterLine) {
  TileBuffer buffer;
  for (const TilingOptions& options : all_options) {
    const Codes codes = codes_of(options.line * 19, 3, 32);
    const Tiling tiling(codes.size(), options);
    for (std::uint64_t tile = 0; tile < tiling.tiles(); ++tile) {
      buffer.load(packed_codes(codes), tiling, tile);
      // One byte more, which must stay as it is.
      Bytes packed(packed_bytes(buffer.shape().positions()) + 1, std::byte{0xaa});
      buffer.pack(std::span(packed).first(packed.size() - 1));
      std::uint32_t index = 0;
      for_each_cell(buffer.shape(), [&](std::uint32_t line, std::uint32_t column) {
        ASSERT_EQ(code_at(packed, index++), code_in(codes, tiling, tile, line, column));
      });
      ASSERT_EQ(packed.back(), std::byte{0xaa});
    }
  }
}

TEST(TileBuffer, CapturesTakeTheValueBefore) {
  const Codes codes = {Code::capture, Code::win,     Code::capture, Code::capture,
                       Code::loss,    Code::capture, Code::capture, Code::draw};
  const Tiling tiling(codes.size(), {4, 4, 2, 1});
  TileBuffer buffer;
  buffer.load(packed_codes(codes), tiling, 0);
  EXPECT_EQ(buffer.kinds(), 0b1111U);
  buffer.fill_captures();
  EXPECT_EQ(buffer.kinds(), 0b0111U);
  const Codes filled = {Code::draw, Code::win, Code::win, Code::win, Code::loss, Code::loss, Code::loss, Code::draw};
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(static_cast<Code>(buffer.line(i / 4)[i % 4]), filled[i]);
}

TEST(TileBuffer, TellsTheKindsOfItsCellsWithoutTheMargins) {
  TileBuffer buffer;
  for (const Code code : {Code::win, Code::draw, Code::loss, Code::capture}) {
    buffer.load(packed_codes(Codes(12, code)), Tiling(12, {4, 4, 4, 1}), 0);
    EXPECT_EQ(buffer.kinds(), 1U << static_cast<unsigned>(code));
  }
}

TEST(TileBuffer, KeepsOnlyTheBitsOfValues) {
  TileBuffer buffer;
  buffer.reset({2, 3});
  for_each_cell(buffer.shape(), [&](std::uint32_t line, std::uint32_t column) {
    buffer.line(line)[column] = static_cast<std::uint8_t>(0xf8 + column);
  });
  buffer.keep_values();
  for_each_cell(buffer.shape(),
                [&](std::uint32_t line, std::uint32_t column) { EXPECT_EQ(buffer.line(line)[column], column); });
}

}  // namespace
}  // namespace dambase::test
