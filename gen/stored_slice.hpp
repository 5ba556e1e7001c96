// All values of one slice of a table, read into memory block by block.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/table_reader.hpp"

namespace dambase {

/// The stored values of a slice, packed as in the file's blocks.
class StoredSlice {
 public:
  /// Reads and checks every block of slice `slice`, on the threads of the current arena.
  static Result<StoredSlice> read(const TableReader& table, std::size_t slice);

  [[nodiscard]] Value operator[](std::uint64_t number) const {
    return value_at(blocks_[number / block_positions_], number % block_positions_);
  }

 private:
  std::uint64_t block_positions_ = 1;
  std::vector<std::vector<std::byte>> blocks_;
};

}  // namespace dambase
