// All values of one slice of a table, read into memory block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/distance_symbol.hpp"
#include "formats/table_reader.hpp"

namespace dambase {

/// The stored values of a slice.
class StoredSlice {
 public:
  /// Reads and checks every block of slice `slice`, which must be stored, on the threads of the current arena. `table`
  /// must outlive what is returned.
  static Result<StoredSlice> read(const TableReader& table, std::size_t slice);

  [[nodiscard]] Value operator[](std::uint64_t number) const {
    const Tiling::Place place = coding_->tiling.place_of(number);
    return value_at(tile(place.tile), place.index);
  }
  /// Of a distance table.
  [[nodiscard]] DistanceSymbol symbol(std::uint64_t number) const {
    const Tiling::Place place = coding_->tiling.place_of(number);
    return symbol_at(tile(place.tile), coding_->symbol_bytes, coding_->tiling.positions_of_full_tile(), place.index);
  }

 private:
  explicit StoredSlice(const SliceCoding& coding) : coding_(&coding), blocks_(coding.tiling.blocks()) {}

  [[nodiscard]] std::span<const std::byte> tile(std::uint64_t number) const {
    const std::uint32_t tiles = coding_->tiling.options().tiles_per_block;
    const std::size_t tile_bytes = coding_->tile_bytes();
    return std::span(blocks_[number / tiles]).subspan(number % tiles * tile_bytes, tile_bytes);
  }

  const SliceCoding* coding_;
  std::vector<std::vector<std::byte>> blocks_;
};

}  // namespace dambase
