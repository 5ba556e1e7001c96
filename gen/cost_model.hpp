// Estimates, from a trial on the smallest materials, of the processor time and the size of larger ones.
// docs/algorithm.md explains the model, docs/measurements.md has its errors.
#pragma once

#include <array>
#include <span>

#include "gen/trial.hpp"

namespace dambase {

class CostModel {
 public:
  /// `trial` holds all materials of 3 pieces at least.
  CostModel(const Variant& variant, std::span<const TrialResult> trial);

  /// Processor time of solving and storing `material`, in seconds.
  [[nodiscard]] double cpu_seconds(const Material& material) const;
  /// Processor time of loading its table from its file as words, in seconds.
  [[nodiscard]] double loading_seconds(const Material& material) const;
  /// Size of its table on disk.
  [[nodiscard]] std::uint64_t bytes(const Material& material) const;

 private:
  // Largest difference between the numbers of pieces of both sides that a trial has.
  static constexpr int most_difference = 2;

  PositionSpace space_;
  std::array<double, 3> seconds_{};                               // a unit of work, by kind of material
  std::array<double, most_difference + 1> positions_per_byte_{};  // by difference
};

}  // namespace dambase
