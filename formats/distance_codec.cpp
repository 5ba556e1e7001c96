#include "formats/distance_codec.hpp"

#include <zstd.h>

#include <algorithm>
#include <utility>

namespace dambase {
namespace {

// Level 6 makes files an eighth smaller at most, and takes four times as long; docs/measurements.md has both.
constexpr int zstandard_level = 3;

}  // namespace

struct DistanceEncoder::Context {
  ZSTD_CCtx* zstandard = ZSTD_createCCtx();
  std::vector<std::byte> decoded;
  DistanceSymbol last = draw_symbol;  ///< what a capture is taken for

  Context() = default;
  ~Context() { ZSTD_freeCCtx(zstandard); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

DistanceEncoder::DistanceEncoder() : context_(new Context) {}
DistanceEncoder::~DistanceEncoder() { delete context_; }
DistanceEncoder::DistanceEncoder(DistanceEncoder&& other) noexcept : context_(std::exchange(other.context_, nullptr)) {}
DistanceEncoder& DistanceEncoder::operator=(DistanceEncoder&& other) noexcept {
  std::swap(context_, other.context_);
  return *this;
}

// What lies beyond the edges of a tile, and captures, costs least as what came before.
void DistanceEncoder::fill_tile(const SliceCoding& coding, const SymbolView& symbols, std::uint64_t tile,
                                std::span<std::byte> bytes) {
  const Tiling& tiling = coding.tiling;
  const TileShape shape = tiling.shape_of(tile);
  const std::uint32_t positions = tiling.positions_of_full_tile();
  DistanceSymbol last = context_->last;
  std::uint32_t index = 0;
  const auto put = [&] {
    bytes[index] = static_cast<std::byte>(last & 0xffU);
    if (coding.symbol_bytes == 2) bytes[positions + index] = static_cast<std::byte>(last >> 8);
    ++index;
  };
  std::uint64_t first = tiling.first_of(tile);
  for (std::uint32_t line = 0; line < shape.lines; ++line, first += tiling.options().line) {
    for (std::uint32_t column = 0; column < shape.width; ++column) {
      const std::uint64_t number = first + column;
      const DistanceSymbol symbol = number < tiling.positions() ? symbols[number] : capture_symbol;
      if (symbol != capture_symbol) last = symbol;
      put();
    }
  }
  while (index < positions) put();
  context_->last = last;
}

Result<EncodedBlock> DistanceEncoder::encode(const SliceCoding& coding, const SymbolView& symbols,
                                             std::uint64_t block) {
  Context& context = *context_;
  const std::uint32_t tiles = coding.tiling.tiles_in(block);
  const std::size_t tile_bytes = coding.tile_bytes();
  context.decoded.assign(tiles * tile_bytes, std::byte{0});
  context.last = draw_symbol;
  for (std::uint32_t i = 0; i < tiles; ++i)
    fill_tile(coding, symbols, block * coding.tiling.options().tiles_per_block + i,
              std::span(context.decoded).subspan(i * tile_bytes, tile_bytes));
  const std::byte front = context.decoded.front();
  if (std::ranges::all_of(context.decoded, [&](std::byte byte) { return byte == front; }))
    return EncodedBlock{Codec::constant, {front}};
  if (context.zstandard == nullptr) return Error{ErrorCode::out_of_memory, "no memory to compress a block"};
  std::vector<std::byte> frame(ZSTD_compressBound(context.decoded.size()));
  const std::size_t size = ZSTD_compressCCtx(context.zstandard, frame.data(), frame.size(), context.decoded.data(),
                                             context.decoded.size(), zstandard_level);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::out_of_memory, "no memory to compress a block"};
  if (size >= context.decoded.size()) return EncodedBlock{Codec::raw, context.decoded};
  frame.resize(size);
  return EncodedBlock{Codec::zstandard, std::move(frame)};
}

}  // namespace dambase
