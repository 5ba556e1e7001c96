// dambase.hpp gives what dambase.h gives.
#include "probe/include/dambase.hpp"

#include <type_traits>

#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

static_assert(!std::is_copy_constructible_v<dambase_api::Set>);
static_assert(std::is_nothrow_move_constructible_v<dambase_api::Set>);

TEST(CppApi, AnswersAsTheCInterface) {
  auto set = dambase_api::Set::open("international", built_tables(2));
  ASSERT_TRUE(set) << set.error().text;
  EXPECT_STREQ(set->variant(), "international");
  EXPECT_EQ(set->board_side(), 10);
  EXPECT_EQ(set->max_pieces(), 2);
  const auto position = set->position_of("W:W31:B4");
  ASSERT_TRUE(position);
  EXPECT_EQ(set->probe_cached(*position), std::nullopt);
  EXPECT_EQ(*set->probe(*position), DAMBASE_WIN);
  EXPECT_EQ(set->probe_cached(*position), DAMBASE_WIN);
  EXPECT_EQ(*set->probe_fen("B:W31:B4"), DAMBASE_DRAW);
  EXPECT_EQ(*set->fen_of(*position), "W:W31:B4");
  EXPECT_EQ(*set->value_at_end(*position), std::nullopt);
  EXPECT_EQ(*set->value_at_end(*set->position_of("W:W31:B")), DAMBASE_WIN);
  EXPECT_EQ(set->moves(set->start_position())->size(), 9U);
  set->prefetch(*position);
}

TEST(CppApi, MovesAreBestFirstAndReadBack) {
  const auto set = dambase_api::Set::open("international", built_tables(2));
  const auto position = set->position_of("W:W31:B4");
  const auto moves = set->probe_moves(*position);
  ASSERT_TRUE(moves) << moves.error().text;
  ASSERT_EQ(moves->size(), 2U);
  EXPECT_EQ(moves->front().value, DAMBASE_WIN);
  const auto text = set->text_of(*position, moves->front().move);
  ASSERT_TRUE(text);
  EXPECT_EQ(set->move_of(*position, *text)->to, moves->front().move.to);
}

TEST(CppApi, FailuresHaveAStatusAndAText) {
  const auto none = dambase_api::Set::open("chess", "tables");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().status, DAMBASE_WRONG_VARIANT);
  auto set = dambase_api::Set::open("international", "/nowhere");
  ASSERT_TRUE(set);
  const auto value = set->probe_fen("W:WK1:BK2");
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().status, DAMBASE_MISSING_TABLE);
  EXPECT_NE(value.error().text.find("KvK.wld"), std::string::npos);
  dambase_api::Set moved = *std::move(set);
  EXPECT_EQ(moved.max_pieces(), 0);
  EXPECT_EQ(set->max_pieces(), 0) << "nothing is left, and nothing breaks";
}

}  // namespace
}  // namespace dambase::test
