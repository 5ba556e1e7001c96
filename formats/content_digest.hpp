// What identifies the values of a table, whatever its codec and its blocks: docs/format.md, "content digest".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dambase {

/// Made from checksums of chunks, so that several processes can each take those of some chunks.
class ContentDigest {
 public:
  /// Of the contents of a slice, from its beginning; the last chunk of a slice is smaller.
  static constexpr std::size_t chunk_bytes = std::size_t{256} << 10;

  /// Takes up the next bytes of a slice, in pieces of any size.
  void add(std::span<const std::byte> contents);
  /// The next bytes are of another slice.
  void end_slice();
  /// Takes up the next chunk by its checksum, between slices or after whole chunks.
  void add_chunk(std::uint64_t checksum_of_chunk) { chunks_.push_back(checksum_of_chunk); }

  /// After the end of the last slice.
  [[nodiscard]] std::uint64_t value() const;

 private:
  std::vector<std::uint64_t> chunks_;
  std::vector<std::byte> pending_;  ///< less than a chunk
};

}  // namespace dambase
