// What a table file says of itself: the header of docs/format.md, decoded.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/material.hpp"

namespace dambase {

/// Win, loss or draw for the side to move. Values are those of the packed tables on disk.
enum class Value : std::uint8_t { win = 0, draw = 1, loss = 2 };

[[nodiscard]] constexpr Value for_opponent(Value value) { return static_cast<Value>(2 - static_cast<int>(value)); }
/// `win`, `draw` or `loss`.
[[nodiscard]] const char* name_of(Value value);

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
  std::uint32_t codec = 0;            ///< the codec of most blocks; each block names its own
  std::uint32_t block_positions = 0;  ///< positions a block, the last block of a slice may have fewer
  std::uint64_t blocks = 0;
  /// [0]: White to move; [1]: Black to move, turned so that White moves, that is, the slice of the
  /// twin. A symmetric material has only the first; the second is then all zero.
  std::array<SliceCounts, 2> slices;
  std::uint64_t content_digest = 0;  ///< of the values, whatever codec and block size

  [[nodiscard]] int slice_count() const { return material.is_symmetric() ? 1 : 2; }
  [[nodiscard]] std::uint64_t positions() const { return slices[0].positions + slices[1].positions; }
};

}  // namespace dambase
