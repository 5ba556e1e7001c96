#include "formats/block_codec.hpp"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "formats/value.hpp"

namespace dambase {
namespace {

// Measured in docs/measurements.md: level 9 costs under a tenth of solving.
constexpr int zstandard_level = 9;

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Making a context costs as much as decoding a block, so each thread keeps one.
ZSTD_DCtx* thread_decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  return context.get();
}

Error damaged(const char* what) { return {ErrorCode::damaged_table, what}; }

bool are_packed_values(std::span<const std::byte> packed) {
  constexpr auto highest = static_cast<std::byte>(242);
  return std::ranges::all_of(packed, [&](std::byte byte) { return byte <= highest; });
}

Result<void> decompress(std::span<const std::byte> bytes, std::span<std::byte> packed) {
  ZSTD_DCtx* const context = thread_decompressor();
  if (context == nullptr) return Error{ErrorCode::out_of_memory, "no memory to decode a block"};
  const std::size_t size = ZSTD_decompressDCtx(context, packed.data(), packed.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0 || size != packed.size()) return damaged("not the Zstandard frame that it should be");
  return {};
}

}  // namespace

struct BlockEncoder::Context {
  ZSTD_CCtx* zstandard = ZSTD_createCCtx();
};

BlockEncoder::BlockEncoder() : context_(new Context) {
  if (context_->zstandard == nullptr) {
    delete context_;
    throw std::bad_alloc();
  }
}
BlockEncoder::~BlockEncoder() {
  if (context_ == nullptr) return;
  ZSTD_freeCCtx(context_->zstandard);
  delete context_;
}
BlockEncoder::BlockEncoder(BlockEncoder&& other) noexcept : context_(std::exchange(other.context_, nullptr)) {}
BlockEncoder& BlockEncoder::operator=(BlockEncoder&& other) noexcept {
  std::swap(context_, other.context_);
  return *this;
}

Result<EncodedBlock> BlockEncoder::encode(std::span<const std::byte> packed) {
  // The last byte of a slice may be padded, so a constant block is looked for before it.
  if (std::ranges::adjacent_find(packed, std::ranges::not_equal_to{}) == packed.end())
    return EncodedBlock{Codec::constant, {packed.front()}};
  EncodedBlock block{Codec::zstandard, std::vector<std::byte>(ZSTD_compressBound(packed.size()))};
  const std::size_t size = ZSTD_compressCCtx(context_->zstandard, block.bytes.data(), block.bytes.size(), packed.data(),
                                             packed.size(), zstandard_level);
  if (ZSTD_isError(size) != 0)
    return Error{ErrorCode::out_of_memory, std::string("Zstandard: ") + ZSTD_getErrorName(size)};
  if (size >= packed.size()) return EncodedBlock{Codec::raw, {packed.begin(), packed.end()}};
  block.bytes.resize(size);
  return block;
}

Result<void> decode_block(Codec codec, std::span<const std::byte> bytes, std::span<std::byte> packed) {
  switch (codec) {
    case Codec::raw:
      if (bytes.size() != packed.size()) return damaged("a block of a wrong size");
      std::ranges::copy(bytes, packed.begin());
      break;
    case Codec::zstandard:
      if (auto decoded = decompress(bytes, packed); !decoded) return decoded;
      break;
    case Codec::constant:
      if (bytes.size() != 1) return damaged("a constant block of a wrong size");
      std::ranges::fill(packed, bytes.front());
      break;
    default: return damaged("an unknown codec");
  }
  if (!are_packed_values(packed)) return damaged("bytes that are not packed values");
  return {};
}

}  // namespace dambase
