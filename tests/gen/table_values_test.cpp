// Every value that the prober gives of small positions, by every variant, against the slow solver.
#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "probe/table_set.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/slow_solver.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

// What the table itself says of its slice.
SliceCounts counts_in(const std::filesystem::path& folder, const Variant& variant, const Material& material) {
  const auto table = TableReader::open(table_path(folder, variant, material.canonical(), Metric::wld));
  if (table) return table->info().slices[material == material.canonical() ? 0 : 1];
  ADD_FAILURE() << table.error().message;
  return {};
}

void compare(const TableSet& set, const slow::Rules& rules, const slow::Solver& slow, const Material& material,
             const SliceCounts& counts) {
  const BoardShape& shape = set.variant().shape();
  const SliceNumbering numbering(set.variant().position_space(), material);
  ASSERT_EQ(numbering.positions(), slow.positions(material)) << material.name();
  SliceCounts expected_counts;
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    const Position position = numbering.unrank(number);
    ASSERT_EQ(numbering.rank(position.white(), position.black()), number) << material.name();
    const slow::Board board = slow::board_of(shape, position);
    const Value expected = slow.value(board);
    ++expected_counts.positions;
    expected_counts.captures += slow::capture_paths(rules, board).empty() ? 0 : 1;
    ++(expected == Value::win    ? expected_counts.wins
       : expected == Value::loss ? expected_counts.losses
                                 : expected_counts.draws);
    for (const Position& seen : {position, position.turned(shape)}) {
      const auto value = set.probe(seen);
      ASSERT_TRUE(value) << value.error().message;
      ASSERT_EQ(*value, expected) << to_fen(set.variant(), seen);
    }
  }
  EXPECT_EQ(counts, expected_counts) << material.name();
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
  const slow::Rules& rules = slow::known_rules().at(name);
  slow::Solver slow(rules);
  slow.solve(materials);
  const std::filesystem::path& folder = built_tables(variant, pieces);
  const auto set = TableSet::open(variant, folder);
  ASSERT_TRUE(set);
  for (const Material& material : materials)
    compare(**set, rules, slow, material, counts_in(folder, variant, material));
}

class TableValues : public testing::TestWithParam<std::string> {};
class LongTableValues : public testing::TestWithParam<std::string> {};

TEST_P(TableValues, TwoPiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 2); }
TEST_P(LongTableValues, ThreePiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 3); }

INSTANTIATE_TEST_SUITE_P(Variants, TableValues, testing::ValuesIn(variant_names()), name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongTableValues, testing::ValuesIn(variant_names()), name_of_test);

}  // namespace
}  // namespace dambase::test
