#include "engine/board.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/engine/slow_rules.hpp"

namespace dambase {
namespace {

template <class Board>
class BoardTest : public testing::Test {};
using Boards = testing::Types<Board<6>, Board<8>, Board<10>>;
TYPED_TEST_SUITE(BoardTest, Boards);

// The next place of the same colour.
slow::Place neighbour(slow::Place place, Direction direction) {
  switch (direction) {
    case Direction::up_left: return {place.row - 1, place.column - 1};
    case Direction::up_right: return {place.row - 1, place.column + 1};
    case Direction::up: return {place.row - 2, place.column};
    case Direction::left: return {place.row, place.column - 2};
    case Direction::right: return {place.row, place.column + 2};
    case Direction::down: return {place.row + 2, place.column};
    case Direction::down_left: return {place.row + 1, place.column - 1};
    case Direction::down_right: return {place.row + 1, place.column + 1};
  }
  return {-1, -1};
}

// The squares from `square` to the edge by rows and columns.
template <class Board>
Bitboard slow_ray(Square square, Direction direction) {
  Bitboard ray;
  slow::Place place = neighbour(slow::place_of(Board::shape, square), direction);
  for (; place.row >= 0 && place.column >= 0 && place.row < Board::size && place.column < Board::size;
       place = neighbour(place, direction)) {
    ray |= Bitboard(Board::shape.square_of(place.row * Board::per_row + place.column / 2 + 1));
  }
  return ray;
}

TYPED_TEST(BoardTest, NumbersAndSquaresMatch) {
  Bitboard seen;
  for (int number = 1; number <= TypeParam::squares; ++number) {
    const Square square = TypeParam::shape.square_of(number);
    EXPECT_EQ(TypeParam::shape.number_of(square), number);
    EXPECT_EQ(TypeParam::shape.row_of(square), (number - 1) / TypeParam::per_row);
    seen |= Bitboard(square);
  }
  EXPECT_EQ(seen, TypeParam::all);
  EXPECT_EQ(seen.count(), TypeParam::squares);
  EXPECT_EQ(seen.last(), static_cast<Square>(TypeParam::bits - 1));
}

TYPED_TEST(BoardTest, StepsAndRaysFollowTheDirections) {
  for (const Square square : TypeParam::all) {
    for (const Direction direction : all_directions) {
      const Bitboard ray = slow_ray<TypeParam>(square, direction);
      EXPECT_EQ(TypeParam::ray(square, direction), ray);
      const Bitboard step = TypeParam::step(Bitboard(square), direction);
      EXPECT_EQ(step.empty(), ray.empty());
      if (ray.any()) {
        EXPECT_EQ(step, Bitboard(TypeParam::nearest(ray, direction)));
        EXPECT_EQ(TypeParam::step(step, opposite(direction)), Bitboard(square));
      }
    }
  }
}

TYPED_TEST(BoardTest, AFreeRunEndsBeforeTheFirstPiece) {
  for (const Square square : TypeParam::all) {
    for (const Direction direction : all_directions) {
      const Bitboard ray = TypeParam::ray(square, direction);
      EXPECT_EQ(TypeParam::free_run(square, direction, Bitboard(square)), ray);
      for (const Square blocker : ray) {
        const Bitboard run =
            TypeParam::free_run(square, direction, Bitboard(blocker) | TypeParam::ray(blocker, direction));
        EXPECT_EQ(run, ray & TypeParam::ray(blocker, opposite(direction)));
      }
    }
  }
}

TYPED_TEST(BoardTest, AFillGoesOnUntilTheFirstPiece) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Bitboard empty = TypeParam::all & Bitboard(random() | random());
    const Bitboard from = empty & Bitboard(random() & random() & random());
    for (const Direction direction : all_directions) {
      Bitboard slow = from;
      Bitboard at = from;
      for (int steps = 0; steps < 7; ++steps) {
        at = TypeParam::step(at, direction) & empty;
        slow |= at;
      }
      ASSERT_EQ(TypeParam::filled(from, empty, direction), slow);
    }
  }
}

TYPED_TEST(BoardTest, TurningReversesTheNumbers) {
  for (const Square square : TypeParam::all) {
    const Square other = TypeParam::shape.square_of(TypeParam::squares + 1 - TypeParam::shape.number_of(square));
    EXPECT_EQ(turned(Bitboard(square), TypeParam::bits), Bitboard(other));
  }
  EXPECT_EQ(turned(TypeParam::top, TypeParam::bits), TypeParam::bottom);
  EXPECT_EQ(turned(TypeParam::all, TypeParam::bits), TypeParam::all);
}

TEST(Bitboard, IteratesInRisingOrder) {
  const Bitboard set =
      Bitboard(static_cast<Square>(3)) | Bitboard(static_cast<Square>(63)) | Bitboard(static_cast<Square>(0));
  std::vector<int> squares;
  for (const Square square : set) squares.push_back(index_of(square));
  EXPECT_EQ(squares, (std::vector{0, 3, 63}));
  EXPECT_EQ(set.first(), static_cast<Square>(0));
  EXPECT_EQ(set.last(), static_cast<Square>(63));
  EXPECT_EQ((set - Bitboard(static_cast<Square>(3))).count(), 2);
  EXPECT_FALSE(set.has(static_cast<Square>(4)));
  EXPECT_TRUE(Bitboard().empty());
}

}  // namespace
}  // namespace dambase
