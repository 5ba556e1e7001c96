// How one block becomes bytes on disk. Every block is independent of the others.
//
// A decoded block is its tiles one after the other, each SliceCoding::tile_bytes long and packed as formats/value.hpp
// says, or in a distance table formats/distance_symbol.hpp. formats/distance_codec.hpp encodes those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/result.hpp"
#include "formats/slice_coding.hpp"

namespace dambase {

/// The numbers are those on disk; never change. 4 to 255 are free for codecs to come.
enum class Codec : std::uint8_t {
  raw = 0,         ///< the decoded block
  zstandard = 1,   ///< a Zstandard frame of it
  constant = 2,    ///< one byte: the byte that fills it
  prediction = 3,  ///< its tiles by formats/prediction.hpp, behind their lengths
};

struct EncodedBlock {
  Codec codec = Codec::raw;
  std::vector<std::byte> bytes;
};

/// Encodes blocks; holds working memory, so one a thread.
class BlockEncoder {
 public:
  BlockEncoder();
  ~BlockEncoder();
  BlockEncoder(BlockEncoder&&) noexcept;
  BlockEncoder& operator=(BlockEncoder&&) noexcept;

  /// Encodes block `block` of a slice that has these codes, in the order of its numbers. The same codes always give the
  /// same result, and a codec that is slow to decode is taken only where it saves much.
  Result<EncodedBlock> encode(const SliceCoding& coding, std::span<const std::byte> codes, std::uint64_t block);

 private:
  struct Context;

  void encode_tiles(const SliceCoding& coding, std::span<const std::byte> codes, std::uint64_t block);
  void pack_tiles(const SliceCoding& coding, std::span<const std::byte> codes, std::uint64_t block);

  Context* context_;
};

/// Decodes all of block `block` into `packed`, which has tile_bytes() for each tile. damaged_table, without the name
/// of the file, if that cannot be.
Result<void> decode_block(const SliceCoding& coding, Codec codec, std::span<const std::byte> bytes, std::uint64_t block,
                          std::span<std::byte> packed);

/// The same of tile `tile` of the block alone, into tile_bytes(). Only its first `positions` positions are needed; what
/// comes behind may be left out.
Result<void> decode_tile(const SliceCoding& coding, Codec codec, std::span<const std::byte> bytes, std::uint64_t block,
                         std::uint32_t tile, std::uint32_t positions, std::span<std::byte> packed);

}  // namespace dambase
