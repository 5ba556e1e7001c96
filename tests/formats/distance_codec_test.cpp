// Distances as symbols, and blocks of symbols there and back.
#include "formats/distance_codec.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

TEST(DistanceSymbols, GoThereAndBack) {
  for (const Metric metric : {Metric::dtc, Metric::dtw, Metric::rule}) {
    for (const Value at_end : {Value::loss, Value::win}) {
      const DistanceSymbols symbols(metric, at_end);
      EXPECT_EQ(symbols.distance_of(symbols.symbol_of({})), Distance{});
      for (int plies = 0; plies <= symbols.most_plies(); ++plies) {
        for (const Value value : {Value::win, Value::loss}) {
          const bool may_be = metric != Metric::dtw || (plies % 2 == 0) == (value == at_end);
          if (!may_be) continue;
          const Distance distance{value, plies};
          ASSERT_NE(symbols.symbol_of(distance), draw_symbol);
          ASSERT_NE(symbols.symbol_of(distance), capture_symbol);
          ASSERT_EQ(symbols.distance_of(symbols.symbol_of(distance)), distance) << plies;
        }
      }
    }
  }
}

TEST(DistanceSymbols, GoodnessPrefersShortWinsAndLongLosses) {
  const std::vector<Distance> from_best = {{Value::win, 1},    {Value::win, 3},  {Value::win, 999}, {Value::draw, 0},
                                           {Value::loss, 998}, {Value::loss, 2}, {Value::loss, 0}};
  for (std::size_t i = 1; i < from_best.size(); ++i) EXPECT_GT(goodness(from_best[i - 1]), goodness(from_best[i]));
}

// Two blocks of four tiles and one of a single one, at whose edges tiles are smaller.
constexpr TilingOptions options{21, 8, 4, 4};
constexpr std::uint64_t positions = 21 * 10 - 3;

struct Slice {
  // Symbols each the same as the one before but for one in `noise` of them, up to `most`.
  Slice(unsigned noise, DistanceSymbol most, unsigned seed)
      : coding{Tiling(positions, options), {}, symbol_bytes_for(most)} {
    std::mt19937 random(seed);
    DistanceSymbol last = draw_symbol;
    for (std::uint64_t i = 0; i < positions; ++i) {
      if (random() % noise == 0) last = static_cast<DistanceSymbol>(random() % (most + 1U));
      symbols.push_back(random() % 5 == 0 ? capture_symbol : last);
    }
  }
  [[nodiscard]] SymbolView view() const { return SymbolView(std::as_bytes(std::span(symbols))); }

  std::vector<DistanceSymbol> symbols;
  SliceCoding coding;
};

// The codecs that blocks had.
std::set<Codec> expect_round_trip(const Slice& slice) {
  std::set<Codec> codecs;
  const Tiling& tiling = slice.coding.tiling;
  const std::uint32_t in_tile = tiling.positions_of_full_tile();
  for (std::uint64_t block = 0; block < tiling.blocks(); ++block) {
    const auto encoded = DistanceEncoder().encode(slice.coding, slice.view(), block);
    EXPECT_TRUE(encoded);
    codecs.insert(encoded->codec);
    Bytes decoded(tiling.tiles_in(block) * slice.coding.tile_bytes());
    EXPECT_TRUE(decode_block(slice.coding, encoded->codec, encoded->bytes, block, decoded));
    for (std::uint64_t number = 0; number < positions; ++number) {
      const Tiling::Place place = tiling.place_of(number);
      if (place.tile / options.tiles_per_block != block || slice.symbols[number] == capture_symbol) continue;
      const std::span tile = std::span<const std::byte>(decoded).subspan(
          place.tile % options.tiles_per_block * slice.coding.tile_bytes(), slice.coding.tile_bytes());
      EXPECT_EQ(symbol_at(tile, slice.coding.symbol_bytes, in_tile, place.index), slice.symbols[number]) << number;
    }
  }
  return codecs;
}

TEST(DistanceCodec, BlocksOfAnySymbolsGoThereAndBack) {
  std::set<Codec> codecs;
  for (const DistanceSymbol most :
       {DistanceSymbol{0}, DistanceSymbol{9}, DistanceSymbol{255}, DistanceSymbol{256}, DistanceSymbol{65'534}}) {
    for (const unsigned noise : {1U, 10U, 60U}) codecs.merge(expect_round_trip(Slice(noise, most, noise + most)));
  }
  EXPECT_EQ(codecs, (std::set{Codec::raw, Codec::zstandard, Codec::constant}));
}

TEST(DistanceCodec, TwoBytesOnlyWhereTheyAreNeeded) {
  EXPECT_EQ(symbol_bytes_for(255), 1);
  EXPECT_EQ(symbol_bytes_for(256), 2);
}

TEST(DistanceCodec, TheSameSymbolsGiveTheSameBytes) {
  const Slice slice(4, 200, 7);
  DistanceEncoder used;
  for (const std::uint64_t block : {2U, 0U, 1U})
    EXPECT_EQ(used.encode(slice.coding, slice.view(), block)->bytes,
              DistanceEncoder().encode(slice.coding, slice.view(), block)->bytes);
}

TEST(DistanceCodec, PredictionIsRefused) {
  const Slice slice(4, 200, 7);
  Bytes decoded(slice.coding.tiling.tiles_in(0) * slice.coding.tile_bytes());
  const auto result = decode_block(slice.coding, Codec::prediction, Bytes(9), 0, decoded);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::damaged_table);
}

TEST(DistanceCodec, CodingsGoThereAndBack) {
  for (const std::uint8_t bytes : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{0}, std::uint8_t{3}}) {
    SliceCoding coding{Tiling(positions, options), {}, bytes};
    if (bytes == 0) coding.symbol_bytes = 3;
    const Bytes encoded = encode_coding(coding);
    std::span<const std::byte> rest(encoded);
    const auto decoded = decode_coding(rest, positions, Metric::dtw);
    EXPECT_EQ(static_cast<bool>(decoded), bytes == 1 || bytes == 2);
    if (!decoded) continue;
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(decoded->symbol_bytes, bytes);
    EXPECT_EQ(decoded->tiling.options(), options);
  }
}

}  // namespace
}  // namespace dambase::test
