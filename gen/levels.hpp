// The man configurations of a slice, grouped into levels of equal man steps.
//
// Men only go forward: a quiet man move leads to the level below (or promotes), so levels are solved
// in rising order, and the configurations of one level are independent of each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formats/numbering.hpp"

namespace dambase {

class Levels {
 public:
  Levels(const BoardShape& shape, const MenNumbering& men);

  [[nodiscard]] std::size_t size() const { return starts_.size() - 1; }
  /// The ranks of the configurations of `level`, rising.
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t level) const {
    return std::span(ranks_).subspan(starts_[level], starts_[level + 1] - starts_[level]);
  }
  /// The configurations of the largest level.
  [[nodiscard]] std::size_t widest() const;
  /// The place of the configuration with `rank` within its level.
  [[nodiscard]] std::size_t slot(std::uint64_t rank) const { return slots_[rank]; }
  /// The place of the configuration with `rank` and so many man steps among all of them, level by level; and back.
  [[nodiscard]] std::size_t place(int man_steps, std::uint64_t rank) const {
    return starts_[static_cast<std::size_t>(man_steps)] + slots_[rank];
  }
  [[nodiscard]] std::uint64_t rank_at(std::size_t place) const { return ranks_[place]; }
  /// The rows that all men together still have to go.
  [[nodiscard]] static int man_steps(const BoardShape& shape, const MenConfiguration& men);

  /// A bound on the configurations of each level, found without enumerating them.
  [[nodiscard]] static std::vector<std::uint64_t> sizes_at_most(const BoardShape& shape, int white_men, int black_men);
  /// A bound on the configurations of the largest level.
  [[nodiscard]] static std::uint64_t widest_at_most(const BoardShape& shape, int white_men, int black_men);

  /// More man configurations than this are not handled.
  static constexpr std::uint64_t max_configurations = UINT32_MAX;
  /// Memory for so many configurations.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t configurations) { return configurations * 9; }

 private:
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::size_t> starts_;
};

}  // namespace dambase
