#include "engine/position.hpp"

#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "tests/engine/other_rules.hpp"

namespace dambase {
namespace {

const BoardShape& shape = International::Board::shape;

Position position(std::string_view fen) { return *parse_fen(test::variant<International>(), fen); }
Bitboard squares(std::initializer_list<int> numbers) {
  Bitboard set;
  for (const int number : numbers) set |= Bitboard(shape.square_of(number));
  return set;
}

TEST(PositionTest, AQuietMove) {
  const Move move{shape.square_of(31), shape.square_of(27), Bitboard()};
  EXPECT_EQ(position("W:W31,36:B4").after(move), position("B:W27,36:B4"));
}

TEST(PositionTest, APromotion) {
  const Move move{shape.square_of(6), shape.square_of(1), Bitboard(), true};
  EXPECT_EQ(position("W:W6:BK40").after(move), position("B:WK1:BK40"));
}

TEST(PositionTest, ACaptureTakesMenAndKings) {
  const Move move{shape.square_of(4), shape.square_of(36), squares({13, 27})};
  EXPECT_EQ(position("W:WK4:BK13,27,50").after(move), position("B:WK36:B50"));
}

TEST(PositionTest, ACaptureMayEndWhereItBegan) {
  const Move move{shape.square_of(13), shape.square_of(13), squares({22, 24, 37, 43})};
  EXPECT_EQ(position("W:WK13:B22,24,37,43").after(move), position("B:WK13:B"));
}

TEST(PositionTest, TurnedTwiceIsTheSame) {
  const Position original = position("W:W31,K4:B11,K50");
  EXPECT_EQ(original.turned(shape), position("B:WK1,40:BK47,20"));
  EXPECT_EQ(original.turned(shape).turned(shape), original);
}

}  // namespace
}  // namespace dambase
