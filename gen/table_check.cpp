#include "gen/table_check.hpp"

#include <tbb/parallel_for.h>

#include <mutex>
#include <optional>

namespace dambase {

Result<TableReader> open_sound_table(const std::filesystem::path& path, const Variant& variant,
                                     const Material& material, Metric metric) {
  auto table = TableReader::open(path);
  if (!table) return table.error();
  if (auto belongs = check_belongs(table->info(), variant, material, metric, path.string()); !belongs)
    return belongs.error();
  std::mutex mutex;
  std::optional<Error> failure;
  for (std::size_t slice = 0; slice < 2; ++slice) {
    tbb::parallel_for(std::uint64_t{0}, table->blocks_of(slice), [&](std::uint64_t block) {
      if (auto read = table->read_block(slice, block); !read) {
        const std::scoped_lock lock(mutex);
        failure = read.error();
      }
    });
  }
  if (failure) return *std::move(failure);
  return table;
}

}  // namespace dambase
