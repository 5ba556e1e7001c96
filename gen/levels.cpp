#include "gen/levels.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace dambase {

int Levels::man_steps(const BoardShape& shape, const MenConfiguration& men) {
  int steps = 0;
  for (Square man : men.white) steps += shape.row_of(man);
  for (Square man : men.black) steps += shape.size - 1 - shape.row_of(man);
  return steps;
}

Levels::Levels(const BoardShape& shape, const MenNumbering& men) : ranks_(men.count()), slots_(men.count()) {
  assert(men.count() <= max_configurations);
  std::vector<std::uint16_t> steps(men.count());
  int most = 0;
  for (std::size_t rank = 0; rank < steps.size(); ++rank) {
    const int of_rank = man_steps(shape, men.unrank(rank));
    most = std::max(most, of_rank);
    steps[rank] = static_cast<std::uint16_t>(of_rank);
  }
  // A counting sort, which keeps the order of ranks within a level.
  starts_.assign(static_cast<std::size_t>(most) + 2, 0);
  for (std::uint16_t s : steps) ++starts_[s + std::size_t{1}];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::size_t rank = 0; rank < steps.size(); ++rank) {
    const std::size_t place = next[steps[rank]]++;
    ranks_[place] = static_cast<std::uint32_t>(rank);
    slots_[rank] = static_cast<std::uint32_t>(place - starts_[steps[rank]]);
  }
}

std::size_t Levels::widest() const {
  std::size_t widest = 0;
  for (std::size_t level = 0; level < size(); ++level) widest = std::max(widest, (*this)[level].size());
  return widest;
}

namespace {

// ways[s]: placements of `men` men of one colour with s man steps together.
std::vector<std::uint64_t> placements_by_steps(const BoardShape& shape, int men) {
  const int rows = shape.size;
  const int most_steps = men * (rows - 1);
  // ways[n][s], of n men on the rows so far; a row is 1 to rows - 1 steps from promotion.
  std::vector<std::vector<std::uint64_t>> ways(static_cast<std::size_t>(men) + 1,
                                               std::vector<std::uint64_t>(static_cast<std::size_t>(most_steps) + 1));
  ways[0][0] = 1;
  for (int row = 1; row < rows; ++row) {
    for (int n = men; n > 0; --n) {
      for (int here = 1; here <= std::min(n, shape.size / 2); ++here) {
        const auto before = static_cast<std::size_t>(n - here);
        for (int s = row * here; s <= most_steps; ++s)
          ways[static_cast<std::size_t>(n)][static_cast<std::size_t>(s)] +=
              ways[before][static_cast<std::size_t>(s - row * here)] * choose(shape.size / 2, here);
      }
    }
  }
  return ways.back();
}

}  // namespace

// As if men of both colours could share a square.
std::vector<std::uint64_t> Levels::sizes_at_most(const BoardShape& shape, int white_men, int black_men) {
  const auto white = placements_by_steps(shape, white_men);
  const auto black = placements_by_steps(shape, black_men);
  std::vector<std::uint64_t> both(white.size() + black.size() - 1);
  for (std::size_t w = 0; w < white.size(); ++w) {
    for (std::size_t b = 0; b < black.size(); ++b) both[w + b] += white[w] * black[b];
  }
  return both;
}

std::uint64_t Levels::widest_at_most(const BoardShape& shape, int white_men, int black_men) {
  return std::ranges::max(sizes_at_most(shape, white_men, black_men));
}

}  // namespace dambase
