// Captures of whole words against captures resolved one by one, and those against the move generator.
#include "gen/capture_resolver.hpp"

#include <gtest/gtest.h>

#include "tests/engine/random_positions.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

// By the move generator and a look-up after each capture.
template <class Rules>
std::optional<Value> slow_value(const Successors& successors, const Position& position) {
  std::vector<Move> captures;
  CaptureCollector<Rules>::append(position, captures);
  if (captures.empty()) return std::nullopt;
  Value best = Value::loss;
  for (const Move& move : captures) {
    const Position after = position.after(move);
    best = std::min(best, for_opponent(successors.value(after.white(), after.black(), after.side_to_move())));
  }
  return best;
}

std::optional<Value> value_in(const WordCaptures& captures, Square bit) {
  if (!captures.can.has(bit)) return std::nullopt;
  if (captures.wins.has(bit)) return Value::win;
  return captures.draws.has(bit) ? Value::draw : Value::loss;
}

// A random word of `material`: the position without one black king.
template <class Rules>
WordPieces random_word(const Material& material, RandomPositions& random) {
  Material without = material;
  --without.black_kings;
  const Position position = random.of(without);
  return {position.white(), position.black(), Rules::Board::all - position.occupied()};
}

template <class Rules>
void compare_word(const WordPieces& word, Side side, CaptureResolver<Rules>& resolver, const Successors& successors) {
  const WordCaptures captures = resolver.resolve(word, side);
  EXPECT_TRUE((captures.can - word.legal).empty());
  for (const Square bit : word.legal) {
    const Position position(side, word.white, {word.black.men, word.black.kings | Bitboard(bit)});
    const auto expected = slow_value<Rules>(successors, position);
    ASSERT_EQ(value_in(captures, bit), expected) << Rules::Board::shape.number_of(bit);
    ASSERT_EQ(resolver.resolve_one(position.white(), position.black(), side), expected);
  }
}

// Random words of every material of `pieces` pieces, in solving orientation, with all smaller ones solved.
template <class Rules>
void compare_words(const SolvedSet<Rules>& set, int pieces, int words) {
  RandomPositions random(Rules::Board::shape, 41);
  for (const Material& material : slow::materials_of(pieces)) {
    if (material != solving_orientation(material) || material.black_kings == 0) continue;
    const Successors successors = set.successors_of(material);
    CaptureResolver<Rules> resolver(successors);
    for (int i = 0; i < words; ++i) {
      const WordPieces word = random_word<Rules>(material, random);
      for (const Side side : {Side::white, Side::black}) {
        compare_word<Rules>(word, side, resolver, successors);
        if (testing::Test::HasFatalFailure()) FAIL() << material.name();
      }
    }
  }
}

template <class Rules>
class CapturesOf : public testing::Test {};
template <class Rules>
class LongCapturesOf : public testing::Test {};

using SmallRules = testing::Types<Kids, OnSixBySix<English>, OnSixBySix<FlyingKings>, OnSixBySix<PromoteAndGoOn>>;
using LargeRules = testing::Types<Brazilian, English, FlyingKings, PromoteAndGoOn, International>;
TYPED_TEST_SUITE(CapturesOf, SmallRules);
TYPED_TEST_SUITE(LongCapturesOf, LargeRules);

TYPED_TEST(CapturesOf, WordsAreThoseOfTheirPositions) {
  const SolvedSet<TypeParam> set(3);
  compare_words(set, 2, 100);
  compare_words(set, 3, 300);
  compare_words(set, 4, 500);
}

TYPED_TEST(LongCapturesOf, WordsAreThoseOfTheirPositions) {
  const SolvedSet<TypeParam> set(4);
  compare_words(set, 4, 2000);
  compare_words(set, 5, 5000);
}

TEST(Captures, InternationalWordsAreThoseOfTheirPositions) {
  const SolvedSet<International> set(3);
  compare_words(set, 3, 400);
  compare_words(set, 4, 800);
}

}  // namespace
}  // namespace dambase::test
