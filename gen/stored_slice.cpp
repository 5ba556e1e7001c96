#include "gen/stored_slice.hpp"

#include <tbb/parallel_for.h>

#include <mutex>
#include <optional>

namespace dambase {

Result<StoredSlice> StoredSlice::read(const TableReader& table, std::size_t slice) {
  StoredSlice stored(table.coding(slice));
  std::mutex mutex;
  std::optional<Error> failure;
  tbb::parallel_for(std::size_t{0}, stored.blocks_.size(), [&](std::size_t i) {
    auto block = table.read_block(slice, i);
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
