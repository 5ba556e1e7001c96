#include "tools/player/hub_notation.hpp"

#include <gtest/gtest.h>

#include "tests/tools/player/player_sets.hpp"

namespace dambase::player {
namespace {

MoveList moves_of(const dambase_api::Set& set, const std::string& fen) {
  MoveList moves;
  moves.fill(*set.get(), position_of(set, fen));
  return moves;
}

TEST(HubPosition, IsASideAndALetterASquare) {
  const std::string start = "W" + std::string(20, 'b') + std::string(10, 'e') + std::string(20, 'w');
  const auto position = parse_hub_position(start, 10);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->side_to_move, DAMBASE_WHITE);
  EXPECT_EQ(position->men[DAMBASE_BLACK], (std::uint64_t{1} << 20) - 1);
  EXPECT_EQ(position->men[DAMBASE_WHITE], ((std::uint64_t{1} << 20) - 1) << 30);
}

TEST(HubPosition, KnowsKings) {
  const auto position = parse_hub_position("BW" + std::string(30, 'e') + "B", 8);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->side_to_move, DAMBASE_BLACK);
  EXPECT_EQ(position->kings[DAMBASE_WHITE], 1U);
  EXPECT_EQ(position->kings[DAMBASE_BLACK], std::uint64_t{1} << 31);
}

TEST(HubPosition, RefusesWhatDoesNotFitTheBoard) {
  EXPECT_FALSE(parse_hub_position("", 10));
  EXPECT_FALSE(parse_hub_position("W", 10));
  EXPECT_FALSE(parse_hub_position("W" + std::string(49, 'e'), 10));
  EXPECT_FALSE(parse_hub_position("W" + std::string(51, 'e'), 10));
  EXPECT_FALSE(parse_hub_position("W" + std::string(50, 'e'), 8));
  EXPECT_FALSE(parse_hub_position("w" + std::string(50, 'e'), 10));
  EXPECT_FALSE(parse_hub_position("W" + std::string(49, 'e') + "x", 10));
}

TEST(HubMove, ListsWhatItCaptures) {
  const dambase_api::Set set = open_empty("international");
  const MoveList moves = moves_of(set, "W:WK13:B9,27");
  for (const dambase_move& move : moves) {
    const auto found = find_hub_move(hub_move(move), moves);
    ASSERT_TRUE(found);
    EXPECT_TRUE(is_same_move(*found, move));
  }
  EXPECT_TRUE(find_hub_move("13x4x9", moves));
  EXPECT_TRUE(find_hub_move("13x4", moves));
  EXPECT_EQ(hub_move(*find_hub_move("13x4", moves)), "13x4x9");
}

TEST(HubMove, TakesCapturedSquaresInAnyOrder) {
  const dambase_api::Set set = open_empty("international");
  const MoveList moves = moves_of(set, "W:W31:B27,18");
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(hub_move(*moves.begin()), "31x13x18x27");
  EXPECT_TRUE(find_hub_move("31x13x27x18", moves));
}

TEST(HubMove, RefusesWhatIsNoMoveHere) {
  const dambase_api::Set set = open_empty("international");
  const MoveList moves = moves_of(set, "W:W31:B4");
  EXPECT_TRUE(find_hub_move("31-27", moves));
  for (const char* text : {"", "-", "31", "31-", "31-28", "31x27", "31-27x22", "31-27 ", " 31-27", "031--27", "31-277",
                           "99999999999999999999-1", "31-0", "x", "31x", "31x27x"})
    EXPECT_FALSE(find_hub_move(text, moves)) << text;
}

TEST(HubMove, RefusesWhatCouldBeTwoMoves) {
  const dambase_api::Set set = open_empty("international");
  const MoveList moves = moves_of(set, "W:WK4:B13,20,32,37");
  EXPECT_FALSE(find_hub_move("4x15", moves));
}

TEST(HubVariant, HasTheNamesOfHub) {
  EXPECT_EQ(hub_variant("international"), "normal");
  EXPECT_EQ(hub_variant("breakthrough"), "bt");
  EXPECT_EQ(hub_variant("frisian"), "frisian");
  EXPECT_EQ(variant_of_hub("normal"), "international");
  EXPECT_EQ(variant_of_hub("bt"), "breakthrough");
  EXPECT_EQ(variant_of_hub("english"), "english");
}

}  // namespace
}  // namespace dambase::player
