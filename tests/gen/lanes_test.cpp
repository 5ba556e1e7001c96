// Lanes do what a plain array does, and the codes of DTW are in the order of the players.
#include "gen/lanes.hpp"

#include <gtest/gtest.h>

#include <random>

#include "gen/rule_code.hpp"
#include "gen/win_code.hpp"

namespace dambase::test {
namespace {

using Plain = std::array<Lanes::Number, 64>;

Square square(std::size_t i) { return static_cast<Square>(i); }

Plain plain_of(const Lanes& lanes) {
  Plain plain;
  for (std::size_t i = 0; i < plain.size(); ++i) plain[i] = lanes[square(i)];
  return plain;
}

class LanesTest : public testing::Test {
 protected:
  Lanes random_lanes() {
    Lanes lanes;
    // Few different numbers, those at the ends among them, so that some are equal.
    for (std::size_t i = 0; i < 64; ++i) {
      constexpr std::array<Lanes::Number, 8> numbers = {0, 1, 126, 127, 128, 129, 254, 255};
      lanes.set(square(i), numbers[random_() % numbers.size()]);
    }
    return lanes;
  }
  Bitboard random_squares() { return Bitboard((std::uint64_t{random_()} << 32 | random_()) & ~(random_() % 3)); }

  std::mt19937 random_{5};
};

TEST_F(LanesTest, DoWhatAnArrayDoes) {
  for (int round = 0; round < 500; ++round) {
    const Lanes a = random_lanes();
    const Lanes b = random_lanes();
    const Bitboard squares = random_squares();
    const Lanes::Number number = b[square(3)];
    Plain raised = plain_of(a);
    Plain kept = plain_of(a);
    Plain filled = plain_of(a);
    Bitboard equal;
    Bitboard at_most;
    Lanes::Number least = 255;
    Lanes::Number most_up_to = 0;
    Lanes::Number most_on = 0;
    for (std::size_t i = 0; i < 64; ++i) {
      const Lanes::Number here = a[square(i)];
      raised[i] = std::max(here, b[square(i)]);
      if (squares.has(square(i))) filled[i] = number;
      if (!squares.has(square(i))) kept[i] = 0;
      if (here == number) equal |= Bitboard(square(i));
      if (here <= number) at_most |= Bitboard(square(i));
      if (here >= number) least = std::min(least, here);
      if (here <= number) most_up_to = std::max(most_up_to, here);
      if (squares.has(square(i))) most_on = std::max(most_on, here);
    }
    EXPECT_EQ(plain_of(Lanes(a).raise(b)), raised);
    EXPECT_EQ(plain_of(Lanes(a).keep(squares)), kept);
    EXPECT_EQ(plain_of(Lanes(a).fill(squares, number)), filled);
    EXPECT_EQ(a.equal_to(number), equal);
    EXPECT_EQ(a.at_most(number), at_most);
    EXPECT_EQ(a.least_from(number), least);
    EXPECT_EQ(a.most_up_to(number), most_up_to);
    EXPECT_EQ(a.most_on(squares), most_on);
  }
}

TEST_F(LanesTest, MoveAndTurn) {
  const Lanes lanes = random_lanes();
  for (const int by : {-63, -6, -1, 0, 1, 5, 6, 63}) {
    const Lanes shifted = lanes.shifted(by);
    for (int i = 0; i < 64; ++i) {
      const int from = i - by;
      EXPECT_EQ(shifted[static_cast<Square>(i)], from < 0 || from > 63 ? 0 : lanes[static_cast<Square>(from)]);
    }
  }
  constexpr int bits = 54;
  const Lanes turned = lanes.turned(bits);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(turned[static_cast<Square>(i)], i < bits ? lanes[static_cast<Square>(bits - 1 - i)] : 0);
  EXPECT_FALSE(Lanes().any());
  EXPECT_TRUE(Lanes::all(1).any());
}

// ---- codes ----

template <class Codes>
void expect_order() {
  constexpr bool no_move_wins = Codes::at_end > 128;
  std::vector<Distance> distances = {{}};
  for (int plies = 0; plies <= Codes::most_plies; ++plies)
    distances.push_back({(plies % 2 == 0) == no_move_wins ? Value::win : Value::loss, plies});
  const auto code_of = [](const Distance& distance) {
    return distance.value == Value::draw ? Codes::draw : Codes::of_plies(distance.plies);
  };
  for (const Distance& a : distances) {
    EXPECT_EQ(Codes::distance(code_of(a)), a) << a.plies;
    for (const Distance& b : distances) EXPECT_EQ(code_of(a) > code_of(b), goodness(a) > goodness(b));
  }
}

template <class Codes>
void expect_moves() {
  EXPECT_EQ(Codes::of_move(Codes::draw), Codes::draw);
  for (int plies = 0; plies < Codes::most_plies; ++plies)
    EXPECT_EQ(Codes::of_move(Codes::of_plies(plies)), Codes::of_plies(plies + 1));
  EXPECT_EQ(Codes::of_move(Codes::of_plies(Codes::most_plies)), Codes::too_long);
  Lanes all;
  for (std::size_t i = 0; i < 64; ++i) all.set(square(i), static_cast<Lanes::Number>(i * 4 + i % 4));
  const Lanes moved = Codes::of_moves(all);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(moved[square(i)], Codes::of_move(all[square(i)]));
}

TEST(WinCode, IsInTheOrderOfThePlayers) {
  expect_order<WinCode<false>>();
  expect_order<WinCode<true>>();
}

TEST(WinCode, AMoveIsOnePlyMore) {
  expect_moves<WinCode<false>>();
  expect_moves<WinCode<true>>();
}

TEST(RuleCode, IsInTheOrderOfThePlayers) {
  std::vector<Distance> distances = {{}};
  for (int plies = 0; plies <= RuleCode::most_plies; ++plies)
    for (const Value value : {Value::win, Value::loss}) distances.push_back({value, plies});
  for (const Distance& a : distances) {
    EXPECT_EQ(RuleCode::distance(RuleCode::of(a)), a) << a.plies;
    for (const Distance& b : distances) EXPECT_EQ(RuleCode::of(a) > RuleCode::of(b), goodness(a) > goodness(b));
  }
}

TEST(RuleCode, AMoveIsOnePlyMoreOrTheFirst) {
  EXPECT_EQ(RuleCode::of_move(RuleCode::draw), RuleCode::draw);
  EXPECT_EQ(RuleCode::started_anew(RuleCode::draw), RuleCode::draw);
  for (int plies = 0; plies <= RuleCode::most_plies; ++plies) {
    for (const Value value : {Value::win, Value::loss}) {
      const Lanes::Number code = RuleCode::of(value, plies);
      EXPECT_EQ(RuleCode::distance(RuleCode::of_move(code)), (Distance{for_opponent(value), plies + 1}));
      EXPECT_EQ(RuleCode::of_move(RuleCode::started_anew(code)), RuleCode::of(for_opponent(value), 1));
    }
  }
}

TEST(RuleCode, LanesAreWorkedOnAsSingleNumbersAre) {
  for (int half = 0; half < 4; ++half) {
    Lanes all;
    for (std::size_t i = 0; i < 64; ++i)
      all.set(square(i), static_cast<Lanes::Number>(half * 64) + static_cast<Lanes::Number>(i));
    const Lanes moved = RuleCode::of_moves(all);
    const Lanes anew = RuleCode::started_anew(all);
    const Lanes plies = RuleCode::plies_of(all);
    const Lanes within = RuleCode::within(all, 32);
    for (std::size_t i = 0; i < 64; ++i) {
      const Lanes::Number code = all[square(i)];
      EXPECT_EQ(moved[square(i)], RuleCode::of_move(code));
      EXPECT_EQ(anew[square(i)], RuleCode::started_anew(code));
      if (code == RuleCode::draw) {
        EXPECT_GT(plies[square(i)], RuleCode::most_plies);
        continue;
      }
      EXPECT_EQ(plies[square(i)], RuleCode::plies(code));
      EXPECT_EQ(within[square(i)], RuleCode::plies(code) <= 32 ? code : RuleCode::draw);
    }
  }
}

}  // namespace
}  // namespace dambase::test
