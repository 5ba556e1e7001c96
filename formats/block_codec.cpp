#include "formats/block_codec.hpp"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "formats/rice_code.hpp"
#include "formats/zstandard.hpp"

namespace dambase {
namespace {

constexpr int zstandard_level = 12;

Error damaged(const char* what) { return {ErrorCode::damaged_table, what}; }

bool holds_values(std::span<const std::byte> packed) {
  return std::ranges::all_of(packed, [](std::byte byte) {
    const auto codes = static_cast<unsigned>(byte);
    return (codes & codes >> 1 & 0x55U) == 0;
  });
}

Result<void> decode_plain(const SliceCoding& coding, Codec codec, std::span<const std::byte> bytes,
                          std::span<std::byte> packed) {
  switch (codec) {
    case Codec::raw:
      if (bytes.size() != packed.size()) return damaged("of a wrong length");
      std::ranges::copy(bytes, packed.begin());
      break;
    case Codec::zstandard:
      if (auto decompressed = decompress_frame(bytes, packed); !decompressed) return decompressed;
      break;
    case Codec::constant:
      if (bytes.size() != 1) return damaged("of a wrong length");
      std::ranges::fill(packed, bytes.front());
      break;
    default: return damaged("of an unknown codec");
  }
  // Of distances, any bytes are symbols.
  if (coding.symbol_bytes == 0 && !holds_values(packed)) return damaged("of bytes that are not packed values");
  return {};
}

// ---- prediction: the lengths of the tiles in bytes, behind the parameter of their Rice codes, then the tiles ----

constexpr std::uint8_t most_length_parameter = 15;

std::uint8_t best_parameter(std::span<const std::uint32_t> lengths) {
  std::uint8_t best = 0;
  std::uint64_t least = UINT64_MAX;
  for (std::uint8_t parameter = 0; parameter <= most_length_parameter; ++parameter) {
    std::uint64_t bits = 0;
    for (const std::uint32_t length : lengths) bits += rice_bits(length, parameter);
    if (bits < least) {
      least = bits;
      best = parameter;
    }
  }
  return best;
}

// Goes through the tiles of a block.
class TileLengths {
 public:
  static std::optional<TileLengths> read(std::span<const std::byte> bytes, std::uint32_t tiles) {
    if (bytes.empty() || static_cast<std::uint8_t>(bytes.front()) > most_length_parameter) return std::nullopt;
    const auto parameter = static_cast<unsigned>(bytes.front());
    TileLengths lengths;
    RiceReader reader(bytes.subspan(1));
    // All of them are needed: together they must be what there is.
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < tiles; ++i) {
      lengths.begins_[i] = all;
      all += reader.read(parameter);
    }
    lengths.begins_[tiles] = all;
    const std::size_t begin = 1 + reader.bytes_read();
    if (begin > bytes.size() || bytes.size() - begin != all) return std::nullopt;
    lengths.tiles_ = bytes.subspan(begin);
    return lengths;
  }

  [[nodiscard]] std::span<const std::byte> of(std::uint32_t tile) const {
    return tiles_.subspan(begins_[tile], begins_[tile + 1] - begins_[tile]);
  }

 private:
  std::array<std::uint64_t, max_tiles_per_block + 1> begins_;
  std::span<const std::byte> tiles_;
};

// The first `positions` positions of a tile, if not more.
void predict_tile(const SliceCoding& coding, std::span<const std::byte> bytes, std::uint64_t tile,
                  std::uint32_t positions, std::span<std::byte> packed) {
  thread_local TileBuffer buffer;
  TileShape shape = coding.tiling.shape_of(tile);
  const std::uint32_t lines = (positions + shape.width - 1) / shape.width;
  shape.lines = std::min(shape.lines, PredictionModel::lines_decoded(lines));
  buffer.reset(shape);
  coding.model.decode(bytes, buffer);
  buffer.pack(packed);
}

// Distances are never predicted.
bool is_predicted(const SliceCoding& coding, Codec codec) {
  return codec == Codec::prediction && coding.symbol_bytes == 0;
}

// Of `kinds`, which has a bit for each code that occurs, those of values.
unsigned values_among(unsigned kinds) { return kinds & ~(1U << static_cast<unsigned>(Code::capture)); }

}  // namespace

struct BlockEncoder::Context {
  ZSTD_CCtx* zstandard = ZSTD_createCCtx();
  TileBuffer tile;
  std::vector<std::uint32_t> lengths;  ///< of the encoded tiles
  std::vector<std::byte> tiles;        ///< all of them
  std::optional<std::byte> constant;   ///< what fills the block, if anything does
  std::vector<std::byte> packed;

  Context() = default;
  ~Context() { ZSTD_freeCCtx(zstandard); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

BlockEncoder::BlockEncoder() : context_(new Context) {}
BlockEncoder::~BlockEncoder() { delete context_; }
BlockEncoder::BlockEncoder(BlockEncoder&& other) noexcept : context_(std::exchange(other.context_, nullptr)) {}
BlockEncoder& BlockEncoder::operator=(BlockEncoder&& other) noexcept {
  std::swap(context_, other.context_);
  return *this;
}

void BlockEncoder::encode_tiles(const SliceCoding& coding, std::span<const std::byte> codes, std::uint64_t block) {
  Context& context = *context_;
  context.lengths.clear();
  context.tiles.clear();
  unsigned kinds = 0;  // a bit for each code that occurs
  const std::uint64_t first = block * coding.tiling.options().tiles_per_block;
  for (std::uint32_t i = 0; i < coding.tiling.tiles_in(block); ++i) {
    context.tile.load(codes, coding.tiling, first + i);
    if (std::popcount(values_among(kinds)) < 2) kinds |= context.tile.kinds();
    const std::size_t before = context.tiles.size();
    coding.model.encode(context.tile, context.tiles);
    context.lengths.push_back(static_cast<std::uint32_t>(context.tiles.size() - before));
  }
  const unsigned values = values_among(kinds);
  context.constant.reset();
  if (values == 0) context.constant = std::byte{0x55};
  for (unsigned value = 0; value < 3; ++value) {
    if (values == 1U << value) context.constant = static_cast<std::byte>(value * 0x55U);
  }
}

void BlockEncoder::pack_tiles(const SliceCoding& coding, std::span<const std::byte> codes, std::uint64_t block) {
  Context& context = *context_;
  const std::uint32_t tiles = coding.tiling.tiles_in(block);
  const std::uint64_t first = block * coding.tiling.options().tiles_per_block;
  context.packed.assign(tiles * coding.tile_bytes(), std::byte{0});
  for (std::uint32_t i = 0; i < tiles; ++i) {
    context.tile.load(codes, coding.tiling, first + i);
    context.tile.fill_captures();
    context.tile.pack(std::span(context.packed).subspan(i * coding.tile_bytes(), coding.tile_bytes()));
  }
}

Result<EncodedBlock> BlockEncoder::encode(const SliceCoding& coding, std::span<const std::byte> codes,
                                          std::uint64_t block) {
  Context& context = *context_;
  encode_tiles(coding, codes, block);
  if (context.constant) return EncodedBlock{Codec::constant, {*context.constant}};
  EncodedBlock best{Codec::prediction, {}};
  const std::uint8_t parameter = best_parameter(context.lengths);
  best.bytes.push_back(static_cast<std::byte>(parameter));
  {
    RiceWriter writer(best.bytes);
    for (const std::uint32_t length : context.lengths) writer.write(length, parameter);
  }
  best.bytes.insert(best.bytes.end(), context.tiles.begin(), context.tiles.end());

  // A Zstandard frame is decoded whole for one tile, which takes ten times as long and more as to decode that tile by
  // prediction, so it has to halve the block. It never does where prediction does well.
  constexpr std::size_t does_well = 4;
  const std::size_t plain_bytes = context.lengths.size() * coding.tile_bytes();
  if (best.bytes.size() * does_well < plain_bytes) return best;
  pack_tiles(coding, codes, block);
  if (context.zstandard == nullptr) return Error{ErrorCode::out_of_memory, "no memory to compress a block"};
  std::vector<std::byte> frame(ZSTD_compressBound(context.packed.size()));
  const std::size_t size = ZSTD_compressCCtx(context.zstandard, frame.data(), frame.size(), context.packed.data(),
                                             context.packed.size(), zstandard_level);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::out_of_memory, "no memory to compress a block"};
  if (size < best.bytes.size() / 2) {
    frame.resize(size);
    best = {Codec::zstandard, std::move(frame)};
  }
  if (context.packed.size() <= best.bytes.size()) best = {Codec::raw, context.packed};
  return best;
}

Result<void> decode_block(const SliceCoding& coding, Codec codec, std::span<const std::byte> bytes, std::uint64_t block,
                          std::span<std::byte> packed) {
  if (!is_predicted(coding, codec)) return decode_plain(coding, codec, bytes, packed);
  const std::uint32_t tiles = coding.tiling.tiles_in(block);
  const auto lengths = TileLengths::read(bytes, tiles);
  if (!lengths) return damaged("of tiles whose lengths do not add up");
  const std::uint64_t first = block * coding.tiling.options().tiles_per_block;
  for (std::uint32_t i = 0; i < tiles; ++i)
    predict_tile(coding, lengths->of(i), first + i, coding.tiling.positions_of_full_tile(),
                 packed.subspan(i * coding.tile_bytes(), coding.tile_bytes()));
  return {};
}

Result<void> decode_tile(const SliceCoding& coding, Codec codec, std::span<const std::byte> bytes, std::uint64_t block,
                         std::uint32_t tile, std::uint32_t positions, std::span<std::byte> packed) {
  const std::uint32_t tiles = coding.tiling.tiles_in(block);
  if (is_predicted(coding, codec)) {
    const auto lengths = TileLengths::read(bytes, tiles);
    if (!lengths) return damaged("of tiles whose lengths do not add up");
    predict_tile(coding, lengths->of(tile), block * coding.tiling.options().tiles_per_block + tile, positions, packed);
    return {};
  }
  if (codec == Codec::constant) return decode_plain(coding, codec, bytes, packed);
  thread_local std::vector<std::byte> whole;
  whole.resize(tiles * coding.tile_bytes());
  if (auto decoded = decode_plain(coding, codec, bytes, whole); !decoded) return decoded;
  std::ranges::copy(std::span(whole).subspan(tile * coding.tile_bytes(), coding.tile_bytes()), packed.begin());
  return {};
}

}  // namespace dambase
