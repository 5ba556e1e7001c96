// Words over a king of either side against the values of their positions one by one.
#include "gen/successor_reader.hpp"

#include <gtest/gtest.h>

#include "tests/engine/random_positions.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

// `position` is without the king whose squares the word is over.
void compare(SuccessorReader& reader, const Material& material, const Position& position, Side side_of_king) {
  const bool is_black = side_of_king == Side::black;
  const Words words = is_black ? reader.over_black_king(material, position.white(), position.black())
                               : reader.over_white_king(material, position.white(), position.black());
  for (const Square square : Board<6>::all - position.occupied()) {
    Pieces white = position.white();
    Pieces black = position.black();
    (is_black ? black : white).kings |= Bitboard(square);
    for (const Side side : {Side::white, Side::black})
      ASSERT_EQ(value_of(words, side, square), reader.value(material, white, black, side)) << material.name();
  }
}

template <class Rules>
void compare_all() {
  const SolvedSet<Rules> set(4);
  RandomPositions random(Rules::Board::shape, 17);
  for (const Material& material : slow::materials_of(4)) {
    const Successors successors = set.successors_of(material);
    SuccessorReader reader(successors);
    for (const Side side : {Side::white, Side::black}) {
      Material without = material;
      int& kings = side == Side::white ? without.white_kings : without.black_kings;
      if (kings == 0) continue;
      --kings;
      for (int i = 0; i < 200; ++i) {
        compare(reader, material, random.of(without), side);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(SuccessorReader, WordsAreTheValuesOfTheirPositions) { compare_all<Kids>(); }
TEST(SuccessorReader, AlsoWithRunsOfKingMoves) { compare_all<OnSixBySix<Frisian>>(); }

}  // namespace
}  // namespace dambase::test
