#include "formats/slice_coding.hpp"

#include <algorithm>
#include <array>

#include "formats/little_endian.hpp"

namespace dambase {
namespace {

// Offsets of fields; docs/format.md has the table.
constexpr std::size_t at_line = 0;
constexpr std::size_t at_width = 8;
constexpr std::size_t at_lines = 12;
constexpr std::size_t at_tiles = 16;
constexpr std::size_t at_model_bytes = 20;
constexpr std::size_t fixed_bytes = 24;

// Measured in docs/measurements.md: larger tiles are smaller on disk, and take longer to decode.
constexpr std::uint32_t tile_positions = 2048;
constexpr std::uint32_t tile_width = 64;
// More change a model little.
constexpr std::uint64_t positions_to_learn = 1'000'000;
constexpr std::uint64_t positions_to_try = 100'000;
// Parameters from which on runs may be endless, as they are tried.
constexpr std::array<std::uint8_t, 6> endless_runs_to_try = {4, 5, 6, 7, 11, 12};

// Calls `visit(tile)` for every tile whose number is a multiple of `step`.
template <class Visit>
void for_some_tiles(std::span<const std::byte> codes, const Tiling& tiling, std::uint64_t step, const Visit& visit) {
  TileBuffer tile;
  for (std::uint64_t i = 0; i < tiling.tiles(); i += step) {
    tile.load(codes, tiling, i);
    visit(tile);
  }
}

// The model with the endless runs that make it smallest.
PredictionModel fitted(const PredictionModel& model, std::span<const std::byte> codes, const Tiling& tiling) {
  const std::uint64_t step = steps_of_learned_tiles(tiling)[1];
  std::vector<std::byte> encoded;
  std::size_t least = SIZE_MAX;
  PredictionModel best = model;
  for (const std::uint8_t from : endless_runs_to_try) {
    const PredictionModel candidate = model.with_endless_runs(from);
    encoded.clear();
    for_some_tiles(codes, tiling, step, [&](TileBuffer& tile) { candidate.encode(tile, encoded); });
    if (encoded.size() >= least) continue;
    least = encoded.size();
    best = candidate;
  }
  return best;
}

}  // namespace

Tiling usual_tiling(const SliceNumbering& numbering) {
  return {numbering.positions(), tiling_for(numbering, tile_positions, tile_width)};
}

std::array<std::uint64_t, 2> steps_of_learned_tiles(const Tiling& tiling) {
  const std::uint64_t positions = tiling.tiles() * tiling.positions_of_full_tile();
  return {1 + positions / positions_to_learn, 1 + positions / positions_to_try};
}

SliceCoding learn_coding(std::span<const std::byte> codes, const SliceNumbering& numbering) {
  SliceCoding coding{usual_tiling(numbering), {}};
  const Tiling& tiling = coding.tiling;
  const std::uint64_t step = steps_of_learned_tiles(tiling)[0];
  PredictionTrainer trainer;
  for (int round = 0; round < PredictionTrainer::rounds; ++round) {
    for_some_tiles(codes, tiling, step, [&](TileBuffer& tile) { trainer.learn(tile); });
    trainer.finish_round();
  }
  coding.model = fitted(trainer.model(), codes, tiling);
  return coding;
}

std::vector<std::byte> encode_coding(const SliceCoding& coding) {
  const TilingOptions& options = coding.tiling.options();
  const std::vector<std::byte> model =
      coding.symbol_bytes == 0 ? coding.model.to_bytes() : std::vector{static_cast<std::byte>(coding.symbol_bytes)};
  std::vector<std::byte> bytes(fixed_bytes + model.size());
  store_little_endian(bytes, at_line, options.line);
  store_little_endian(bytes, at_width, options.tile_width);
  store_little_endian(bytes, at_lines, options.tile_lines);
  store_little_endian(bytes, at_tiles, options.tiles_per_block);
  store_little_endian(bytes, at_model_bytes, static_cast<std::uint32_t>(model.size()));
  std::ranges::copy(model, bytes.begin() + fixed_bytes);
  return bytes;
}

SliceCoding distance_coding(const SliceNumbering& numbering, std::uint8_t symbol_bytes) {
  return {usual_tiling(numbering), {}, symbol_bytes};
}

namespace {

Result<std::uint8_t> decode_symbol_bytes(std::span<const std::byte> model) {
  const auto bytes = model.size() == 1 ? static_cast<std::uint8_t>(model.front()) : std::uint8_t{0};
  if (bytes != 1 && bytes != 2) return Error{ErrorCode::damaged_table, "symbols of an impossible size"};
  return bytes;
}

}  // namespace

Result<SliceCoding> decode_coding(std::span<const std::byte>& bytes, std::uint64_t positions, Metric metric) {
  const Error cut{ErrorCode::damaged_table, "the codings are cut"};
  if (bytes.size() < fixed_bytes) return cut;
  TilingOptions options;
  options.line = load_little_endian<std::uint64_t>(bytes, at_line);
  options.tile_width = load_little_endian<std::uint32_t>(bytes, at_width);
  options.tile_lines = load_little_endian<std::uint32_t>(bytes, at_lines);
  options.tiles_per_block = load_little_endian<std::uint32_t>(bytes, at_tiles);
  const auto model_bytes = load_little_endian<std::uint32_t>(bytes, at_model_bytes);
  if (!is_sound(options) || options.line > positions) return Error{ErrorCode::damaged_table, "impossible tiles"};
  bytes = bytes.subspan(fixed_bytes);
  if (bytes.size() < model_bytes) return cut;
  const std::span<const std::byte> of_model = bytes.first(model_bytes);
  bytes = bytes.subspan(model_bytes);
  if (metric != Metric::wld) {
    const auto symbol_bytes = decode_symbol_bytes(of_model);
    if (!symbol_bytes) return symbol_bytes.error();
    return SliceCoding{Tiling(positions, options), {}, *symbol_bytes};
  }
  auto model = PredictionModel::from_bytes(of_model);
  if (!model) return model.error();
  return SliceCoding{Tiling(positions, options), *std::move(model)};
}

}  // namespace dambase
