// Captures of whole words against the move generator and a look-up for each position.
#include "gen/capture_resolver.hpp"

#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

template <class Rules>
Value value_after(SuccessorReader& reader, const Position& position) {
  const Side side = position.side_to_move();
  const auto end = value_at_end<Rules>(position.of(side), position.of(opponent(side)));
  return end ? *end : value_in(reader, position);
}

// By the move generator and a look-up after each capture.
template <class Rules>
std::optional<Value> slow_value(SuccessorReader& reader, const Position& position) {
  std::vector<Move> captures;
  CaptureCollector<Rules>::append(position, captures);
  if (captures.empty()) return std::nullopt;
  Value best = Value::loss;
  for (const Move& move : captures) {
    best = std::min(best, for_opponent(value_after<Rules>(reader, position.after(move))));
  }
  return best;
}

std::optional<Value> value_in(const WordCaptures& captures, Square bit) {
  if (!captures.can.has(bit)) return std::nullopt;
  if (captures.wins.has(bit)) return Value::win;
  return captures.draws.has(bit) ? Value::draw : Value::loss;
}

// A random word of `material`: a position without the bit king, if there are kings.
template <class Rules>
WordPieces random_word(const Material& material, RandomPositions& random) {
  Material without = material;
  if (material.kings() > 0) --without.black_kings;
  const Position position = random.of(without);
  const Bitboard one_position(std::uint64_t{1});
  return {position.white(), position.black(),
          material.kings() > 0 ? Rules::Board::all - position.occupied() : one_position};
}

template <class Rules>
void compare_word(const WordPieces& word, Side side, bool has_bit_king, const WordCaptures& captures,
                  SuccessorReader& reader) {
  EXPECT_TRUE((captures.can - word.legal).empty());
  for (const Square bit : word.legal) {
    const Bitboard bit_king = has_bit_king ? Bitboard(bit) : Bitboard();
    const Position position(side, word.white, {word.black.men, word.black.kings | bit_king});
    ASSERT_EQ(value_in(captures, bit), slow_value<Rules>(reader, position)) << to_fen(variant<Rules>(), position);
  }
}

// All words that differ from `word` in the outer king of Black alone.
template <class Rules>
void compare_row(const WordPieces& word, CaptureResolver<Rules>& resolver, SuccessorReader& reader) {
  std::vector<WordPieces> row;
  const Bitboard others = word.white.all() | word.black.men;
  for (const Square outer : Rules::Board::all) {
    const Bitboard legal = others.has(outer) ? Bitboard() : Rules::Board::all - others - Bitboard(outer);
    row.push_back({word.white, {word.black.men, Bitboard(outer)}, legal});
  }
  std::vector<WordCaptures> captures(row.size());
  resolver.resolve_row(row, captures);
  for (std::size_t i = 0; i < row.size(); ++i) compare_word<Rules>(row[i], Side::black, true, captures[i], reader);
}

constexpr int words_a_row = 100;

// Random words of every material of `pieces` pieces, with all smaller ones solved; of one in words_a_row its row too.
template <class Rules>
void compare_words(const SolvedSet<Rules>& set, int pieces, int words) {
  RandomPositions random(Rules::Board::shape, 41);
  for (const Material& material : slow::materials_of(pieces)) {
    if (material != solving_orientation(material)) continue;
    if (material.kings() > 0 && !variant<Rules>().has_kings()) continue;
    const Successors successors = set.successors_of(material);
    SuccessorReader reader(successors);
    CaptureResolver<Rules> resolver(material, reader);
    for (int i = 0; i < words; ++i) {
      const WordPieces word = random_word<Rules>(material, random);
      for (const Side side : {Side::white, Side::black}) {
        compare_word<Rules>(word, side, material.kings() > 0, resolver.resolve(word, side), reader);
        if (testing::Test::HasFatalFailure()) FAIL() << material.name();
      }
      if (CaptureResolver<Rules>::has_rows(material) && i % words_a_row == 0) compare_row(word, resolver, reader);
      if (testing::Test::HasFatalFailure()) FAIL() << material.name();
    }
  }
}

template <class Rules>
class CapturesOf : public testing::Test {};
template <class Rules>
class LongCapturesOf : public testing::Test {};

TYPED_TEST_SUITE(CapturesOf, SixBySixKinds);
TYPED_TEST_SUITE(LongCapturesOf, LargeKinds);

TYPED_TEST(CapturesOf, WordsAreThoseOfTheirPositions) {
  const SolvedSet<TypeParam> set(3);
  compare_words(set, 2, 100);
  compare_words(set, 3, 300);
  compare_words(set, 4, 1500);
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
