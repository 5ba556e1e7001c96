// Positions that broke other programs, with the moves they must have.
#include <gtest/gtest.h>

#include <string>

#include "engine/notation.hpp"
#include "formats/fen.hpp"
#include "tests/engine/every_rules.hpp"

namespace dambase::test {
namespace {

template <class Rules>
std::vector<NamedMove> moves_of(std::string_view fen) {
  const Result<Position> position = parse_fen(variant<Rules>(), fen);
  if (!position) {
    ADD_FAILURE() << position.error().message;
    return {};
  }
  EXPECT_TRUE(variant<Rules>().check(*position)) << fen;
  return named_moves(variant<Rules>(), *position);
}

// The texts of all legal moves, one blank between two.
template <class Rules = International>
std::string moves(std::string_view fen) {
  std::string texts;
  for (const NamedMove& move : moves_of<Rules>(fen)) texts += (texts.empty() ? "" : " ") + move.text;
  return texts;
}

// How many paths all captures have together.
int paths(std::string_view fen) {
  int count = 0;
  variant<International>().for_each_capture_path(*parse_fen(variant<International>(), fen),
                                                 [&](const Move&, std::span<const Square>) { ++count; });
  return count;
}

TEST(InternationalRules, TakenPiecesStayUntilTheMoveEnds) {
  EXPECT_EQ(moves("W:WK13:B9,27"), "13x4 13x31 13x36");
  for (const NamedMove& move : moves_of<International>("W:WK13:B9,27")) EXPECT_EQ(move.move.captured.count(), 1);
}

TEST(InternationalRules, NoPieceIsJumpedTwice) { EXPECT_EQ(moves("W:WK33:B11"), "33x6"); }

TEST(InternationalRules, ACaptureMayCrossAndEndOnItsOwnSquare) {
  constexpr std::string_view fen = "W:WK13:B22,24,37,43";
  const std::vector<NamedMove> named = moves_of<International>(fen);
  EXPECT_EQ(paths(fen), 8);
  EXPECT_EQ(named.size(), 7U);
  int returns = 0;
  for (const NamedMove& move : named) {
    EXPECT_EQ(move.move.captured.count(), 4);
    returns += move.move.to == move.move.from ? 1 : 0;
  }
  EXPECT_EQ(returns, 1);
}

TEST(InternationalRules, AKingChoosesItsLanding) { EXPECT_EQ(moves("W:WK36:B27"), "36x4 36x9 36x13 36x18 36x22"); }

TEST(InternationalRules, MostPiecesMustBeTaken) {
  const std::vector<NamedMove> named = moves_of<International>("W:WK45:B20,40");
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named.front().text, "45x15");
  EXPECT_EQ(named.front().move.captured.count(), 2);
}

TEST(InternationalRules, MenCaptureBackwards) {
  EXPECT_EQ(moves("W:W17:B22"), "17x28");
  EXPECT_EQ(moves("B:W29:B34"), "34x23");
}

TEST(InternationalRules, AManThatPassesTheFarRowStaysAMan) {
  const std::vector<NamedMove> named = moves_of<International>("W:W13:B9,10");
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named.front().text, "13x15");
  EXPECT_FALSE(named.front().move.promotes);
}

TEST(InternationalRules, AManThatEndsOnTheFarRowIsPromoted) {
  for (const char* fen : {"W:W6:B40", "W:W12:B8,40", "B:W11:B45", "B:W43,11:B38"}) {
    const std::vector<NamedMove> named = moves_of<International>(fen);
    EXPECT_FALSE(named.empty());
    for (const NamedMove& move : named) EXPECT_TRUE(move.move.promotes) << fen << ' ' << move.text;
  }
}

TEST(InternationalRules, NoMoveEndsWhereItBeganWithoutACapture) {
  const std::vector<NamedMove> named = moves_of<International>("B:WK1,K2,14,16,31,37,42:BK49");
  EXPECT_EQ(named.size(), 8U);
  for (const NamedMove& move : named) {
    EXPECT_FALSE(move.move.is_capture());
    EXPECT_NE(move.move.from, move.move.to);
  }
}

TEST(InternationalRules, TwoNeighboursAreNotJumped) { EXPECT_EQ(moves("W:WK46:B32,37"), "46-41"); }

TEST(InternationalRules, ASideThatCannotMoveHasNoMoves) {
  for (const char* fen : {"W:W6:B1", "W:WK5:BK10,K14", "B:W50:B", "W:W:B1"}) {
    EXPECT_EQ(moves(fen), "") << fen;
    EXPECT_FALSE(variant<International>().has_capture(*parse_fen(variant<International>(), fen))) << fen;
  }
}

TEST(InternationalRules, ManyPathsLeadToFewResults) {
  constexpr std::string_view fen = "W:WK30:B7,8,17,24,27,28";
  EXPECT_EQ(paths(fen), 26);
  EXPECT_EQ(moves_of<International>(fen).size(), 14U);
}

TEST(InternationalRules, ABoardFullOfKingsOverflowsNothing) {
  EXPECT_EQ(moves("W:WK26-50:BK1-25").find('x'), std::string::npos);
  EXPECT_EQ(moves("W:WK1-50:B"), "");
  // A king among victims with a free square around each.
  EXPECT_FALSE(moves("W:WK46:BK7,K8,K9,K17,K18,K19,K27,K28,K29,K37,K38,K39").empty());
}

TEST(EnglishRules, MenCaptureForwardOnly) { EXPECT_EQ(moves<English>("W:W13:B17"), "13-9"); }

TEST(EnglishRules, PromotionEndsTheMove) {
  const std::vector<NamedMove> named = moves_of<English>("W:W9:B6,7,12");
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named.front().text, "9x2");
  EXPECT_TRUE(named.front().move.promotes);
}

TEST(EnglishRules, KingsGoAndCaptureOneStep) {
  EXPECT_EQ(moves<English>("W:WK29:BK25"), "29x22");
  EXPECT_EQ(moves<English>("B:W17:B14"), "14x21");
  EXPECT_EQ(moves<English>("W:WK29:BK22"), "29-25");
}

TEST(KillerRules, AKingThatTakesAKingLastStopsDirectlyBehindIt) {
  EXPECT_EQ(moves<Killer>("W:WK36:BK27"), "36x22");
  EXPECT_EQ(moves<Killer>("W:WK36:B27"), "36x4 36x9 36x13 36x18 36x22");
  EXPECT_EQ(moves<Killer>("W:WK45:BK40,20"), "45x15") << "not if it goes on";
}

TEST(BreakthroughRules, TheFirstPromotionEndsTheGame) {
  EXPECT_EQ(moves<Breakthrough>("W:W6:B40"), "6-1");
  EXPECT_EQ(moves<Breakthrough>("B:WK1:B40"), "");
  EXPECT_EQ(moves<Breakthrough>("B:WK44:B40"), "") << "not even a capture is left";
  const Position over = *parse_fen(variant<Breakthrough>(), "B:WK44:B40");
  EXPECT_FALSE(variant<Breakthrough>().has_capture(over));
  EXPECT_FALSE(parse_move(variant<Breakthrough>(), over, "40x49"));
  EXPECT_FALSE(variant<Breakthrough>().check(*parse_fen(variant<Breakthrough>(), "W:WK44:B40")));
}

TEST(FrisianRules, PiecesCaptureAlongRowsAndColumnsToo) {
  EXPECT_EQ(moves<Frisian>("W:W26:B27"), "26x28");
  EXPECT_EQ(moves<Frisian>("W:W36:B26"), "36x16");
  EXPECT_EQ(moves<Frisian>("W:W16:B26"), "16x36");
  EXPECT_EQ(moves<Frisian>("W:WK50:B30"), "50x10 50x20");
}

TEST(FrisianRules, KingsMoveDiagonallyOnly) {
  EXPECT_EQ(moves<Frisian>("W:WK46:B6"), "46-5 46-10 46-14 46-19 46-23 46-28 46-32 46-37 46-41");
}

TEST(FrisianRules, TheGreatestValueMustBeTaken) {
  EXPECT_EQ(moves<Frisian>("W:W46,50:BK36,K16,40,20,9"), "46x6") << "two kings before three men";
  EXPECT_EQ(moves<Frisian>("W:W46,50:BK36,K16,40,20,9,18"), "50x28") << "four men before two kings";
}

// Each king is a little short of two men: docs/rules.md says who plays it otherwise.
TEST(FrisianRules, AKingAndTwoMenAreWorthMoreThanTwoKings) {
  EXPECT_EQ(moves<Frisian>("W:W37,48:BK23,K32,33,43"), "48x19");
}

TEST(FrisianRules, OfEqualValueAKingMustTakeIt) {
  EXPECT_EQ(moves<Frisian>("W:W6,50:B7,40"), "6x8 50x30");
  EXPECT_EQ(moves<Frisian>("W:W6,K50:B7,40"), "50x10 50x20 50x30");
}

TEST(RussianRules, ANewKingCapturesOn) {
  const std::vector<NamedMove> named = moves_of<Russian>("W:W11:B6,7");
  ASSERT_EQ(named.size(), 2U);
  EXPECT_EQ(named[0].text, "11x9");
  EXPECT_EQ(named[1].text, "11x13");
  for (const NamedMove& move : named) EXPECT_TRUE(move.move.promotes);
}

TEST(RussianRules, AKingLandsWhereItCanCaptureOn) {
  EXPECT_EQ(moves<Russian>("W:WK29:B22,10"), "29x1 29x6");
  EXPECT_EQ(moves<FlyingKings>("W:WK29:B22,10"), "29x1 29x4 29x6 29x8 29x11 29x18");
}

TEST(BrazilianRules, AManCapturesOnAsAMan) {
  const std::vector<NamedMove> named = moves_of<Brazilian>("W:W11:B6,7");
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named.front().text, "11x9");
  EXPECT_FALSE(named.front().move.promotes);
}

TEST(PoolRules, AManCapturesOnAsAMan) {
  EXPECT_EQ(moves<Pool>("W:W11:B6,7"), "11x9");
  EXPECT_FALSE(moves_of<Pool>("W:W11:B6,7").front().move.promotes);
}

TEST(CzechRules, PromotionEndsTheMove) { EXPECT_EQ(moves<Czech>("W:W11:B6,7"), "11x2"); }

TEST(CzechRules, AKingGoesBeforeAMan) { EXPECT_EQ(moves<Czech>("W:W18,K30:B14,23"), "30x12 30x16 30x19"); }

TEST(ThaiRules, AKingLandsDirectlyBehindWhatItTakes) { EXPECT_EQ(moves<Thai>("W:WK29:B22"), "29x18"); }

TEST(ThaiRules, APieceThatIsTakenIsNoLongerInTheWay) {
  const std::vector<NamedMove> named = moves_of<Thai>("W:WK15:B11,18");
  ASSERT_EQ(named.size(), 2U);
  EXPECT_EQ(named[0].text, "15x8");
  EXPECT_EQ(named[1].text, "15x22");
  for (const NamedMove& move : named) EXPECT_EQ(move.move.captured.count(), 2);
  EXPECT_EQ(moves<FlyingKings>("W:WK15:B11,18"), "15x4 15x8 15x22 15x25 15x29");
}

TEST(ItalianRules, AManNeverTakesAKing) {
  EXPECT_EQ(moves<Italian>("W:W18:BK14"), "18-13");
  EXPECT_EQ(moves<Italian>("W:W18:B14"), "18x11");
  EXPECT_EQ(moves<Italian>("W:WK18:BK14"), "18x11");
}

TEST(ItalianRules, AKingGoesBeforeAMan) { EXPECT_EQ(moves<Italian>("W:W18,K31:B14,27"), "31x22"); }

TEST(ItalianRules, TheMostKingsMustBeTaken) { EXPECT_EQ(moves<Italian>("W:WK18:B14,K13"), "18x9"); }

TEST(ItalianRules, KingsMustBeTakenEarly) { EXPECT_EQ(moves<Italian>("W:WK18:BK13,5,14,K7"), "18x2"); }

// Both ways round lead to one result, but only one takes the king first.
TEST(ItalianRules, APathThatTakesAKingLateIsNotLegal) {
  const Position here = *parse_fen(variant<Italian>(), "W:WK18:BK14,6,5,13");
  EXPECT_TRUE(parse_move(variant<Italian>(), here, "18x11x2x9x18"));
  EXPECT_FALSE(parse_move(variant<Italian>(), here, "18x9x2x11x18"));
}

TEST(SpanishRules, AManTakesAKing) { EXPECT_EQ(moves<Spanish>("W:W18:BK14"), "18x11"); }

TEST(SpanishRules, TheMostKingsMustBeTaken) { EXPECT_EQ(moves<Spanish>("W:WK18:B14,K13"), "18x9"); }

TEST(VariantTest, RefusesMenOnTheirPromotionRow) {
  const Variant& rules = variant<International>();
  for (const char* fen : {"W:W4:B49", "W:W1:B1", "W:W31:B46", "W:W5,31:B20"}) {
    const Result<Position> position = parse_fen(rules, fen);
    if (!position) continue;
    const Result<void> checked = rules.check(*position);
    ASSERT_FALSE(checked) << fen;
    EXPECT_EQ(checked.error().code, ErrorCode::illegal_position);
  }
  EXPECT_TRUE(rules.check(*parse_fen(rules, "W:W50:B1")));
  EXPECT_TRUE(rules.check(*parse_fen(rules, "W:WK1:BK50")));
}

TEST(VariantTest, IsFoundByItsName) {
  for (const Variant* variant : all_variants()) EXPECT_EQ(*find_variant(variant->name()), variant);
  for (const char* name : {"", "International", "international ", "no\nsuch"}) {
    const Result<const Variant*> found = find_variant(name);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, ErrorCode::wrong_variant);
    EXPECT_EQ(found.error().message.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace dambase::test
