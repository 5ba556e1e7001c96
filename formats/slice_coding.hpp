// How one slice of a table is stored: how it is cut, and what its values are predicted by.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/result.hpp"
#include "formats/numbering.hpp"
#include "formats/prediction.hpp"
#include "formats/table_header.hpp"
#include "formats/tiling.hpp"

namespace dambase {

struct SliceCoding {
  Tiling tiling;
  PredictionModel model{};        ///< of win, loss and draw
  std::uint8_t symbol_bytes = 0;  ///< of a distance table: 1 or 2, see formats/distance_symbol.hpp; otherwise 0

  /// What a decoded tile takes, one at an edge too.
  [[nodiscard]] std::size_t tile_bytes() const {
    const std::uint32_t positions = tiling.positions_of_full_tile();
    return symbol_bytes == 0 ? packed_bytes(positions) : std::size_t{symbol_bytes} * positions;
  }
};

/// How a new slice is cut.
[[nodiscard]] Tiling usual_tiling(const SliceNumbering& numbering);

/// A coding is learned from some tiles: those whose number is a multiple of one of these. The first are for the rules,
/// the second for the runs.
[[nodiscard]] std::array<std::uint64_t, 2> steps_of_learned_tiles(const Tiling& tiling);

/// A coding made for a slice of these codes, in the order of their numbers: from all of them or, in a large slice, from
/// tiles spread evenly over it, so that no other codes need be there. The same codes give the same coding.
[[nodiscard]] SliceCoding learn_coding(std::span<const std::byte> codes, const SliceNumbering& numbering);

/// The coding as it is in a file.
[[nodiscard]] std::vector<std::byte> encode_coding(const SliceCoding& coding);

/// The coding of a slice of distances whose symbols take so many bytes.
[[nodiscard]] SliceCoding distance_coding(const SliceNumbering& numbering, std::uint8_t symbol_bytes);

/// Reads the coding of a slice of so many positions, in a table of `metric`, from the front of `bytes`, and takes it
/// off. damaged_table, without the name of the file, if that cannot be.
Result<SliceCoding> decode_coding(std::span<const std::byte>& bytes, std::uint64_t positions, Metric metric);

}  // namespace dambase
