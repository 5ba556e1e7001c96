// What is in the file of a part of a table that is cut (gen/table_cut.hpp): the words of its last level, which parts of
// the next level read; its codes, dealt out to the sections that encode them (gen/code_dealer.hpp); and its counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/table_header.hpp"

namespace dambase {

/// Streams of the file.
struct PartStream {
  /// Words, configurations in the order of the level, configurations_a_chunk() in each chunk but the last.
  static constexpr std::uint32_t words = 0;
  /// Codes of tiles that codings are learned from, which all sections need.
  static constexpr std::uint32_t learned = 1;
  /// Codes of each section.
  [[nodiscard]] static std::uint32_t section(std::size_t index) { return static_cast<std::uint32_t>(2 + index); }
};

[[nodiscard]] std::size_t configurations_a_chunk(std::size_t words_per_configuration);

/// Counts of the slices, as they are in the file; nothing if these bytes are none.
[[nodiscard]] std::vector<std::byte> encode_counts(const std::array<SliceCounts, 2>& counts);
[[nodiscard]] std::optional<std::array<SliceCounts, 2>> decode_counts(std::span<const std::byte> bytes);

}  // namespace dambase
