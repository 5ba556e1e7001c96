// Predicted tiles: what goes in comes out, by the fast decoder and by the slow one that does as the specification says.
#include "formats/prediction.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <limits>

#include "tests/formats/sample_coding.hpp"
#include "tests/formats/slow_prediction.hpp"

namespace dambase::test {
namespace {

constexpr std::size_t degrees = PredictionModel::degrees;
constexpr std::size_t parameters = degrees + 2;

Bytes compressed(const std::vector<std::uint8_t>& plain) {
  Bytes bytes(ZSTD_compressBound(plain.size()));
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), plain.data(), plain.size(), 1));
  return bytes;
}

// Any model there can be.
std::vector<std::uint8_t> random_plain_model(std::mt19937& random) {
  std::vector<std::uint8_t> plain(parameters + PredictionModel::neighbourhoods);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto rule = static_cast<std::uint8_t>(random() % 3 | random() % 8 << 3 | random() % 2 << 6);
    plain[i] = i < parameters ? static_cast<std::uint8_t>(random() % 17) : rule;
  }
  return plain;
}

PredictionModel model_of(const std::vector<std::uint8_t>& plain) {
  return *PredictionModel::from_bytes(compressed(plain));
}

// A tile of a slice that has no other.
TileBuffer tile_of(const Codes& codes, const TileShape& shape) {
  TileBuffer tile;
  tile.reset(shape);
  for (std::uint32_t i = 0; i < codes.size(); ++i)
    tile.line(i / shape.width)[i % shape.width] = static_cast<std::uint8_t>(codes[i]);
  return tile;
}

std::vector<unsigned> cells_of(const TileBuffer& tile) {
  std::vector<unsigned> cells;
  for (std::ptrdiff_t line = 0; line < static_cast<std::ptrdiff_t>(tile.shape().lines); ++line)
    cells.insert(cells.end(), tile.line(line), tile.line(line) + tile.shape().width);
  return cells;
}

std::vector<unsigned> decoded(const PredictionModel& model, const Bytes& bytes, const TileShape& shape) {
  TileBuffer tile;
  tile.reset(shape);
  model.decode(bytes, tile);
  return cells_of(tile);
}

// Encodes a tile, and decodes it in every way; returns the bytes.
Bytes expect_round_trip(const PredictionModel& model, const std::vector<std::uint8_t>& plain, const Codes& codes,
                        const TileShape& shape) {
  TileBuffer tile = tile_of(codes, shape);
  Bytes bytes;
  model.encode(tile, bytes);
  const std::vector<unsigned> cells = decoded(model, bytes, shape);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] != Code::capture) {
      EXPECT_EQ(cells[i], static_cast<unsigned>(codes[i])) << i;
    }
  }
  EXPECT_EQ(cells_of(tile), cells) << "captures become what is decoded there";
  EXPECT_EQ(slow::decode_tile(plain, shape.lines, shape.width, bytes), cells);
  for (std::uint32_t lines = 1; lines <= shape.lines; lines += 1 + shape.lines / 128) {
    const std::uint32_t with_group = std::min(shape.lines, PredictionModel::lines_decoded(lines));
    const std::vector<unsigned> upper = decoded(model, bytes, {with_group, shape.width});
    EXPECT_TRUE(std::equal(upper.begin(), upper.end(), cells.begin())) << lines << " of " << shape.lines;
  }
  return bytes;
}

PredictionModel learned(const Codes& codes, const TileShape& shape) {
  PredictionTrainer trainer;
  for (int round = 0; round < PredictionTrainer::rounds; ++round) {
    TileBuffer tile = tile_of(codes, shape);
    trainer.learn(tile);
    trainer.finish_round();
  }
  return trainer.model();
}

Bytes expect_round_trip_learned(const Codes& codes, const TileShape& shape) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  Bytes best;
  for (const std::uint8_t endless_from : std::array<std::uint8_t, 4>{0, 4, 7, 16}) {
    const PredictionModel model = learned(codes, shape).with_endless_runs(endless_from);
    Bytes bytes = expect_round_trip(model, slow::plain_model(model.to_bytes()), codes, shape);
    if (bytes.size() >= least) continue;
    least = bytes.size();
    best = std::move(bytes);
  }
  return best;
}

// Where values stand as a picture does: areas of one value.
Codes smooth_codes(const TileShape& shape, std::mt19937& random) {
  const auto slope = static_cast<std::uint32_t>(1 + random() % 5);
  const auto edge = static_cast<std::uint32_t>(1 + random() % (shape.width + shape.lines * slope));
  Codes codes;
  for (std::uint32_t i = 0; i < shape.positions(); ++i) {
    const std::uint32_t where = i % shape.width + i / shape.width * slope;
    codes.push_back(random() % 50 == 0 ? Code::capture
                    : where < edge     ? Code::win
                    : where < 2 * edge ? Code::draw
                                       : Code::loss);
  }
  return codes;
}

TEST(Prediction, KeepsTilesOfEveryShape) {
  std::mt19937 random(41);
  for (std::uint32_t lines = 1; lines <= 9; ++lines) {
    for (std::uint32_t width = 1; width <= 9; ++width) {
      const TileShape shape{lines, width};
      for (const unsigned noise : {1U, 5U})
        expect_round_trip_learned(random_codes(shape.positions(), noise, random), shape);
      expect_round_trip_learned(smooth_codes(shape, random), shape);
      const std::vector<std::uint8_t> plain = random_plain_model(random);
      expect_round_trip(model_of(plain), plain, random_codes(shape.positions(), 2, random), shape);
    }
  }
}

// Even areas beside noise, in lines as usual ones are, and as wide as is still decoded four at a time and wider.
TEST(Prediction, KeepsEvenTiles) {
  std::mt19937 random(36);
  for (const TileShape& shape : {TileShape{32, 64}, {21, 96}, {8, 127}, {8, 128}}) {
    for (const unsigned noise : {60U, 500U})
      expect_round_trip_learned(random_codes(shape.positions(), noise, random), shape);
    expect_round_trip_learned(smooth_codes(shape, random), shape);
  }
}

TEST(Prediction, KeepsLargeTiles) {
  std::mt19937 random(42);
  for (const TileShape& shape : {TileShape{32, 32}, {64, 32}, {128, 16}, {4, 600}, {1, 8192}, {8192, 1}, {21, 49}}) {
    for (const unsigned noise : {1U, 20U, 3000U})
      expect_round_trip_learned(random_codes(shape.positions(), noise, random), shape);
    expect_round_trip_learned(smooth_codes(shape, random), shape);
    const std::vector<std::uint8_t> plain = random_plain_model(random);
    expect_round_trip(model_of(plain), plain, random_codes(shape.positions(), 7, random), shape);
  }
}

TEST(Prediction, SmoothTilesTakeLittle) {
  std::mt19937 random(43);
  const TileShape shape{32, 32};
  EXPECT_LT(expect_round_trip_learned(smooth_codes(shape, random), shape).size(), 60U);
  EXPECT_TRUE(expect_round_trip_learned(Codes(shape.positions(), Code::loss), shape).empty());
  EXPECT_TRUE(expect_round_trip_learned(Codes(shape.positions(), Code::capture), shape).empty());
}

TEST(Prediction, AppendsToWhatIsThere) {
  std::mt19937 random(44);
  const TileShape shape{6, 5};
  const Codes codes = random_codes(shape.positions(), 2, random);
  const PredictionModel model = learned(codes, shape);
  Bytes alone;
  TileBuffer tile = tile_of(codes, shape);
  model.encode(tile, alone);
  Bytes appended{std::byte{1}, std::byte{2}};
  tile = tile_of(codes, shape);
  model.encode(tile, appended);
  EXPECT_TRUE(std::equal(appended.begin() + 2, appended.end(), alone.begin(), alone.end()));
  EXPECT_EQ(appended[1], std::byte{2});
}

TEST(Prediction, AnyBytesGiveValues) {
  std::mt19937 random(45);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<std::uint8_t> plain = random_plain_model(random);
    const PredictionModel model = model_of(plain);
    const TileShape shape{1 + static_cast<std::uint32_t>(random() % 12), 1 + static_cast<std::uint32_t>(random() % 20)};
    Bytes bytes(random() % 40);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
    const std::vector<unsigned> cells = decoded(model, bytes, shape);
    ASSERT_TRUE(std::ranges::all_of(cells, [](unsigned cell) { return cell <= 2; }));
    ASSERT_EQ(slow::decode_tile(plain, shape.lines, shape.width, bytes), cells);
  }
}

TEST(Prediction, LinesAreDecodedInGroups) {
  EXPECT_EQ(PredictionModel::lines_decoded(1), 4U);
  EXPECT_EQ(PredictionModel::lines_decoded(4), 4U);
  EXPECT_EQ(PredictionModel::lines_decoded(5), 8U);
}

// ---- the model ----

TEST(PredictionModel, GoesThereAndBack) {
  std::mt19937 random(46);
  for (int round = 0; round < 50; ++round) {
    const std::vector<std::uint8_t> plain = random_plain_model(random);
    EXPECT_EQ(slow::plain_model(model_of(plain).to_bytes()), plain);
  }
  const auto untouched = PredictionModel::from_bytes(PredictionModel().to_bytes());
  ASSERT_TRUE(untouched);
  EXPECT_EQ(untouched->to_bytes(), PredictionModel().to_bytes());
  EXPECT_EQ(slow::plain_model(PredictionModel().with_endless_runs(5).to_bytes())[degrees + 1], 5);
}

TEST(PredictionModel, TheSameTilesGiveTheSameModel) {
  std::mt19937 random(47);
  const TileShape shape{30, 20};
  const Codes codes = random_codes(shape.positions(), 3, random);
  EXPECT_EQ(learned(codes, shape).to_bytes(), learned(codes, shape).to_bytes());
}

void expect_refused(const Bytes& bytes) {
  const auto model = PredictionModel::from_bytes(bytes);
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::damaged_table);
}

TEST(PredictionModel, RefusesOneThatCannotBe) {
  std::mt19937 random(48);
  const std::vector<std::uint8_t> plain = random_plain_model(random);
  const auto with = [&](std::size_t offset, unsigned byte) {
    std::vector<std::uint8_t> changed = plain;
    changed[offset] = static_cast<std::uint8_t>(byte);
    return compressed(changed);
  };
  for (std::size_t i = 0; i < parameters; ++i) {
    EXPECT_TRUE(PredictionModel::from_bytes(with(i, 16)));
    for (const unsigned parameter : {17U, 24U, 64U, 255U}) expect_refused(with(i, parameter));
  }
  for (const std::size_t i : {parameters, parameters + 1, plain.size() - 1}) {
    // No value, and bits that mean nothing.
    for (const unsigned rule : {3U, 4U, 5U, 0x80U, 0xffU}) expect_refused(with(i, rule));
  }
}

TEST(PredictionModel, RefusesOneThatCannotBeRead) {
  std::mt19937 random(49);
  std::vector<std::uint8_t> plain = random_plain_model(random);
  const Bytes whole = compressed(plain);
  expect_refused({});
  expect_refused(Bytes(100));
  for (std::size_t size = 1; size < whole.size(); size += 1 + size / 9)
    expect_refused({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)});
  plain.push_back(0);
  expect_refused(compressed(plain));
  plain.resize(plain.size() - 2);
  expect_refused(compressed(plain));
}

}  // namespace
}  // namespace dambase::test
