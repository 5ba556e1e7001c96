#include "gen/stored_slice.hpp"

#include <tbb/parallel_for.h>

#include <mutex>
#include <optional>

namespace dambase {

Result<StoredSlice> StoredSlice::read(const TableReader& table, std::size_t slice) {
  StoredSlice stored;
  stored.block_positions_ = table.info().block_positions;
  stored.blocks_.resize(table.info().blocks_of(slice));
  std::mutex mutex;
  std::optional<Error> failure;
  tbb::parallel_for(std::size_t{0}, stored.blocks_.size(), [&](std::size_t i) {
    auto block = table.read_block(table.block_of(slice, i * stored.block_positions_));
    if (block) {
      stored.blocks_[i] = std::move(*block);
    } else {
      const std::scoped_lock lock(mutex);
      failure = block.error();
    }
  });
  if (failure) return *failure;
  return stored;
}

}  // namespace dambase
