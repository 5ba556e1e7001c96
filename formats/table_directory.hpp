// One entry of a table's directory of blocks, encoded and decoded. docs/format.md has the table.
#pragma once

#include <cstdint>
#include <span>

#include "formats/block_codec.hpp"
#include "formats/little_endian.hpp"

namespace dambase {

inline constexpr std::size_t directory_entry_bytes = 8;
inline constexpr std::uint32_t max_block_bytes = (1U << 24) - 1;

/// Where a block begins follows from the sizes of those before it.
struct DirectoryEntry {
  std::uint32_t bytes = 0;  ///< at most max_block_bytes
  Codec codec = Codec::raw;
  std::uint32_t checksum = 0;  ///< the low half of XXH3 of the block's bytes
};

inline void encode_entry(std::span<std::byte> bytes, std::size_t offset, const DirectoryEntry& entry) {
  store_little_endian(bytes, offset, entry.bytes | static_cast<std::uint32_t>(entry.codec) << 24);
  store_little_endian(bytes, offset + 4, entry.checksum);
}

[[nodiscard]] inline DirectoryEntry decode_entry(std::span<const std::byte> bytes, std::size_t offset) {
  const auto size_and_codec = load_little_endian<std::uint32_t>(bytes, offset);
  return {size_and_codec & max_block_bytes, static_cast<Codec>(size_and_codec >> 24),
          load_little_endian<std::uint32_t>(bytes, offset + 4)};
}

}  // namespace dambase
