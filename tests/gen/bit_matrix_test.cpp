// Transposition against its definition.
#include "gen/bit_matrix.hpp"

#include <gtest/gtest.h>

#include <random>

namespace dambase::test {
namespace {

bool bit(std::uint64_t row, std::size_t column) { return (row >> column & 1) != 0; }

TEST(BitMatrix, RowsBecomeColumns) {
  std::mt19937_64 random(7);
  std::array<std::uint64_t, 64> rows{};
  for (std::uint64_t& row : rows) row = random();
  std::array<std::uint64_t, 64> columns = rows;
  transpose(columns);
  for (std::size_t r = 0; r < 64; ++r) {
    for (std::size_t c = 0; c < 64; ++c) ASSERT_EQ(bit(columns[c], r), bit(rows[r], c));
  }
}

TEST(BitMatrix, TheFourSetsOfWordsAreTransposedEach) {
  std::mt19937_64 random(8);
  std::array<Words, 64> words{};
  std::array<std::array<std::uint64_t, 64>, 4> sets{};
  for (std::size_t r = 0; r < 64; ++r) {
    words[r] = {random(), random(), random(), random()};
    sets[0][r] = words[r].white_wins;
    sets[1][r] = words[r].white_losses;
    sets[2][r] = words[r].black_wins;
    sets[3][r] = words[r].black_losses;
  }
  transpose(words);
  for (auto& set : sets) transpose(set);
  for (std::size_t r = 0; r < 64; ++r) {
    EXPECT_EQ(words[r].white_wins, sets[0][r]);
    EXPECT_EQ(words[r].white_losses, sets[1][r]);
    EXPECT_EQ(words[r].black_wins, sets[2][r]);
    EXPECT_EQ(words[r].black_losses, sets[3][r]);
  }
}

}  // namespace
}  // namespace dambase::test
