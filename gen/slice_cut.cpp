#include "gen/slice_cut.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gen/levels.hpp"

namespace dambase {

bool can_be_cut(const Material& material) { return material.kings() > 0 && material.men() > 0; }

std::vector<SlicePart> cut_slice(const BoardShape& shape, const Material& material, int wanted) {
  const std::vector<std::uint64_t> sizes = Levels::sizes_at_most(shape, material.white_men, material.black_men);
  const auto all = static_cast<double>(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}));
  const double target = all / wanted;
  std::vector<SlicePart> parts;
  SlicePart open{0, 0, 0, 1, 0};
  const auto close = [&] {
    if (open.end_level > open.first_level) parts.push_back(open);
    open = {open.end_level, open.end_level, 0, 1, 0};
  };
  for (std::size_t level = 0; level < sizes.size(); ++level) {
    const auto size = static_cast<double>(sizes[level]);
    if (size <= target) {
      if (open.share * all + size > target) close();
      open.end_level = level + 1;
      open.share += size / all;
      continue;
    }
    close();
    const auto pieces = static_cast<std::uint32_t>(std::ceil(size / target));
    for (std::uint32_t piece = 0; piece < pieces; ++piece)
      parts.push_back({level, level + 1, piece, pieces, size / all / pieces});
    open = {level + 1, level + 1, 0, 1, 0};
  }
  close();
  return parts;
}

}  // namespace dambase
