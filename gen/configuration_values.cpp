#include "gen/configuration_values.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <optional>

namespace dambase {
namespace {

// Reads values of a slice that lie near each other: keeps the last block.
class Cursor {
 public:
  Cursor(const TableReader& table, std::size_t slice) : table_(table), slice_(slice) {}

  // Appends the values number `first` and on to `codes`, from code `at` on, whose bits are zero.
  Result<void> copy(std::uint64_t first, std::uint64_t count, std::span<std::byte> codes, std::uint64_t at) {
    const std::uint64_t block_positions = table_.info().block_positions;
    for (const std::uint64_t end = first + count; first < end;) {
      const std::uint64_t in_block = first % block_positions;
      const std::uint64_t here = std::min(end - first, block_positions - in_block);
      if (auto found = find(table_.block_of(slice_, first)); !found) return found;
      for (std::uint64_t i = 0; i < here; ++i, ++at) {
        const auto code = static_cast<unsigned>(value_at(block_, in_block + i));
        codes[at / codes_per_byte] |= static_cast<std::byte>(code << at % codes_per_byte * 2);
      }
      first += here;
    }
    return {};
  }

 private:
  Result<void> find(std::uint64_t block) {
    if (block == found_) return {};
    auto read = table_.read_block(block);
    if (!read) return read.error();
    block_ = *std::move(read);
    found_ = block;
    return {};
  }

  const TableReader& table_;
  std::size_t slice_;
  std::uint64_t found_ = UINT64_MAX;  ///< number of the block that is here
  std::vector<std::byte> block_;
};

}  // namespace

ConfigurationValues::ConfigurationValues(const SliceNumbering& numbering)
    : placements_(numbering.placements() / numbering.men().count()),
      placements_of_all_(numbering.placements()),
      run_pairs_(numbering.positions() / numbering.placements()),
      bytes_of_each_((placements_ * run_pairs_ + codes_per_byte - 1) / codes_per_byte) {}

std::size_t ConfigurationValues::at_once() const {
  return std::max<std::size_t>(1, memory_bytes / (bytes_of_each_ + sizeof(Wanted)));
}

Result<void> ConfigurationValues::read(const TableReader& table, std::size_t slice, std::vector<Wanted> wanted) {
  std::ranges::sort(wanted, {}, &Wanted::rank);
  codes_.assign(wanted.size() * bytes_of_each_, std::byte{0});
  std::mutex mutex;
  std::optional<Error> failure;
  const std::size_t block = std::max<std::size_t>(1, table.info().block_positions / placements_);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, wanted.size(), block), [&](const auto& range) {
    Cursor cursor(table, slice);
    for (std::uint64_t pair = 0; pair < run_pairs_; ++pair) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        const std::span codes = std::span(codes_).subspan(wanted[i].place * bytes_of_each_, bytes_of_each_);
        const std::uint64_t first = pair * placements_of_all_ + wanted[i].rank * placements_;
        if (auto copied = cursor.copy(first, placements_, codes, pair * placements_); !copied) {
          const std::scoped_lock lock(mutex);
          failure = copied.error();
          return;
        }
      }
    }
  });
  if (failure) return *failure;
  return {};
}

}  // namespace dambase
