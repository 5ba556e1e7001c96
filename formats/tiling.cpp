#include "formats/tiling.hpp"

#include <bit>

namespace dambase {

bool is_sound(const TilingOptions& options) {
  const std::uint64_t width = options.tile_width;
  return options.line > 0 && width > 0 && width <= options.line && width <= max_tile_positions &&
         (width == options.line || std::has_single_bit(width)) && std::has_single_bit(options.tile_lines) &&
         options.tile_lines <= max_tile_positions / width && options.tiles_per_block > 0 &&
         options.tiles_per_block <= max_tiles_per_block;
}

TilingOptions tiling_for(const SliceNumbering& numbering, std::uint32_t tile_positions, std::uint32_t width) {
  TilingOptions options;
  const Material& material = numbering.material();
  if (material.white_kings + material.black_kings == 0) {
    // Men alone: the black men change fastest. Where a white man stands on the back row lines get longer; these
    // positions are few, and only less well predicted.
    const int squares = numbering.men().black_squares() - material.white_men;
    options.line = choose(squares, material.black_men);
  } else {
    options.line = material.men() > 0 ? numbering.king_placements() : numbering.black_king_placements();
  }
  // A narrow slice of a line behind a full tile would be a tile of its own.
  const bool is_short = options.line <= width + width / 2;
  options.tile_width = static_cast<std::uint32_t>(is_short ? options.line : width);
  options.tile_lines = std::bit_floor(std::max<std::uint32_t>(1, tile_positions / options.tile_width));
  options.tiles_per_block = std::clamp(usual_block_positions / (options.tile_lines * options.tile_width),
                                       std::uint32_t{1}, max_tiles_per_block);
  return options;
}

Tiling::Tiling(std::uint64_t positions, const TilingOptions& options)
    : positions_(positions), options_(options), reciprocal_of_line_(UINT64_MAX / options.line) {
  assert(is_sound(options));
  if (positions == 0) return;
  const std::uint64_t lines = (positions + options.line - 1) / options.line;
  columns_ = (options.line + options.tile_width - 1) / options.tile_width;
  bands_ = (lines + options.tile_lines - 1) / options.tile_lines;
  tiles_ = bands_ * columns_;
  if (columns_ > 1) width_shift_ = static_cast<unsigned>(std::countr_zero(options.tile_width));
  lines_shift_ = static_cast<unsigned>(std::countr_zero(options.tile_lines));
  last_width_ = static_cast<std::uint32_t>(options.line - (columns_ - 1) * options.tile_width);
  last_lines_ = static_cast<std::uint32_t>(lines - (bands_ - 1) * options.tile_lines);
}

}  // namespace dambase
