#include "tools/player/evaluation.hpp"

#include <gtest/gtest.h>

#include "tests/tools/player/player_sets.hpp"

namespace dambase::player {
namespace {

Score value_of(const std::string& variant, const std::string& fen) {
  const dambase_api::Set set = open_empty(variant);
  return Evaluation(*set.get()).of(position_of(set, fen));
}

TEST(Evaluation, IsEvenWhereBothSidesHaveTheSame) {
  for (const char* variant : {"international", "english", "losing", "breakthrough"}) {
    const dambase_api::Set set = open_empty(variant);
    EXPECT_EQ(Evaluation(*set.get()).of(set.start_position()), 0) << variant;
  }
  EXPECT_EQ(value_of("international", "W:W31,K46:B20,K5"), 0);
}

TEST(Evaluation, IsThatOfTheSideToMove) {
  EXPECT_EQ(value_of("international", "W:W31,32:BK7"), -value_of("international", "B:W31,32:BK7"));
}

TEST(Evaluation, KnowsWhatIsWorthMore) {
  EXPECT_GT(value_of("international", "W:W31,32:B20"), 0);
  EXPECT_GT(value_of("international", "W:WK31:B20"), value_of("international", "W:W31:B20"));
  EXPECT_GT(value_of("international", "W:W11:B20"), value_of("international", "W:W31:B20"));
  EXPECT_LT(value_of("losing", "W:W31,32:B20"), 0);
}

TEST(Evaluation, DrawsTheWinnersKingsNear) {
  const dambase_api::Set set = open_empty("international");
  const Evaluation evaluation(*set.get());
  const dambase_position near = position_of(set, "W:WK7:BK2");
  const dambase_position far = position_of(set, "W:WK44:BK2");
  EXPECT_GT(evaluation.of_decided(near, DAMBASE_WIN), evaluation.of_decided(far, DAMBASE_WIN));
  EXPECT_GT(evaluation.of_decided(far, DAMBASE_LOSS), evaluation.of_decided(near, DAMBASE_LOSS));
}

}  // namespace
}  // namespace dambase::player
