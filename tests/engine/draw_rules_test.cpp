#include "engine/draw_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/variant.hpp"

namespace dambase {
namespace {

std::vector<Material> materials_up_to(int pieces) {
  std::vector<Material> all;
  for (int a = 0; a <= pieces; ++a) {
    for (int b = 0; a + b <= pieces; ++b) {
      for (int c = 0; a + b + c <= pieces; ++c) {
        for (int d = 0; a + b + c + d <= pieces; ++d) {
          if (a + b > 0 && c + d > 0) all.push_back({a, b, c, d});
        }
      }
    }
  }
  return all;
}

// Why one count is enough: what else is in force where a rule governs has a limit that is no less, and a count that is
// no more, because whatever starts the one anew starts the other anew, and so does the move by which the material
// arises.
TEST(DrawRules, TheOneThatGovernsEndsGamesFirst) {
  for (const Variant* variant : all_variants()) {
    for (const Material& material : materials_up_to(8)) {
      const DrawRule* const governing = governing_rule(variant->draw_rules(), material);
      for (const DrawRule& other : variant->draw_rules()) {
        if (&other == governing || !other.governs(material)) continue;
        EXPECT_LE(governing->limit, other.limit) << variant->name() << ", " << material.name() << ": " << other.name;
        EXPECT_LE(governing->restart, other.restart) << variant->name() << ", " << other.name;
        EXPECT_NE(other.restart, CountRestart::never) << variant->name() << ", " << other.name;
      }
    }
  }
}

TEST(DrawRules, AreTheSameForBothSides) {
  for (const Variant* variant : all_variants()) {
    for (const Material& material : materials_up_to(8)) {
      EXPECT_EQ(governing_rule(variant->draw_rules(), material), governing_rule(variant->draw_rules(), material.twin()))
          << variant->name() << ", " << material.name();
    }
  }
}

TEST(DrawRules, OfInternationalDraughts) {
  const DrawRules rules = (*find_variant("international"))->draw_rules();
  const auto limit = [&](const char* material) { return governing_rule(rules, *Material::parse(material))->limit; };
  for (const char* material : {"KvK", "KKvK", "KMvK", "KvKM"}) EXPECT_EQ(limit(material), 10) << material;
  for (const char* material : {"KKKvK", "KKMvK", "KMMvK", "KvKMM"}) EXPECT_EQ(limit(material), 32) << material;
  for (const char* material : {"MMvK", "MMMvK", "KvM", "KKvKM", "KKKKvK", "KMvM"})
    EXPECT_EQ(limit(material), 50) << material;

  constexpr bool by_man = true;
  const auto goes_on = [&](const char* before, const char* after, bool man) {
    return count_goes_on(rules, *Material::parse(before), *Material::parse(after), man);
  };
  EXPECT_TRUE(goes_on("KKKvKK", "KKKvKK", !by_man));
  EXPECT_FALSE(goes_on("KKMvKK", "KKMvKK", by_man));
  EXPECT_FALSE(goes_on("KKMvKK", "KKKvKK", by_man));
  // Once a king is alone, promotions and moves of men count as well.
  EXPECT_TRUE(goes_on("KMMvK", "KMMvK", by_man));
  EXPECT_TRUE(goes_on("KMMvK", "KKMvK", by_man));
  EXPECT_FALSE(goes_on("KKKvK", "KKvK", !by_man));
  // Whoever takes one of two kings has no more time for it.
  EXPECT_TRUE(goes_on("KKvK", "KvK", !by_man));
  EXPECT_FALSE(goes_on("MMMvK", "KMMvK", by_man));
  EXPECT_FALSE(goes_on("KMvK", "MvK", !by_man));
}

TEST(DrawRules, WithoutARuleConversionsStartAnew) {
  constexpr bool by_man = true;
  const Material material{1, 1, 0, 1};
  EXPECT_TRUE(count_goes_on({}, material, material, !by_man));
  EXPECT_FALSE(count_goes_on({}, material, material, by_man));
  EXPECT_FALSE(count_goes_on({}, material, {1, 1, 0, 0}, !by_man));
}

}  // namespace
}  // namespace dambase
