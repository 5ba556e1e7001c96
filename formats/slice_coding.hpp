// How one slice of a table is stored: how it is cut, and what its values are predicted by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/result.hpp"
#include "formats/numbering.hpp"
#include "formats/prediction.hpp"
#include "formats/tiling.hpp"

namespace dambase {

struct SliceCoding {
  Tiling tiling;
  PredictionModel model;

  /// What a decoded tile takes, one at an edge too.
  [[nodiscard]] std::size_t tile_bytes() const { return packed_bytes(tiling.positions_of_full_tile()); }
};

/// A coding made for a slice of these codes, in the order of their numbers: from all of them or, in a large slice, from
/// tiles spread evenly over it. The same codes give the same coding.
[[nodiscard]] SliceCoding learn_coding(std::span<const std::byte> codes, const SliceNumbering& numbering);

/// The coding as it is in a file.
[[nodiscard]] std::vector<std::byte> encode_coding(const SliceCoding& coding);

/// Reads the coding of a slice of so many positions from the front of `bytes`, and takes it off. damaged_table, without
/// the name of the file, if that cannot be.
Result<SliceCoding> decode_coding(std::span<const std::byte>& bytes, std::uint64_t positions);

}  // namespace dambase
