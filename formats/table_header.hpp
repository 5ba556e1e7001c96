// What a table file says of itself: the header of docs/format.md, encoded and decoded.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "engine/material.hpp"
#include "engine/result.hpp"
#include "engine/variant.hpp"
#include "formats/value.hpp"

namespace dambase {

/// What a table stores. Values on disk; never change.
enum class Metric : std::uint8_t { wld = 0 };

/// Which positions are stored. Values on disk; never change.
enum class Profile : std::uint8_t { fast = 0 };

/// Counts of the positions of one slice.
struct SliceCounts {
  std::uint64_t positions = 0;
  std::uint64_t captures = 0;  ///< the side to move can capture; counted in the values below too
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;

  SliceCounts& operator+=(const SliceCounts& other) {
    positions += other.positions;
    captures += other.captures;
    wins += other.wins;
    losses += other.losses;
    draws += other.draws;
    return *this;
  }
  [[nodiscard]] bool operator==(const SliceCounts&) const = default;
};

/// Everything in the header that is not layout of the file.
struct TableInfo {
  std::uint32_t variant_id = 0;
  std::uint32_t rules_version = 0;
  Material material;  ///< canonical
  Metric metric = Metric::wld;
  Profile profile = Profile::fast;
  std::string generator_version;
  std::uint32_t codec = 0;            ///< the codec asked for; each block names the one it has
  std::uint32_t block_positions = 0;  ///< positions a block, the last block of a slice may have fewer
  /// [0]: White to move; [1]: Black to move, turned so that White moves, that is, the slice of the
  /// twin. A symmetric material has only the first; the second is then all zero.
  std::array<SliceCounts, 2> slices;
  std::uint64_t content_digest = 0;  ///< of the values, whatever codec and block size

  [[nodiscard]] int slice_count() const { return material.is_symmetric() ? 1 : 2; }
  [[nodiscard]] std::uint64_t positions() const { return slices[0].positions + slices[1].positions; }
  [[nodiscard]] std::uint64_t blocks_of(std::size_t slice) const {
    return slices[slice].positions / block_positions + (slices[slice].positions % block_positions != 0 ? 1 : 0);
  }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_of(0) + blocks_of(1); }
};

/// Where things lie in a file, and the checksum of what is not the header.
struct TableLayout {
  std::uint64_t directory_offset = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t directory_checksum = 0;
};

inline constexpr std::size_t header_bytes = 256;

/// The header of a table file.
[[nodiscard]] std::array<std::byte, header_bytes> encode_header(const TableInfo& info, const TableLayout& layout);

struct DecodedHeader {
  TableInfo info;
  TableLayout layout;
};

/// Reads a header and checks all that can be checked without the rest of the file. The message of
/// damaged_table does not name the file.
Result<DecodedHeader> decode_header(std::span<const std::byte, header_bytes> bytes);

/// Whether a table of `info` is one of `variant` and `material`: wrong_variant for another variant or
/// rules version, damaged_table where it claims another material or impossible counts.
Result<void> check_belongs(const TableInfo& info, const Variant& variant, const Material& material,
                           const std::string& name);

}  // namespace dambase
