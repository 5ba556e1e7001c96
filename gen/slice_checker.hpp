// The rules' part of deep verification: what a position is worth by the values after its moves.
#pragma once

#include <optional>

#include "engine/variant.hpp"
#include "gen/true_distances.hpp"
#include "gen/true_values.hpp"

namespace dambase {

/// Stateless; may be used from any thread.
class SliceChecker {
 public:
  virtual ~SliceChecker() = default;

  /// The value of `position`, White to move, if White can capture; by smaller material.
  virtual std::optional<Value> value_of_captures(const Position& position, const TrueValueStore& values) const = 0;

  /// The value of `position`, White to move, in which White cannot capture, by the values after its moves.
  virtual Value value_of_quiet_moves(const Position& position, const TrueValueStore& values) const = 0;

  /// The same of distances, by those after the moves.
  virtual std::optional<Distance> distance_by_captures(const Position& position,
                                                       const TrueDistanceStore& distances) const = 0;
  virtual Distance distance_by_quiet_moves(const Position& position, const TrueDistanceStore& distances) const = 0;
};

/// The checker of a variant of this build.
[[nodiscard]] const SliceChecker& slice_checker(const Variant& variant);

}  // namespace dambase
