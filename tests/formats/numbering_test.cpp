// The numbering against its definition, on boards of every size, and where numbers outgrow 32 bits.
#include "formats/numbering.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/engine/random_positions.hpp"
#include "tests/formats/bit_paths.hpp"
#include "tests/formats/slow_numbering.hpp"

namespace dambase::test {
namespace {

Material material(const char* name) { return *Material::parse(name); }

struct Boards {
  const char* name;
  PositionSpace space;
  int pieces;  ///< materials up to so many are gone through
};

class NumberingOf : public testing::TestWithParam<Boards> {};

void compare_with_definition(const PositionSpace& space, const Material& of) {
  const std::vector<Position> expected = slow::positions_in_order(space, of);
  ASSERT_EQ(slice_positions(space, of), expected.size()) << of.name();
  if (expected.empty()) return;
  for (const BitPath path : bit_paths()) {
    const SliceNumbering numbering(space, of, path);
    ASSERT_EQ(numbering.positions(), expected.size()) << of.name();
    for (std::uint64_t number = 0; number < expected.size(); ++number) {
      const Position& position = expected[number];
      ASSERT_EQ(numbering.unrank(number), position) << of.name() << " number " << number;
      ASSERT_EQ(numbering.rank(position.white(), position.black()), number) << of.name();
    }
  }
}

TEST_P(NumberingOf, IsTheDefinition) {
  for (int pieces = 2; pieces <= GetParam().pieces; ++pieces) {
    for (const Material& of : slow::materials_of(pieces)) compare_with_definition(GetParam().space, of);
  }
}

TEST_P(NumberingOf, MenAreRankedTheSameByGathering) {
  const BoardShape& shape = GetParam().space.board;
  for (const Material& of : slow::materials_of(4)) {
    const MenNumbering men(shape, of.white_men, of.black_men);
    for (std::uint64_t rank = 0; rank < men.count(); rank += 1 + men.count() / 5000) {
      const MenConfiguration configuration = men.unrank(rank);
      ASSERT_EQ(men.rank(configuration), rank) << of.name();
      ASSERT_EQ(men.rank_gathering<PortableBits>(configuration), rank) << of.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, NumberingOf,
                         testing::Values(Boards{"b10", Board<10>::shape, 3}, Boards{"b8", Board<8>::shape, 3},
                                         Boards{"b6", Board<6>::shape, 4}, Boards{"b4", Board<4>::shape, 6},
                                         Boards{"b6_with_king_runs", PositionSpace(Board<6>::shape, 3), 4}),
                         [](const auto& boards) { return std::string(boards.param.name); });

// ---- how many there are ----

std::uint64_t positions_of_all(const BoardShape& shape, int pieces) {
  std::uint64_t sum = 0;
  for (const Material& of : slow::materials_of(pieces)) sum += slice_positions(shape, of).value();
  return sum;
}

TEST(SlicePositions, AddUpToTheKnownTotals) {
  constexpr std::uint64_t ten[] = {8'845,          806'300,           41'971'200,        1'570'600'750,
                                   46'198'758'750, 1'119'691'797'720, 23'013'188'500'365};
  constexpr std::uint64_t eight[] = {3'488,         196'032,        6'209'316,      139'450'808,
                                     2'426'085'676, 34'243'113'624, 403'190'250'561};
  for (int pieces = 2; pieces <= 8; ++pieces) {
    const auto i = static_cast<std::size_t>(pieces - 2);
    EXPECT_EQ(positions_of_all(Board<10>::shape, pieces), ten[i]) << pieces;
    EXPECT_EQ(positions_of_all(Board<8>::shape, pieces), eight[i]) << pieces;
  }
}

TEST(SlicePositions, AreTheSameForTwins) {
  for (const Material& of : slow::materials_of(5))
    EXPECT_EQ(slice_positions(Board<10>::shape, of), slice_positions(Board<10>::shape, of.twin())) << of.name();
}

TEST(SlicePositions, KnownLargeSlices) {
  EXPECT_EQ(slice_positions(Board<10>::shape, material("KKMvKKM")), 2'317'447'800U);
  EXPECT_EQ(slice_positions(Board<10>::shape, material("KKMvKKMM")), 45'793'430'100U);
}

TEST(SlicePositions, NothingWhereTheyCannotBeNumbered) {
  EXPECT_EQ(slice_positions(Board<10>::shape, {10, 10, 10, 10}), std::nullopt);
  EXPECT_EQ(slice_positions(Board<10>::shape, {16, 0, 16, 16}), std::nullopt);
  EXPECT_EQ(slice_positions(Board<10>::shape, {17, 0, 0, 1}), std::nullopt);
  EXPECT_EQ(slice_positions(Board<10>::shape, {0, 1, 0, 17}), std::nullopt);
  EXPECT_EQ(slice_positions(Board<10>::shape, {15, 15, 15, 15}), std::nullopt);
  EXPECT_EQ(slice_positions(Board<4>::shape, {0, 8, 0, 1}), std::nullopt);
}

// ---- large numbers ----

void expect_exact(const SliceNumbering& numbering, std::uint64_t number) {
  const Position position = numbering.unrank(number);
  EXPECT_EQ(Material::of(position), numbering.material());
  EXPECT_EQ(position.count(), numbering.material().pieces());
  EXPECT_FALSE(position.white().men.meets(Board<10>::top));
  EXPECT_FALSE(position.black().men.meets(Board<10>::bottom));
  EXPECT_EQ(numbering.rank(position.white(), position.black()), number);
}

TEST(LargeNumbers, AreExactAroundPowersOfTwo) {
  for (const char* name : {"KKMvKKM", "KKMvKKMM"}) {
    for (const BitPath path : bit_paths()) {
      const SliceNumbering numbering(Board<10>::shape, material(name), path);
      for (const std::uint64_t edge : {std::uint64_t{1} << 31, std::uint64_t{1} << 32, numbering.positions()}) {
        for (std::uint64_t number = edge - 3; number < edge + 3; ++number) {
          if (number < numbering.positions()) expect_exact(numbering, number);
        }
      }
      expect_exact(numbering, 0);
    }
  }
}

TEST(LargeNumbers, GoThereAndBackForRandomPositions) {
  RandomPositions random(Board<10>::shape, 20);
  int tried = 0;
  for (int i = 0; i < 3000; ++i) {
    const Position position = random.any(2 + random.below(11), 50);
    const Material of = Material::of(position);
    const auto positions = slice_positions(Board<10>::shape, of);
    if (!positions) continue;
    ++tried;
    for (const BitPath path : bit_paths()) {
      const SliceNumbering numbering(Board<10>::shape, of, path);
      const std::uint64_t number = numbering.rank(position.white(), position.black());
      ASSERT_LT(number, *positions) << of.name();
      ASSERT_EQ(numbering.unrank(number), Position(Side::white, position.white(), position.black())) << of.name();
    }
  }
  EXPECT_GT(tried, 2000);
}

}  // namespace
}  // namespace dambase::test
