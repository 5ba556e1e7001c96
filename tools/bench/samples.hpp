// Positions to measure with: the same ones in every run.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/board.hpp"
#include "formats/numbering.hpp"

namespace dambase::bench {

/// `count` numbers below `below`, evenly spread, always the same.
inline std::vector<std::uint64_t> sample_numbers(std::uint64_t below, std::size_t count) {
  std::mt19937_64 random(20);  // NOLINT(cert-msc51-cpp): the same numbers every time is the point
  std::uniform_int_distribution<std::uint64_t> pick(0, below - 1);
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t& number : numbers) number = pick(random);
  return numbers;
}

/// `count` positions of `material` on `shape`, evenly spread over the slice, White to move.
inline std::vector<Position> sample_positions(const BoardShape& shape, const Material& material, std::size_t count) {
  const SliceNumbering numbering(shape, material);
  std::vector<Position> positions;
  positions.reserve(count);
  for (std::uint64_t number : sample_numbers(numbering.positions(), count))
    positions.push_back(numbering.unrank(number));
  return positions;
}

}  // namespace dambase::bench
