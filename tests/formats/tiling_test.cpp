#include "formats/tiling.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "engine/variant.hpp"

namespace dambase::test {
namespace {

// Every number has a place of its own, within its tile, where first_of and shape_of say.
void expect_cut(const Tiling& tiling) {
  std::vector<std::vector<bool>> is_taken(tiling.tiles());
  std::uint64_t cells = 0;
  for (std::uint64_t tile = 0; tile < tiling.tiles(); ++tile) {
    const TileShape shape = tiling.shape_of(tile);
    ASSERT_GT(shape.positions(), 0U);
    ASSERT_LE(shape.lines, tiling.options().tile_lines);
    ASSERT_LE(shape.width, tiling.options().tile_width);
    is_taken[tile].resize(shape.positions());
    cells += shape.positions();
  }
  // What lines have more than positions is at the end of the last.
  const std::uint64_t line = tiling.options().line;
  ASSERT_EQ(cells, (tiling.positions() + line - 1) / line * line);
  for (std::uint64_t number = 0; number < tiling.positions(); ++number) {
    const Tiling::Place place = tiling.place_of(number);
    ASSERT_LT(place.tile, tiling.tiles());
    const TileShape shape = tiling.shape_of(place.tile);
    ASSERT_LT(place.index, shape.positions()) << number;
    ASSERT_FALSE(is_taken[place.tile][place.index]) << number;
    is_taken[place.tile][place.index] = true;
    const std::uint64_t row = place.index / shape.width;
    ASSERT_EQ(tiling.first_of(place.tile) + row * line + place.index % shape.width, number);
  }
}

void expect_blocks(const Tiling& tiling) {
  std::uint64_t tiles = 0;
  for (std::uint64_t block = 0; block < tiling.blocks(); ++block) {
    ASSERT_GT(tiling.tiles_in(block), 0U);
    ASSERT_LE(tiling.tiles_in(block), tiling.options().tiles_per_block);
    tiles += tiling.tiles_in(block);
  }
  EXPECT_EQ(tiles, tiling.tiles());
}

TEST(Tiling, EveryNumberHasAPlaceOfItsOwn) {
  for (const std::uint64_t line : {1U, 2U, 5U, 8U, 13U, 64U}) {
    for (const std::uint32_t width : {1U, 2U, 4U, 8U, 64U, static_cast<std::uint32_t>(line)}) {
      for (const std::uint32_t lines : {1U, 2U, 8U}) {
        for (const std::uint32_t tiles : {1U, 3U, 256U}) {
          const TilingOptions options{line, width, lines, tiles};
          if (!is_sound(options)) continue;
          for (const std::uint64_t positions : {std::uint64_t{1}, line - 1, line, line + 1, 7 * line, 31 * line - 1}) {
            const Tiling tiling(positions, options);
            expect_cut(tiling);
            expect_blocks(tiling);
          }
        }
      }
    }
  }
}

TEST(Tiling, GoesFromLeftToRightAndDown) {
  // Three tiles side by side, the last two columns wide; the lower ones one line high.
  const Tiling tiling(50, {10, 4, 4, 2});
  EXPECT_EQ(tiling.columns(), 3U);
  EXPECT_EQ(tiling.tiles(), 6U);
  EXPECT_EQ(tiling.blocks(), 3U);
  EXPECT_EQ(tiling.positions_of_full_tile(), 16U);
  EXPECT_EQ(tiling.shape_of(0), (TileShape{4, 4}));
  EXPECT_EQ(tiling.shape_of(2), (TileShape{4, 2}));
  EXPECT_EQ(tiling.shape_of(5), (TileShape{1, 2}));
  const Tiling::Place place = tiling.place_of(29);  // line 2, column 9
  EXPECT_EQ(place.tile, 2U);
  EXPECT_EQ(place.index, 5U);
  EXPECT_EQ(tiling.place_of(44).tile, 4U);
}

TEST(Tiling, NothingHasNoTiles) {
  const Tiling tiling(0, {10, 4, 4, 2});
  EXPECT_EQ(tiling.tiles(), 0U);
  EXPECT_EQ(tiling.blocks(), 0U);
}

TEST(Tiling, TellsOptionsThatCannotBe) {
  EXPECT_TRUE(is_sound({1, 1, 1, 1}));
  EXPECT_TRUE(is_sound({100, 100, 64, 256}));
  EXPECT_TRUE(is_sound({10'000, 8192, 1, 256}));
  EXPECT_TRUE(is_sound({~std::uint64_t{0}, 1, 8192, 1}));
  const TilingOptions wrong[] = {
      {0, 1, 1, 1},
      {10, 0, 1, 1},
      {10, 3, 1, 1},
      {10, 16, 1, 1},
      {10'000, 10'000, 1, 1},
      {10, 10, 0, 1},
      {10, 10, 3, 1},
      {10, 10, 1024, 1},
      {10, 10, 1, 0},
      {10, 10, 1, 257},
      {1, 1, 16384, 1},
      {64, 64, 256, 1},
      {16, 16, 0x80000000U, 1},
  };
  for (const TilingOptions& options : wrong)
    EXPECT_FALSE(is_sound(options)) << options.line << ' ' << options.tile_width << ' ' << options.tile_lines;
}

// ---- what is chosen for a slice ----

void expect_good_choice(const SliceNumbering& numbering, std::uint32_t positions, std::uint32_t width) {
  const TilingOptions options = tiling_for(numbering, positions, width);
  ASSERT_TRUE(is_sound(options)) << numbering.material().name();
  ASSERT_LE(options.line, numbering.positions());
  EXPECT_LE(options.tile_lines * options.tile_width, std::max(positions, 2 * width));
  const Tiling tiling(numbering.positions(), options);
  EXPECT_LE(std::uint64_t{tiling.positions_of_full_tile()} * options.tiles_per_block, usual_block_positions);
  expect_blocks(tiling);
  if (numbering.positions() < 200'000) expect_cut(tiling);
}

class TilingFor : public testing::TestWithParam<const char*> {};

TEST_P(TilingFor, EverySliceOfTheVariantCanBeCut) {
  const auto variant = find_variant(GetParam());
  if (!variant) GTEST_SKIP() << "not in this build";
  for (const char* name :
       {"KvK", "KvM", "MvK", "MvM", "KKvK", "KKvM", "KvKM", "KMvM", "MMvM", "MvMM", "KKKvMM", "MMMvMM", "MMMMMMvM"}) {
    const Material material = *Material::parse(name);
    if (!slice_positions((*variant)->position_space(), material)) continue;
    const SliceNumbering numbering((*variant)->position_space(), material);
    for (const auto& [positions, width] : {std::pair{1024U, 32U}, {2048U, 64U}, {64U, 8U}, {1U, 1U}, {8192U, 1024U}})
      expect_good_choice(numbering, positions, width);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, TilingFor,
                         testing::Values("international", "english", "frisian", "breakthrough", "losing"));

TEST(TilingOfSlices, LinesAreWhatChangesFastest) {
  const Variant& variant = **find_variant("international");
  const auto line_of = [&](const char* name) {
    return tiling_for(SliceNumbering(variant.position_space(), *Material::parse(name)), 1024, 32).line;
  };
  EXPECT_EQ(line_of("KvK"), 49U) << "placements of the black king";
  EXPECT_EQ(line_of("KKvK"), 48U);
  EXPECT_EQ(line_of("KMvK"), 49U * 48U) << "all kings of one placement of the man";
  EXPECT_EQ(line_of("KvM"), 49U);
  EXPECT_EQ(line_of("MMvM"), 43U) << "placements of the black men";
  EXPECT_EQ(line_of("MvMM"), 44U * 43U / 2);
}

TEST(TilingOfSlices, AShortLineIsNotCut) {
  const Variant& variant = **find_variant("international");
  const SliceNumbering numbering(variant.position_space(), *Material::parse("KvK"));
  EXPECT_EQ(tiling_for(numbering, 1024, 64).tile_width, 49U);
  EXPECT_EQ(tiling_for(numbering, 1024, 64).tile_lines, 16U);
  EXPECT_EQ(tiling_for(numbering, 1024, 16).tile_width, 16U);
}

}  // namespace
}  // namespace dambase::test
