#include "gen/distance_histogram.hpp"

#include <mutex>
#include <optional>

#include "gen/position_ranges.hpp"
#include "gen/position_walk.hpp"
#include "gen/stored_slice.hpp"

namespace dambase {
namespace {

void add(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t plies = 0; plies < from.size(); ++plies) to[plies] += from[plies];
}

void count(DistanceHistogram& histogram, const Distance& distance) {
  if (distance.value == Value::draw) {
    ++histogram.draws;
    return;
  }
  auto& counts = distance.value == Value::win ? histogram.wins : histogram.losses;
  const auto plies = static_cast<std::size_t>(distance.plies);
  if (counts.size() <= plies) counts.resize(plies + 1);
  ++counts[plies];
}

// `distance_at(number, position)` is asked for positions in which White, to move, cannot capture.
template <class DistanceAt>
Result<DistanceHistogram> histogram_of_slice(const Variant& variant, const SliceNumbering& numbering,
                                             const DistanceAt& distance_at) {
  DistanceHistogram all;
  std::mutex mutex;
  std::optional<Error> failure;
  for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
    DistanceHistogram here;
    PositionWalk walk(variant.position_space(), numbering, first);
    for (std::uint64_t number = first; number < last; ++number, walk.next()) {
      if (variant.has_capture(walk.position())) continue;
      const Result<Distance> distance = distance_at(number, walk.position());
      if (!distance) {
        const std::scoped_lock lock(mutex);
        failure = distance.error();
        return;
      }
      count(here, *distance);
    }
    const std::scoped_lock lock(mutex);
    all += here;
  });
  if (failure) return *std::move(failure);
  return all;
}

}  // namespace

DistanceHistogram& DistanceHistogram::operator+=(const DistanceHistogram& other) {
  add(wins, other.wins);
  add(losses, other.losses);
  draws += other.draws;
  return *this;
}

Result<DistanceHistogram> distance_histogram(const TableReader& table, const TableSet& set) {
  const Variant& variant = set.variant();
  const TableInfo& info = table.info();
  const DistanceSymbols symbols(info.metric, variant.value_without_moves());
  DistanceHistogram all;
  for (std::size_t slice = 0; slice < static_cast<std::size_t>(info.slice_count()); ++slice) {
    const SliceNumbering numbering(variant.position_space(), slice == 0 ? info.material : info.material.twin());
    std::optional<StoredSlice> stored;
    if (info.is_stored[slice]) {
      auto read = StoredSlice::read(table, slice);
      if (!read) return read.error();
      stored = *std::move(read);
    }
    auto of_slice =
        histogram_of_slice(variant, numbering, [&](std::uint64_t number, const Position& position) -> Result<Distance> {
          if (stored) return symbols.distance_of(stored->symbol(number));
          return set.probe_distance(position, info.metric);
        });
    if (!of_slice) return of_slice.error();
    all += *of_slice;
  }
  return all;
}

}  // namespace dambase
