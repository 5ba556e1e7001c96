#include "gen/table_check.hpp"

#include <tbb/parallel_for.h>

#include <mutex>
#include <optional>

#include "formats/table_files.hpp"

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

std::optional<Error> find_another_table(const std::filesystem::path& path, const Material& material, Metric metric) {
  const auto table = TableReader::open(path);
  if (!table) return std::nullopt;
  const TableInfo& info = table->info();
  if (info.material == material && info.metric == metric) return std::nullopt;
  return Error{ErrorCode::damaged_table, path.string() + ": holds " + table_name(info.material, info.metric) +
                                             ", not " + table_name(material, metric) + "; it is not built over"};
}

}  // namespace dambase
