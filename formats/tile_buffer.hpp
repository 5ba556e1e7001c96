// The values or codes of one tile while it is coded, one a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/tiling.hpp"
#include "formats/value.hpp"

namespace dambase {

/// Cells with margins that have no value, so that every cell has neighbours above and to the right.
class TileBuffer {
 public:
  static constexpr std::uint8_t no_value = 3;  ///< in the margins; the same number as Code::capture

  /// From line to line, in tiles that are less wide than that: usual ones.
  static constexpr std::ptrdiff_t narrow_stride = 128;

  /// Makes room for a tile of this shape, whose cells are then to be set.
  void reset(const TileShape& shape);
  /// Takes the codes of `tile` out of those of a whole slice, in the order of their numbers. Cells behind the last
  /// position are captures.
  void load(std::span<const std::byte> codes, const Tiling& tiling, std::uint64_t tile);

  [[nodiscard]] const TileShape& shape() const { return shape_; }
  /// Line `line` from its first cell; lines -1 to -3, and the cell behind the last, are margin.
  [[nodiscard]] std::uint8_t* line(std::ptrdiff_t line) { return cells_.data() + (line + margin_lines) * stride_; }
  [[nodiscard]] const std::uint8_t* line(std::ptrdiff_t line) const {
    return cells_.data() + (line + margin_lines) * stride_;
  }

  /// Room for a number a cell of a line, for who goes through the tile; there are three such lines.
  [[nodiscard]] std::uint16_t* above(unsigned line) { return above_.data() + std::size_t{line} * shape_.width; }
  [[nodiscard]] const std::uint16_t* above(unsigned line) const {
    return above_.data() + std::size_t{line} * shape_.width;
  }

  /// Takes all bits off the cells but those of a value.
  void keep_values();
  /// A bit for each code that the cells have, bit 0 that of Code::win.
  [[nodiscard]] unsigned kinds() const;
  /// Sets each capture to the value of the cell before it.
  void fill_captures();
  /// Packs the cells, all of them values, line after line, into packed_bytes(shape().positions()) bytes.
  void pack(std::span<std::byte> packed) const;

 private:
  static constexpr std::ptrdiff_t margin_lines = 3;

  TileShape shape_{};
  std::ptrdiff_t stride_ = 0;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint16_t> above_;
};

}  // namespace dambase
