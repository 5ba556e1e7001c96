// How the positions of a slice are cut into tiles and blocks.
//
// The numbers of a slice are thought of as lines of equal length, one below the other: usually a line a man
// configuration, a column a placement of the kings. Values then resemble their neighbours on all sides, which is what
// the prediction of formats/prediction.hpp lives from. A tile is a rectangle of it, the unit that is decoded at once; a
// block is a fixed number of tiles, the unit that is read and checked at once. Tiles go from left to right and then
// from the top down; positions in a tile likewise. Those at the right and lower edge are smaller.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "formats/numbering.hpp"

namespace dambase {

struct TileShape {
  std::uint32_t lines;
  std::uint32_t width;

  [[nodiscard]] std::uint32_t positions() const { return lines * width; }
  [[nodiscard]] bool operator==(const TileShape&) const = default;
};

/// The numbers that say how a slice is cut, as they are in a file.
struct TilingOptions {
  std::uint64_t line = 1;             ///< positions a line
  std::uint32_t tile_width = 1;       ///< at most; a power of two, or all of a line
  std::uint32_t tile_lines = 1;       ///< at most; a power of two
  std::uint32_t tiles_per_block = 1;  ///< at most

  [[nodiscard]] bool operator==(const TilingOptions&) const = default;
};

/// Positions of one tile, at most.
inline constexpr std::uint32_t max_tile_positions = 8192;
inline constexpr std::uint32_t max_tiles_per_block = 256;
/// What tiling_for aims at.
inline constexpr std::uint32_t usual_block_positions = 131'072;

/// Whether a slice can be cut so.
[[nodiscard]] bool is_sound(const TilingOptions& options);

/// The options for a slice of these positions, a tile of about `tile_positions`, a power of two, and lines of a tile
/// preferred up to `width`, a power of two.
[[nodiscard]] TilingOptions tiling_for(const SliceNumbering& numbering, std::uint32_t tile_positions,
                                       std::uint32_t width);

/// Immutable; may be used from any thread.
class Tiling {
 public:
  /// Requires options that are sound; an empty slice has no tiles.
  Tiling(std::uint64_t positions, const TilingOptions& options);

  /// A position's tile, and its place there.
  struct Place {
    std::uint64_t tile;
    std::uint32_t index;
  };

  [[nodiscard]] const TilingOptions& options() const { return options_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::uint64_t tiles() const { return tiles_; }
  [[nodiscard]] std::uint64_t blocks() const {
    return (tiles_ + options_.tiles_per_block - 1) / options_.tiles_per_block;
  }
  /// How many tiles block `block` holds.
  [[nodiscard]] std::uint32_t tiles_in(std::uint64_t block) const {
    const std::uint64_t before = block * options_.tiles_per_block;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(options_.tiles_per_block, tiles_ - before));
  }
  /// Positions of a tile that no edge cuts.
  [[nodiscard]] std::uint32_t positions_of_full_tile() const { return options_.tile_lines * options_.tile_width; }

  [[nodiscard]] Place place_of(std::uint64_t number) const {
    // A product takes a third of the time of a division, and is the quotient or one less.
    std::uint64_t line = high_product(number, reciprocal_of_line_);
    std::uint64_t column = number - line * options_.line;
    const bool is_one_less = column >= options_.line;
    line += is_one_less ? 1 : 0;
    column -= is_one_less ? options_.line : 0;
    const std::uint64_t tile_column = column >> width_shift_;
    const std::uint64_t in_tile = column - tile_column * options_.tile_width;
    // Added up, not chosen, because the compiler would branch.
    const std::uint32_t width =
        options_.tile_width - (tile_column + 1 == columns_ ? 1U : 0U) * (options_.tile_width - last_width_);
    const std::uint64_t row = line & (options_.tile_lines - 1);
    return {(line >> lines_shift_) * columns_ + tile_column, static_cast<std::uint32_t>(row * width + in_tile)};
  }

  [[nodiscard]] TileShape shape_of(std::uint64_t tile) const {
    const std::uint64_t band = tile / columns_;
    const std::uint64_t column = tile - band * columns_;
    return {band + 1 == bands_ ? last_lines_ : options_.tile_lines,
            column + 1 == columns_ ? last_width_ : options_.tile_width};
  }
  /// The number of the first position of `tile`; the one below it has a number higher by options().line.
  [[nodiscard]] std::uint64_t first_of(std::uint64_t tile) const {
    const std::uint64_t band = tile / columns_;
    return band * options_.tile_lines * options_.line + (tile - band * columns_) * options_.tile_width;
  }
  /// Tiles side by side.
  [[nodiscard]] std::uint64_t columns() const { return columns_; }

 private:
  [[nodiscard]] static std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
    __extension__ using Product = unsigned __int128;
    return static_cast<std::uint64_t>(Product{a} * b >> 64);
  }

  std::uint64_t positions_;
  TilingOptions options_;
  std::uint64_t reciprocal_of_line_;  ///< of 2^64, rounded down
  std::uint64_t columns_ = 1;
  std::uint64_t bands_ = 0;
  std::uint64_t tiles_ = 0;
  unsigned width_shift_ = 63;  ///< that of a power of two, or what makes every column the first
  unsigned lines_shift_ = 0;
  std::uint32_t last_width_ = 0;
  std::uint32_t last_lines_ = 0;
};

}  // namespace dambase
