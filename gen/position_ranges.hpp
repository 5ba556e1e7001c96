// Going through all positions of a slice on many threads.
#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>

namespace dambase {

/// Positions that one task goes through; a multiple of 64, so that no byte or word is shared.
inline constexpr std::uint64_t positions_at_once = std::uint64_t{1} << 16;

/// Calls `body(first, last)` for ranges that cover `positions`, on many threads.
template <class Body>
void for_each_position_range(std::uint64_t positions, const Body& body) {
  const std::uint64_t ranges = (positions + positions_at_once - 1) / positions_at_once;
  tbb::parallel_for(std::uint64_t{0}, ranges, [&](std::uint64_t i) {
    body(i * positions_at_once, std::min(positions, (i + 1) * positions_at_once));
  });
}

}  // namespace dambase
