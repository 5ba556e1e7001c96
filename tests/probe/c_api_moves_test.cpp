// FEN, positions and moves through dambase.h, in every variant: what is written is read back as the same.
#include <algorithm>

#include "engine/notation.hpp"
#include "formats/fen.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/probe/c_api_set.hpp"

namespace dambase::test {
namespace {

bool same(const dambase_king_run& a, const dambase_king_run& b) { return a.square == b.square && a.moves == b.moves; }

bool same(const dambase_position& a, const dambase_position& b) {
  return std::ranges::equal(a.men, b.men) && std::ranges::equal(a.kings, b.kings) && same(a.runs[0], b.runs[0]) &&
         same(a.runs[1], b.runs[1]) && a.side_to_move == b.side_to_move && a.reserved == b.reserved;
}

bool same(const dambase_move& a, const dambase_move& b) {
  return a.from == b.from && a.to == b.to && a.captured == b.captured && a.promotes == b.promotes &&
         same(a.after, b.after);
}

class CApiMoves : public testing::TestWithParam<std::string> {
 protected:
  CApiMoves() : variant_(**find_variant(GetParam())), set_(open_empty_c_set(GetParam())) {}

  // Positions with enough pieces for long captures, few enough for short lists.
  [[nodiscard]] std::vector<Position> positions(int count) const {
    RandomPositions random(variant_.position_space(), 61);
    std::vector<Position> list;
    while (list.size() < static_cast<std::size_t>(count)) {
      const Position position = random.any(2 + random.below(9), 40);
      if (variant_.check(position)) list.push_back(position);
    }
    return list;
  }

  void expect_moves_of(const Position& position) const {
    const dambase_position given = c_position(set_, to_fen(variant_, position));
    const std::vector<Move> expected = variant_.legal_moves(position);
    const std::vector<dambase_move> moves = c_moves(set_, given);
    ASSERT_EQ(moves.size(), expected.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(moves[i].from, variant_.square_names().number_of(expected[i].from));
      ASSERT_EQ(moves[i].to, variant_.square_names().number_of(expected[i].to));
      ASSERT_EQ(std::popcount(moves[i].captured), expected[i].captured.count());
      ASSERT_EQ(moves[i].promotes, expected[i].promotes ? 1 : 0);
      ASSERT_EQ(c_fen(set_, moves[i].after), to_fen(variant_, position.after(expected[i])));
      expect_text_of(given, moves[i]);
    }
  }

  void expect_text_of(const dambase_position& position, const dambase_move& move) const {
    char text[DAMBASE_MOVE_BYTES];
    dambase_error error;
    ASSERT_EQ(dambase_write_move(set_.get(), &position, &move, text, sizeof text, &error), DAMBASE_OK) << error.text;
    dambase_move read{};
    ASSERT_EQ(dambase_parse_move(set_.get(), &position, text, &read, &error), DAMBASE_OK) << error.text;
    ASSERT_TRUE(same(read, move)) << text;
  }

  const Variant& variant_;
  CSet set_;
};

TEST_P(CApiMoves, OfTheStartAreThoseOfTheRules) {
  const dambase_position start = dambase_start_position(set_.get());
  EXPECT_EQ(c_fen(set_, start), to_fen(variant_, variant_.start_position()));
  EXPECT_EQ(c_moves(set_, start).size(), variant_.legal_moves(variant_.start_position()).size());
  expect_moves_of(variant_.start_position());
}

TEST_P(CApiMoves, AreThoseOfTheRulesAndReadBack) {
  for (const Position& position : positions(150)) expect_moves_of(position);
}

TEST_P(CApiMoves, PositionsAreThoseOfTheirFen) {
  for (const Position& position : positions(300)) {
    const std::string fen = to_fen(variant_, position);
    const dambase_position given = c_position(set_, fen);
    ASSERT_EQ(c_fen(set_, given), fen);
    ASSERT_TRUE(same(c_position(set_, c_fen(set_, given)), given));
    ASSERT_EQ(std::popcount(given.men[0] | given.men[1] | given.kings[0] | given.kings[1]), position.count());
  }
}

TEST_P(CApiMoves, TheGameIsOverWithoutMovesOrByThePieces) {
  int over = 0;
  for (const Position& position : positions(300)) {
    const dambase_position given = c_position(set_, to_fen(variant_, position));
    int is_over = -1;
    dambase_value value = DAMBASE_DRAW;
    ASSERT_EQ(dambase_is_over(set_.get(), &given, &is_over, &value, nullptr), DAMBASE_OK);
    const bool one_side_only = position.white().all().empty() || position.black().all().empty();
    const bool promoted = !variant_.has_kings() && (position.white().kings | position.black().kings).any();
    ASSERT_EQ(is_over == 1, one_side_only || promoted || variant_.legal_moves(position).empty());
    if (is_over == 0) continue;
    ++over;
    dambase_value probed = DAMBASE_DRAW;
    if (dambase_probe(set_.get(), &given, &probed, nullptr) == DAMBASE_OK) {
      ASSERT_EQ(value, probed);
    }
    ASSERT_NE(value, DAMBASE_DRAW);
  }
  EXPECT_GT(over, 0);
}

INSTANTIATE_TEST_SUITE_P(Variants, CApiMoves, testing::ValuesIn(variant_names()), name_of_test);

TEST(CApiManyMoves, AreCountedFirstWhereThereAreMoreThanComeUpInPlay) {
  const CSet set = open_empty_c_set("international");
  const dambase_position position =
      c_position(set, "W:WK5,K15,K35,K46,K47,K48,K49:BK18,K19,K30,K42,K43,8,9,13,22,24,27,31,40,41,44");
  std::size_t count = 0;
  ASSERT_EQ(dambase_moves(set.get(), &position, nullptr, 0, &count, nullptr), DAMBASE_OK);
  ASSERT_GT(count, std::size_t{DAMBASE_MOST_MOVES});
  std::size_t counted_with_values = 0;
  ASSERT_EQ(dambase_probe_moves(set.get(), &position, nullptr, 0, &counted_with_values, nullptr), DAMBASE_OK);
  EXPECT_EQ(counted_with_values, count);
  std::vector<dambase_move> moves(count);
  EXPECT_EQ(dambase_moves(set.get(), &position, moves.data(), count - 1, &count, nullptr), DAMBASE_INVALID_ARGUMENT);
  EXPECT_EQ(dambase_moves(set.get(), &position, moves.data(), count, &count, nullptr), DAMBASE_OK);
}

// ---- squares, one by one ----

TEST(CApiPosition, BitsAreFenNumbers) {
  const CSet set = open_empty_c_set("international");
  const dambase_position position = c_position(set, "B:W31,K50:B1,K20");
  EXPECT_EQ(position.men[DAMBASE_WHITE], std::uint64_t{1} << 30);
  EXPECT_EQ(position.kings[DAMBASE_WHITE], std::uint64_t{1} << 49);
  EXPECT_EQ(position.men[DAMBASE_BLACK], 1U);
  EXPECT_EQ(position.kings[DAMBASE_BLACK], std::uint64_t{1} << 19);
  EXPECT_EQ(position.side_to_move, DAMBASE_BLACK);
}

TEST(CApiPosition, BitsAreFenNumbersOnMirroredBoardsToo) {
  if (!find_variant("italian")) GTEST_SKIP();
  const CSet set = open_empty_c_set("italian");
  const dambase_position position = c_position(set, "W:W21:B1,K12");
  EXPECT_EQ(position.men[DAMBASE_WHITE], std::uint64_t{1} << 20);
  EXPECT_EQ(position.men[DAMBASE_BLACK], 1U);
  EXPECT_EQ(position.kings[DAMBASE_BLACK], std::uint64_t{1} << 11);
  EXPECT_EQ(c_fen(set, position), "W:W21:BK12,1");
}

TEST(CApiPosition, RunsOfKingMovesAreKeptAndCounted) {
  if (!find_variant("frisian")) GTEST_SKIP();
  const CSet set = open_empty_c_set("frisian");
  const dambase_position position = c_position(set, "W:WK50,31:BK5,10:KW50x2:KB5x3");
  EXPECT_TRUE(same(position.runs[DAMBASE_WHITE], {50, 2}));
  EXPECT_TRUE(same(position.runs[DAMBASE_BLACK], {5, 3}));
  EXPECT_EQ(c_fen(set, position), "W:WK50,31:BK5,10:KW50x2:KB5x3");
  dambase_move move{};
  ASSERT_EQ(dambase_parse_move(set.get(), &position, "50-44", &move, nullptr), DAMBASE_OK);
  EXPECT_TRUE(same(move.after.runs[DAMBASE_WHITE], {44, 3}));
  ASSERT_EQ(dambase_parse_move(set.get(), &position, "31-27", &move, nullptr), DAMBASE_OK);
  EXPECT_TRUE(same(move.after.runs[DAMBASE_WHITE], {0, 0}));
}

}  // namespace
}  // namespace dambase::test
