// How the work on one slice is cut into parts: by levels, and large levels by ranges of man configurations.
//
// A cut follows from the board, the material and the number of parts asked for, so whoever knows these knows the part.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/material.hpp"
#include "engine/position_space.hpp"

namespace dambase {

/// Some whole levels, or piece number `piece` of `pieces` about equal ones of a single level.
struct SlicePart {
  std::size_t first_level = 0;
  std::size_t end_level = 1;  ///< one after the last
  std::uint32_t piece = 0;
  std::uint32_t pieces = 1;
  double share = 1;  ///< of all configurations of the slice, about

  /// Which of `count` configurations of a level belong to it: from, to before.
  [[nodiscard]] std::pair<std::size_t, std::size_t> range(std::size_t count) const {
    return {count * piece / pieces, count * (piece + 1) / pieces};
  }
  /// Whether man moves lead from it to `other`.
  [[nodiscard]] bool reads(const SlicePart& other) const {
    return first_level > 0 && other.first_level < first_level && first_level <= other.end_level;
  }
};

/// Whether a material can be cut: it has kings, and men.
[[nodiscard]] bool can_be_cut(const Material& material);

/// The parts, at least `wanted` where there are so many configurations, in an order in which each comes after those
/// that it reads. Every level is in them. Enumerates nothing.
[[nodiscard]] std::vector<SlicePart> cut_slice(const BoardShape& shape, const Material& material, int wanted);

}  // namespace dambase
