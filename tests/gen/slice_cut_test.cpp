// Cuts of slices: each configuration in one part, and all that a part reads in parts before it.
#include "gen/slice_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/levels.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

const BoardShape& shape() {
  static const BoardShape of_international = international().position_space().board;
  return of_international;
}

TEST(SliceCut, HoldsEachConfigurationOnce) {
  for (const char* name : {"KMvK", "KMvM", "MMvK", "KMMvK", "KMMvM"}) {
    const Material material = *Material::parse(name);
    const Levels levels(shape(), MenNumbering(shape(), material.white_men, material.black_men));
    for (const int wanted : {1, 2, 3, 8, 50}) {
      std::vector<std::vector<int>> times(levels.size());
      for (std::size_t level = 0; level < levels.size(); ++level) times[level].assign(levels[level].size(), 0);
      double share = 0;
      for (const SlicePart& part : cut_slice(shape(), material, wanted)) {
        share += part.share;
        for (std::size_t level = part.first_level; level < std::min(part.end_level, levels.size()); ++level) {
          const auto [first, last] = part.range(levels[level].size());
          for (std::size_t i = first; i < last; ++i) ++times[level][i];
        }
      }
      EXPECT_NEAR(share, 1, 1e-9);
      for (const std::vector<int>& of_level : times)
        EXPECT_TRUE(std::ranges::all_of(of_level, [](int n) { return n == 1; })) << name << " " << wanted;
    }
  }
}

TEST(SliceCut, ReadsTheLevelBelowFromPartsBeforeIt) {
  const Material material = *Material::parse("KMMvKM");
  const std::vector<SlicePart> parts = cut_slice(shape(), material, 12);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const bool has_below = parts[i].first_level > 0 && parts[j].first_level <= parts[i].first_level - 1 &&
                             parts[i].first_level - 1 < parts[j].end_level;
      EXPECT_EQ(parts[i].reads(parts[j]), has_below) << i << " " << j;
      EXPECT_TRUE(!has_below || j < i);
    }
  }
}

TEST(SliceCut, HasAsManyPartsAsWantedAndNoneIsMuchLarger) {
  for (const char* name : {"KKMMvKM", "KKMvKMM", "KMMvKMM", "KMMMvM"}) {
    for (const int wanted : {8, 16, 100}) {
      const std::vector<SlicePart> parts = cut_slice(shape(), *Material::parse(name), wanted);
      EXPECT_GE(parts.size(), static_cast<std::size_t>(wanted));
      for (const SlicePart& part : parts) EXPECT_LE(part.share, 1.0 / wanted + 1e-9) << name;
    }
  }
}

TEST(SliceCut, IsOfMaterialWithKingsAndMen) {
  EXPECT_TRUE(can_be_cut(*Material::parse("KMvK")));
  EXPECT_FALSE(can_be_cut(*Material::parse("KKvK")));
  EXPECT_FALSE(can_be_cut(*Material::parse("MMvM")));
}

}  // namespace
}  // namespace dambase::test
