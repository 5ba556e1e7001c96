// Promotions read level by level, and codes in a file, change nothing.
#include "gen/word_window.hpp"

#include <gtest/gtest.h>

#include "gen/plan.hpp"
#include "gen/word_store.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

// Dependencies of the same number of pieces: promotions.
std::set<Material> promotions_of(const Variant& variant, const Material& material) {
  std::set<Material> promotions;
  for (const Material& dependency : dependencies_of(variant, material)) {
    if (dependency.pieces() == material.pieces()) promotions.insert(dependency);
  }
  return promotions;
}

// All that is looked up in memory, but for the promotions if they are to be windows.
SolvedMaterial solve(const Variant& variant, const Material& canonical, int pieces, bool in_windows) {
  WordStore store(variant, Metric::wld, built_tables(variant, pieces));
  store.set_limit(plenty);
  const std::set<Material> promotions = promotions_of(variant, canonical);
  std::set<Material> whole;
  const auto add = [&](const Material& material) {
    for (const Material& dependency : dependencies_of(variant, material)) {
      if (!in_windows || dependency.pieces() < pieces) whole.insert(dependency);
    }
  };
  add(canonical);
  for (const Material& promotion : promotions) add(promotion);
  EXPECT_TRUE(store.require(whole, 0));

  const Material material = solving_orientation(canonical);
  Successors successors = store.successors_of(material);
  SolveOptions options;
  const TemporaryFolder folder;
  if (in_windows) {
    options.codes_folder = folder.path();
    for (const Material& promotion : promotions) {
      auto window = store.open_window(promotion);
      EXPECT_TRUE(window);
      successors.add((*window)->words());
      options.windows.push_back(*std::move(window));
    }
  }
  std::atomic<std::uint64_t> progress{0};
  return *material_solver(variant, Metric::wld).solve(material, successors, options, progress);
}

void compare(const Variant& variant, int pieces) {
  const auto plan = plan_build(variant, pieces, {});
  for (const PlannedMaterial& planned : *plan) {
    if (planned.material.pieces() != pieces || planned.material.men() == 0) continue;
    const SolvedMaterial whole = solve(variant, planned.material, pieces, false);
    const SolvedMaterial windows = solve(variant, planned.material, pieces, true);
    for (std::size_t slice = 0; slice < 2; ++slice) {
      EXPECT_TRUE(std::ranges::equal(whole.codes[slice].bytes(), windows.codes[slice].bytes()))
          << variant.name() << ' ' << planned.material.name();
      EXPECT_EQ(whole.counts[slice], windows.counts[slice]) << variant.name() << ' ' << planned.material.name();
    }
  }
}

void compare_all(const std::vector<std::string>& names, int pieces) {
  for (const std::string& name : variants_among(names)) compare(**find_variant(name), pieces);
}

TEST(WordWindow, PromotionsLevelByLevelGiveTheSame) { compare_all({"italian", "russian"}, 3); }

TEST(LongWordWindow, PromotionsLevelByLevelGiveTheSame) {
  compare_all({"russian"}, 4);
  compare_all({"frisian"}, 3);
}

}  // namespace
}  // namespace dambase::test
