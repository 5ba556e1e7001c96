// How many positions are decided in how many plies.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_reader.hpp"
#include "probe/table_set.hpp"

namespace dambase {

/// Of positions in which the side to move cannot capture: those that a table stores.
struct DistanceHistogram {
  std::vector<std::uint64_t> wins;    ///< by plies
  std::vector<std::uint64_t> losses;  ///< by plies
  std::uint64_t draws = 0;

  DistanceHistogram& operator+=(const DistanceHistogram& other);
  /// One more than the most plies that any position has.
  [[nodiscard]] std::size_t size() const { return wins.size() > losses.size() ? wins.size() : losses.size(); }
  [[nodiscard]] std::uint64_t wins_in(std::size_t plies) const { return plies < wins.size() ? wins[plies] : 0; }
  [[nodiscard]] std::uint64_t losses_in(std::size_t plies) const { return plies < losses.size() ? losses[plies] : 0; }
};

/// Of a distance table, both sides to move; `set` holds that table, and tells what it leaves out. On the threads of the
/// current arena. Errors are those of reading tables.
Result<DistanceHistogram> distance_histogram(const TableReader& table, const TableSet& set);

}  // namespace dambase
