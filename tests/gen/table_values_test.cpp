// Every value that the prober gives of small positions, by every variant, against the slow solver.
#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "formats/numbering.hpp"
#include "probe/table_set.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/slow_solver.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

void compare(const TableSet& set, const slow::Solver& slow, const Material& material) {
  const BoardShape& shape = set.variant().shape();
  const SliceNumbering numbering(shape, material);
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    const Position position = numbering.unrank(number);
    const Value expected = slow.value(slow::board_of(shape, position));
    for (const Position& seen : {position, position.turned(shape)}) {
      const auto value = set.probe(seen);
      ASSERT_TRUE(value) << value.error().message;
      ASSERT_EQ(*value, expected) << to_fen(international(), seen);
    }
  }
}

// Those of 2 to `pieces` pieces; without kings where a king ends the game.
std::vector<Material> materials_up_to(const Variant& variant, int pieces) {
  std::vector<Material> all;
  for (int n = 2; n <= pieces; ++n) std::ranges::copy(slow::materials_of(n), std::back_inserter(all));
  if (!variant.has_kings()) std::erase_if(all, [](const Material& m) { return m.kings() > 0; });
  return all;
}

void compare_all(const std::string& name, int pieces) {
  const Variant& variant = **find_variant(name);
  const std::vector<Material> materials = materials_up_to(variant, pieces);
  slow::Solver slow(slow::known_rules().at(name));
  slow.solve(materials);
  const auto set = TableSet::open(variant, built_tables(variant, pieces));
  ASSERT_TRUE(set);
  for (const Material& material : materials) compare(**set, slow, material);
}

std::vector<std::string> names_of_known_rules() {
  std::vector<std::string> names;
  for (const auto& [name, rules] : slow::known_rules()) names.push_back(name);
  return variants_among(names);
}

class TableValues : public testing::TestWithParam<std::string> {};
class LongTableValues : public testing::TestWithParam<std::string> {};

TEST_P(TableValues, TwoPiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 2); }
TEST_P(LongTableValues, ThreePiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 3); }

INSTANTIATE_TEST_SUITE_P(Variants, TableValues, testing::ValuesIn(names_of_known_rules()), name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongTableValues, testing::ValuesIn(names_of_known_rules()), name_of_test);

}  // namespace
}  // namespace dambase::test
