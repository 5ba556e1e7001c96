// Every value of every small position against the slow solver, by rule sets with all switches both
// ways; the same rules on the smallest board, so that all of it is gone through.
#include <gtest/gtest.h>

#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/slow_solver.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

// Those that are played: without kings where a king ends the game.
template <class Rules>
std::vector<Material> materials_up_to(int pieces) {
  std::vector<Material> all;
  for (int n = 2; n <= pieces; ++n) std::ranges::copy(slow::materials_of(n), std::back_inserter(all));
  if (!variant<Rules>().has_kings()) std::erase_if(all, [](const Material& m) { return m.kings() > 0; });
  return all;
}

// One slice: codes, counts and words.
template <class Rules>
void compare_slice(const SolvedSet<Rules>& set, const Material& material, const slow::Solver& slow) {
  const BoardShape& shape = Rules::Board::shape;
  const SliceNumbering numbering(variant<Rules>().position_space(), material);
  ASSERT_EQ(numbering.positions(), slow.positions(material)) << material.name();
  const SolvedMaterial& solved = set.of(material);
  const std::size_t slice = material == material.canonical() ? 0 : 1;
  const Successors successors = set.successors_of(material);
  const Successors turned_successors = set.successors_of(material.twin());
  SuccessorReader values(successors);
  SuccessorReader turned_values(turned_successors);
  SliceCounts counts;
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    const Position position = numbering.unrank(number);
    const Value expected = slow.value(slow::board_of(shape, position));
    const bool capture = has_capture<Rules>(position);
    const Code code = code_at(solved.codes[slice].bytes(), number);
    ASSERT_EQ(code, capture ? Code::capture : static_cast<Code>(expected)) << material.name() << ' ' << number;
    ASSERT_EQ(value_in(values, position), expected) << material.name() << ' ' << number;
    ASSERT_EQ(value_in(turned_values, position.turned(shape)), expected) << material.name() << ' ' << number;
    ++counts.positions;
    counts.captures += capture ? 1 : 0;
    ++(expected == Value::win ? counts.wins : expected == Value::loss ? counts.losses : counts.draws);
  }
  EXPECT_EQ(solved.counts[slice], counts) << material.name();
}

template <class Rules>
void compare_all(int pieces) {
  const SolvedSet<Rules> set(pieces);
  slow::Solver slow(slow_rules<Rules>());
  slow.solve(materials_up_to<Rules>(pieces));
  for (const Material& material : materials_up_to<Rules>(pieces)) compare_slice(set, material, slow);
}

template <class Rules>
class SolverOf : public testing::Test {};
template <class Rules>
class LongSolverOf : public testing::Test {};

TYPED_TEST_SUITE(SolverOf, SixBySixKinds);
TYPED_TEST_SUITE(LongSolverOf, SixBySixKinds);

TYPED_TEST(SolverOf, ThreePiecesAgreesWithTheSlowOne) { compare_all<TypeParam>(3); }
TYPED_TEST(LongSolverOf, FourPiecesAgreesWithTheSlowOne) { compare_all<TypeParam>(4); }

TEST(MaterialSolver, CountsProgressInPositions) {
  std::atomic<std::uint64_t> progress{0};
  const Material material = *Material::parse("KvK");
  const Successors successors(material);
  const SolvedMaterial solved = *MaterialSolverOf<Kids>().solve(material, successors, {}, progress);
  EXPECT_EQ(progress, 18U * 17U);
  EXPECT_EQ(solved.words, nullptr);
}

}  // namespace
}  // namespace dambase::test
