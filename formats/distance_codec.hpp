// How one block of a distance table becomes bytes on disk: its tiles, a byte or two a position, compressed.
#pragma once

#include "formats/block_codec.hpp"
#include "formats/distance_symbol.hpp"

namespace dambase {

/// Encodes blocks; holds working memory, so one a thread.
class DistanceEncoder {
 public:
  DistanceEncoder();
  ~DistanceEncoder();
  DistanceEncoder(DistanceEncoder&&) noexcept;
  DistanceEncoder& operator=(DistanceEncoder&&) noexcept;

  /// Encodes block `block` of a slice that has these symbols, none larger than `coding` has room for but those of
  /// captures. The same symbols always give the same result. out_of_memory.
  Result<EncodedBlock> encode(const SliceCoding& coding, const SymbolView& symbols, std::uint64_t block);

 private:
  struct Context;

  void fill_tile(const SliceCoding& coding, const SymbolView& symbols, std::uint64_t tile, std::span<std::byte> bytes);

  Context* context_;
};

}  // namespace dambase
