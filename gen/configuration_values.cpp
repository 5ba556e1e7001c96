#include "gen/configuration_values.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>

namespace dambase {
namespace {

// Reads values of a slice that lie near each other: keeps the blocks that hold the lines of one row of tiles.
class Cursor {
 public:
  Cursor(const TableReader& table, std::size_t slice)
      : table_(table), slice_(slice), coding_(table.coding(slice)), tiling_(coding_.tiling) {}

  // Calls `take(i, tile, index)` for the positions `first` and on, i from 0, with where each is in its decoded tile.
  template <class Take>
  Result<void> go_through(std::uint64_t first, std::uint64_t count, const Take& take) {
    std::uint64_t i = 0;
    for (const std::uint64_t end = first + count; first < end;) {
      const Tiling::Place place = tiling_.place_of(first);
      // To the end of the line of the tile.
      const std::uint32_t width = tiling_.shape_of(place.tile).width;
      const std::uint64_t here = std::min<std::uint64_t>(end - first, width - place.index % width);
      const auto tile = find(place.tile);
      if (!tile) return tile.error();
      for (std::uint32_t j = 0; j < here; ++j, ++i) take(i, *tile, place.index + j);
      first += here;
    }
    return {};
  }

 private:
  Result<std::span<const std::byte>> find(std::uint64_t tile) {
    const std::uint64_t tiles = tiling_.options().tiles_per_block;
    const std::uint64_t row = tile / tiling_.columns();
    // Rows come in rising order; a block may hold several.
    if (row != row_) blocks_.erase(blocks_.begin(), blocks_.lower_bound(row * tiling_.columns() / tiles));
    row_ = row;
    const std::uint64_t number = tile / tiles;
    auto found = blocks_.find(number);
    if (found == blocks_.end()) {
      auto read = table_.read_block(slice_, number);
      if (!read) return read.error();
      found = blocks_.emplace(number, *std::move(read)).first;
    }
    const std::size_t tile_bytes = coding_.tile_bytes();
    return std::span<const std::byte>(found->second).subspan(tile % tiles * tile_bytes, tile_bytes);
  }

  const TableReader& table_;
  std::size_t slice_;
  const SliceCoding& coding_;
  const Tiling& tiling_;
  std::uint64_t row_ = UINT64_MAX;
  std::map<std::uint64_t, std::vector<std::byte>> blocks_;
};

}  // namespace

ConfigurationValues::ConfigurationValues(const SliceNumbering& numbering, WordContent content)
    : content_(content),
      placements_(numbering.placements() / numbering.men().count()),
      placements_of_all_(numbering.placements()),
      run_pairs_(numbering.positions() / numbering.placements()),
      bytes_of_each_(content == WordContent::values ? packed_bytes(placements_ * run_pairs_)
                                                    : placements_ * run_pairs_ * sizeof(DistanceSymbol)) {}

// What a tile has at `index` becomes code or symbol `at`, whose bits are zero. A table that is asked for values alone
// is of win, loss and draw, or of DTC.
void ConfigurationValues::copy(const SliceCoding& coding, std::span<const std::byte> tile, std::uint32_t index,
                               std::span<std::byte> codes, std::uint64_t at) const {
  if (coding.symbol_bytes == 0) {
    add_code(codes, at, code_at(tile, index));
    return;
  }
  const DistanceSymbol symbol = symbol_at(tile, coding.symbol_bytes, coding.tiling.positions_of_full_tile(), index);
  if (content_ != WordContent::values) {
    std::memcpy(codes.data() + at * sizeof symbol, &symbol, sizeof symbol);
  } else {
    constexpr DistanceSymbols symbols(Metric::dtc, Value::loss);
    add_code(codes, at, static_cast<Code>(symbols.distance_of(symbol).value));
  }
}

Result<void> ConfigurationValues::read_one(const StoredPositions& stored, const Material& material,
                                           std::uint64_t rank) {
  codes_.assign(bytes_of_each_, std::byte{0});
  for (std::uint64_t pair = 0; pair < run_pairs_; ++pair) {
    const std::uint64_t first = pair * placements_of_all_ + rank * placements_;
    for (std::uint64_t i = 0; i < placements_; ++i) {
      const std::uint64_t at = pair * placements_ + i;
      if (content_ == WordContent::values) {
        const auto value = stored.value(material, first + i);
        if (!value) return value.error();
        add_code(codes_, at, static_cast<Code>(*value));
      } else {
        const auto symbol = stored.symbol(material, first + i);
        if (!symbol) return symbol.error();
        std::memcpy(codes_.data() + at * sizeof *symbol, &*symbol, sizeof *symbol);
      }
    }
  }
  return {};
}

std::size_t ConfigurationValues::at_once() const {
  return std::max<std::size_t>(1, memory_bytes / (bytes_of_each_ + sizeof(Wanted)));
}

Result<void> ConfigurationValues::read(const TableReader& table, std::size_t slice, std::vector<Wanted> wanted) {
  std::ranges::sort(wanted, {}, &Wanted::rank);
  codes_.assign(wanted.size() * bytes_of_each_, std::byte{0});
  std::mutex mutex;
  std::optional<Error> failure;
  // A range decodes the rows of tiles at its ends as a whole, so it has to have many.
  const std::size_t few_rows = std::size_t{16} * table.coding(slice).tiling.options().tile_lines;
  const std::size_t grain = std::max<std::size_t>(few_rows, usual_block_positions / placements_);
  const SliceCoding& coding = table.coding(slice);
  const auto read_range = [&](const auto& range) {
    Cursor cursor(table, slice);
    for (std::uint64_t pair = 0; pair < run_pairs_; ++pair) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        const std::span codes = std::span(codes_).subspan(wanted[i].place * bytes_of_each_, bytes_of_each_);
        const std::uint64_t first = pair * placements_of_all_ + wanted[i].rank * placements_;
        const std::uint64_t at = pair * placements_;
        const auto copied = cursor.go_through(first, placements_, [&](std::uint64_t j, const auto& tile, auto index) {
          copy(coding, tile, index, codes, at + j);
        });
        if (!copied) {
          const std::scoped_lock lock(mutex);
          failure = copied.error();
          return;
        }
      }
    }
  };
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, wanted.size(), grain), read_range, tbb::simple_partitioner());
  if (failure) return *failure;
  return {};
}

}  // namespace dambase
