#include "gen/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/movegen.hpp"
#include "engine/rules/international.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/formats/slow_numbering.hpp"

namespace dambase::test {
namespace {

const BoardShape& shape = Board<10>::shape;

const Variant& international() { return **find_variant("international"); }

std::vector<std::string> names_of(const std::vector<Material>& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name());
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

TEST(Plan, DependenciesOfSmallMaterials) {
  const auto of = [](const char* name) { return names_of(dependencies_of(international(), *Material::parse(name))); };
  EXPECT_EQ(of("KvK"), Names{});
  EXPECT_EQ(of("KvM"), Names{"KvK"});
  EXPECT_EQ(of("MvM"), Names{"KvM"});
  EXPECT_EQ(of("KKvK"), Names{"KvK"});
  EXPECT_EQ(of("KMvM"), (Names{"KKvM", "KMvK", "KvK", "KvM", "MvM"}));
}

// Whatever a random game of moves reaches is a dependency or the material itself.
TEST(Plan, DependenciesHoldAllThatMovesLeadTo) {
  RandomPositions random(shape, 31);
  std::vector<Move> moves;
  for (int i = 0; i < 20'000; ++i) {
    const Position position = random.any(2 + random.below(6), 40);
    const Material material = Material::of(position);
    if (material.white() == 0 || material.black() == 0) continue;
    const std::vector<Material> dependencies = dependencies_of(international(), material.canonical());
    legal_moves<International>(position, moves);
    for (const Move& move : moves) {
      const Material after = Material::of(position.after(move));
      if (after == material || after.white() == 0 || after.black() == 0) continue;
      ASSERT_TRUE(std::ranges::binary_search(dependencies, after.canonical()))
          << material.name() << ' ' << after.name();
    }
  }
}

void expect_order(const std::vector<PlannedMaterial>& plan) {
  std::set<Material> before;
  for (const PlannedMaterial& planned : plan) {
    EXPECT_EQ(planned.material, planned.material.canonical());
    EXPECT_EQ(planned.positions, positions_of(shape, planned.material));
    for (const Material& dependency : planned.dependencies)
      EXPECT_TRUE(before.contains(dependency)) << planned.material.name() << " before " << dependency.name();
    EXPECT_TRUE(before.insert(planned.material).second) << planned.material.name() << " comes twice";
  }
}

TEST(Plan, AllUpToSomePiecesInAnOrderThatWorks) {
  for (int pieces = 2; pieces <= 7; ++pieces) {
    const auto plan = plan_build(international(), pieces, {});
    ASSERT_TRUE(plan);
    expect_order(*plan);
    std::set<Material> expected;
    for (int n = 2; n <= pieces; ++n) {
      for (const Material& material : slow::materials_of(n)) expected.insert(material.canonical());
    }
    EXPECT_EQ(plan->size(), expected.size());
  }
}

TEST(Plan, FourPiecesHave23FilesAnd41Slices) {
  const auto plan = plan_build(international(), 4, {});
  ASSERT_TRUE(plan);
  std::uint64_t positions = 0;
  int slices = 0;
  for (const PlannedMaterial& planned : *plan) {
    positions += planned.positions;
    slices += planned.material.is_symmetric() ? 1 : 2;
  }
  EXPECT_EQ(plan->size(), 23U);
  EXPECT_EQ(slices, 41);
  EXPECT_EQ(positions, 42'786'345U);
}

// The numbers of all positions, one side to move: a material and its twin are both sides of one plan.
TEST(Plan, LargeSetsHaveAllTheirPositions) {
  const auto positions = [](int pieces) {
    const auto plan = plan_build(international(), pieces, {});
    std::uint64_t sum = 0;
    for (const PlannedMaterial& planned : *plan) sum += planned.positions;
    return sum;
  };
  EXPECT_EQ(positions(6) - positions(5), 46'198'758'750U);
  EXPECT_EQ(positions(7) - positions(6), 1'119'691'797'720U);
  EXPECT_EQ(positions(8) - positions(7), 23'013'188'500'365U);
}

TEST(Plan, AMaterialBringsWhatItNeedsAndNoMore) {
  const auto plan = plan_build(international(), 0, {*Material::parse("KvKKK")});
  ASSERT_TRUE(plan);
  expect_order(*plan);
  std::vector<Material> materials;
  for (const PlannedMaterial& planned : *plan) materials.push_back(planned.material);
  EXPECT_EQ(names_of(materials), (Names{"KKKvK", "KKvK", "KvK"}));
}

TEST(Plan, TwinsAndRepetitionsAreOne) {
  const Material material = *Material::parse("KKvM");
  const auto once = plan_build(international(), 0, {material});
  const auto more = plan_build(international(), 2, {material, material.twin(), material});
  ASSERT_TRUE(once);
  ASSERT_TRUE(more);
  EXPECT_EQ(once->size() + 1, more->size());  // MvM
}

TEST(Plan, WhatCannotBeNumberedIsRefused) {
  const auto plan = plan_build(international(), 0, {{10, 10, 10, 10}});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::invalid_argument);
}

TEST(Plan, InputsAreWhatLoadingLooksUpToo) {
  const auto names = [](const char* material, Profile profile) {
    const std::set<Material> inputs = inputs_of(international(), *Material::parse(material), profile);
    return names_of({inputs.begin(), inputs.end()});
  };
  EXPECT_EQ(names("KvK", Profile::fast), Names{});
  EXPECT_EQ(names("MvM", Profile::fast), (Names{"KvM"}));
  // A table that stores all quiet positions is loaded without what its promotions lead to; a compact one is solved
  // again.
  EXPECT_EQ(names("MvM", Profile::compact), (Names{"KvK", "KvM"}));
  EXPECT_EQ(names("KKvK", Profile::fast), (Names{"KvK"}));
}

TEST(Plan, NothingWantedIsNothingPlanned) {
  const auto plan = plan_build(international(), 0, {});
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->empty());
}

}  // namespace
}  // namespace dambase::test
