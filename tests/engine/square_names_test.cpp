#include "engine/square_names.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "engine/variant.hpp"

namespace dambase {
namespace {

constexpr SquareNames international(Board<10>::shape, PlayableCorner::bottom_left, PlayersSquares::as_fen);
constexpr SquareNames russian(Board<8>::shape, PlayableCorner::bottom_left, PlayersSquares::algebraic);
constexpr SquareNames italian(Board<8>::shape, PlayableCorner::bottom_right, PlayersSquares::as_fen);
constexpr SquareNames spanish(Board<8>::shape, PlayableCorner::bottom_right, PlayersSquares::from_bottom_right);
constexpr SquareNames kids(Board<6>::shape, PlayableCorner::bottom_left, PlayersSquares::as_fen);
constexpr std::array all_names = {international, russian, italian, spanish, kids};

// The FEN numbers one step up and to the right of square `number`, up and to the left; 0 off the board.
std::pair<int, int> above(const SquareNames& names, int number) {
  std::pair<int, int> found;
  const int per_row = names.board_size() / 2;
  for (int other = 1; other <= names.count(); ++other) {
    if ((other - 1) / per_row + 1 != (number - 1) / per_row) continue;
    const int to_right = names.column_of(names.square_of(other)) - names.column_of(names.square_of(number));
    if (to_right == 1) found.first = other;
    if (to_right == -1) found.second = other;
  }
  return found;
}

TEST(SquareNames, NumbersRunFromTheTopLeftAlongTheRows) {
  for (const SquareNames& names : all_names) {
    for (int number = 2; number <= names.count(); ++number) {
      const Square before = names.square_of(number - 1);
      const Square square = names.square_of(number);
      EXPECT_EQ(names.number_of(square), number);
      if ((number - 1) % (names.board_size() / 2) != 0) {
        EXPECT_EQ(names.column_of(square), names.column_of(before) + 2);
      }
    }
  }
}

TEST(SquareNames, TheirNeighboursAreThoseOfTheRealBoard) {
  EXPECT_EQ(above(international, 31), std::pair(27, 26));
  EXPECT_EQ(above(russian, 21), std::pair(17, 0));
  EXPECT_EQ(above(russian, 24), std::pair(20, 19));
  EXPECT_EQ(above(italian, 21), std::pair(18, 17));
  EXPECT_EQ(above(italian, 24), std::pair(0, 20));
  EXPECT_EQ(above(spanish, 29), std::pair(26, 25));
  EXPECT_EQ(above(kids, 13), std::pair(11, 10));
}

TEST(SquareNames, APlayableCornerIsWhereItIsSaidToBe) {
  for (const SquareNames& names : {international, russian, kids}) {
    EXPECT_EQ(names.column_of(names.square_of(1)), 1);
    EXPECT_EQ(names.column_of(names.square_of(names.count() - names.board_size() / 2 + 1)), 0);
  }
  for (const SquareNames& names : {italian, spanish}) {
    EXPECT_EQ(names.column_of(names.square_of(1)), 0);
    EXPECT_EQ(names.column_of(names.square_of(names.count())), names.board_size() - 1);
  }
}

// Names that books and PDN use.
TEST(SquareNames, PlayersWriteThemTheirWay) {
  const auto name = [](const SquareNames& names, int number) {
    return names.name_of(names.square_of(number), Numbering::players);
  };
  EXPECT_EQ(name(russian, 1), "b8");
  EXPECT_EQ(name(russian, 4), "h8");
  EXPECT_EQ(name(russian, 5), "a7");
  EXPECT_EQ(name(russian, 11), "f6");
  EXPECT_EQ(name(russian, 29), "a1");
  EXPECT_EQ(name(russian, 32), "g1");
  EXPECT_EQ(name(spanish, 1), "32");
  EXPECT_EQ(name(spanish, 32), "1");
  EXPECT_EQ(name(italian, 22), "22");
  EXPECT_EQ(name(international, 31), "31");
}

TEST(SquareNames, EveryNameIsFoundAgainAndNamesOneSquare) {
  for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
    for (const SquareNames& names : all_names) {
      std::set<std::string> seen;
      for (int number = 1; number <= names.count(); ++number) {
        const std::string name = names.name_of(names.square_of(number), numbering);
        EXPECT_TRUE(seen.insert(name).second) << name;
        EXPECT_EQ(names.find(name, numbering), names.square_of(number)) << name;
      }
    }
  }
}

TEST(SquareNames, AlgebraicBoardsKnowNumbersToo) {
  for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
    EXPECT_EQ(russian.find("11", numbering), russian.square_of(11));
    EXPECT_EQ(russian.find("f6", numbering), russian.square_of(11));
  }
  EXPECT_EQ(russian.find_algebraic("11"), std::nullopt);
  EXPECT_EQ(spanish.find("a1", Numbering::players), std::nullopt);
}

TEST(SquareNames, WhatIsNoNameIsNotFound) {
  for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
    for (const SquareNames& names : all_names) {
      for (const std::string_view name : {"", "0", "51", "-1", "+1", " 1", "1 ", "1.", "a2", "b1", "A1", "F6", "i9",
                                          "a0", "a", "f66", "f6 ", "4294967297", "18446744073709551617"}) {
        EXPECT_EQ(names.find(name, numbering), std::nullopt) << name;
      }
    }
  }
}

TEST(SquareNames, VariantsHaveTheirOwn) {
  for (const Variant* variant : all_variants()) {
    const SquareNames& names = variant->square_names();
    EXPECT_EQ(names.count(), variant->shape().squares);
    const std::string first = names.name_of(names.square_of(1), Numbering::players);
    const std::set<std::string_view> algebraic = {"russian", "brazilian", "czech"};
    const std::set<std::string_view> backwards = {"spanish", "portuguese"};
    EXPECT_EQ(first, algebraic.contains(variant->name()) ? "b8" : backwards.contains(variant->name()) ? "32" : "1");
    const std::set<std::string_view> mirrored = {"italian", "spanish", "portuguese"};
    EXPECT_EQ(names.column_of(names.square_of(1)), mirrored.contains(variant->name()) ? 0 : 1) << variant->name();
  }
}

}  // namespace
}  // namespace dambase
