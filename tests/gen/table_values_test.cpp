// Every value that the prober gives of small international positions, against the slow solver.
#include <gtest/gtest.h>

#include "engine/rules/international.hpp"
#include "formats/fen.hpp"
#include "formats/numbering.hpp"
#include "probe/table_set.hpp"
#include "tests/engine/other_rules.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/slow_solver.hpp"

namespace dambase::test {
namespace {

void compare(const TableSet& set, const slow::Solver& slow, const Material& material) {
  const BoardShape& shape = international().shape();
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

void compare_all(const std::vector<Material>& materials) {
  slow::Solver slow(slow_rules<International>());
  slow.solve(materials);
  const auto set = TableSet::open(international(), built_tables(3));
  ASSERT_TRUE(set);
  for (const Material& material : materials) compare(**set, slow, material);
}

TEST(TableValues, TwoPiecesAgreeWithTheSlowSolver) { compare_all(slow::materials_of(2)); }

TEST(LongTableValues, ThreePiecesAgreeWithTheSlowSolver) {
  std::vector<Material> materials = slow::materials_of(2);
  std::ranges::copy(slow::materials_of(3), std::back_inserter(materials));
  compare_all(materials);
}

}  // namespace
}  // namespace dambase::test
