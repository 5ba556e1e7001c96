// How one block of packed values becomes bytes on disk. Every block is independent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/result.hpp"

namespace dambase {

/// The numbers are those on disk; never change. 3 to 255 are free for codecs to come.
enum class Codec : std::uint8_t {
  raw = 0,        ///< five values a byte (formats/value.hpp)
  zstandard = 1,  ///< a Zstandard frame of those bytes
  constant = 2,   ///< one byte: the byte that fills the block
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

  /// Encodes a block of packed values by the smallest codec. The same bytes always give the same
  /// result. `packed` is not empty.
  Result<EncodedBlock> encode(std::span<const std::byte> packed);

 private:
  struct Context;
  Context* context_;
};

/// Decodes `bytes` into `packed`, which has the length that the block must have. damaged_table, without
/// the name of the file, if that cannot be.
Result<void> decode_block(Codec codec, std::span<const std::byte> bytes, std::span<std::byte> packed);

}  // namespace dambase
