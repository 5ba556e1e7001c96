#include "engine/notation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/fen.hpp"
#include "tests/engine/every_rules.hpp"
#include "tests/engine/random_positions.hpp"

namespace dambase::test {
namespace {

const Variant& rules = variant<International>();

Position position(std::string_view fen) { return *parse_fen(rules, fen); }

std::vector<std::string> texts(std::string_view fen, const Variant& variant = rules,
                               Numbering numbering = Numbering::fen) {
  std::vector<std::string> found;
  for (const NamedMove& move : named_moves(variant, *parse_fen(variant, fen), numbering)) found.push_back(move.text);
  return found;
}

using Texts = std::vector<std::string>;

constexpr std::string_view ambiguous = "W:WK4:B13,20,32,37";

TEST(Notation, SortsByTheSquaresAsNumbers) {
  EXPECT_EQ(texts("W:W7,31,K46:B50"),
            (std::vector<std::string>{"7-1", "7-2", "31-26", "31-27", "46-5", "46-10", "46-14", "46-19", "46-23",
                                      "46-28", "46-32", "46-37", "46-41"}));
}

TEST(Notation, CapturesWithTheSameEndsGetAllTheirSquares) {
  EXPECT_EQ(texts(ambiguous), (std::vector<std::string>{"4x27x38x15", "4x31x42x15"}));
}

TEST(Notation, RefusesWhatIsAmbiguous) {
  const Result<Move> read = parse_move(rules, position(ambiguous), "4x15");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::invalid_move);
  EXPECT_NE(read.error().message.find("'4x15' is ambiguous"), std::string::npos) << read.error().message;
}

TEST(Notation, AcceptsEveryPath) {
  for (const std::string_view fen :
       {ambiguous, std::string_view("W:WK13:B22,24,37,43"), std::string_view("W:WK30:B7,8,17,24,27,28"),
        std::string_view("W:WK47:B14,29,22,44,38,8")}) {
    const Position here = position(fen);
    rules.for_each_capture_path(here, [&](const Move& move, std::span<const Square> path) {
      std::string text = std::to_string(rules.shape().number_of(move.from));
      for (const Square square : path) text += "x" + std::to_string(rules.shape().number_of(square));
      const Result<Move> read = parse_move(rules, here, text);
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(*read, move) << text;
    });
  }
}

TEST(Notation, ListsTheSmallestOfSeveralPaths) {
  int whole_paths = 0;
  for (const std::string_view fen : {ambiguous, std::string_view("W:WK2:B7,8,21,39,40")}) {
    const Position here = position(fen);
    for (const NamedMove& named : named_moves(rules, here)) {
      if (std::ranges::count(named.text, 'x') < 2) continue;
      ++whole_paths;
      std::vector<std::vector<int>> paths;
      rules.for_each_capture_path(here, [&](const Move& move, std::span<const Square> path) {
        if (move != named.move) return;
        paths.push_back({rules.shape().number_of(move.from)});
        for (const Square square : path) paths.back().push_back(rules.shape().number_of(square));
      });
      std::string smallest;
      for (const int square : std::ranges::min(paths))
        smallest += (smallest.empty() ? "" : "x") + std::to_string(square);
      EXPECT_EQ(named.text, smallest);
    }
  }
  EXPECT_GT(whole_paths, 2);
}

TEST(Notation, OnePairOfEndsIsEnoughForSeveralPathsToOneResult) {
  EXPECT_EQ(texts("W:WK13:B22,24,37,43"),
            (std::vector<std::string>{"13x2", "13x4", "13x8", "13x9", "13x13", "13x18", "13x19"}));
}

// With free choice a single jump can share its ends with a longer capture: then the two squares are
// the whole path of the single jump.
TEST(Notation, TwoSquaresMayBeAWholePath) {
  const Variant& flying = variant<FlyingKings>();
  const Position here = *parse_fen(flying, "W:WK23:B7,8,9,16");
  const Result<Move> jump = parse_move(flying, here, "23x5");
  const Result<Move> round_trip = parse_move(flying, here, "23x12x3x14x5");
  ASSERT_TRUE(jump);
  ASSERT_TRUE(round_trip);
  EXPECT_EQ(jump->captured.count(), 1);
  EXPECT_EQ(round_trip->captured.count(), 4);
}

TEST(Notation, RefusesWhatIsMalformedOrNotLegal) {
  const Position here = position("W:W31,K4:B13,50");
  const Position quiet = position("W:W31-50:B1-20");
  const std::string long_path = [] {
    std::string text = "31";
    for (int i = 0; i < 1'000'000; ++i) text += "x1";
    return text;
  }();
  for (const std::string& text : {std::string("31-"),
                                  std::string("31--27"),
                                  std::string("x"),
                                  std::string("-"),
                                  std::string(""),
                                  std::string("31"),
                                  std::string("-31"),
                                  std::string("31-27-"),
                                  std::string("31-27-22"),
                                  std::string("31x27-22"),
                                  std::string("31-27x22"),
                                  std::string("31 27"),
                                  std::string(" 31-27"),
                                  std::string("31-27 "),
                                  std::string("31:27"),
                                  std::string("31X27"),
                                  std::string("31-27\n"),
                                  std::string("31-\0"
                                              "27",
                                              6),
                                  std::string("+31-27"),
                                  std::string("31-+27"),
                                  std::string("31--27"),
                                  std::string("4294967327-27"),
                                  std::string("31-4294967323"),
                                  std::string("18446744073709551647-27"),
                                  std::string("31-0"),
                                  std::string("0-31"),
                                  std::string("31-51"),
                                  std::string("31-64"),
                                  std::string("31-65"),
                                  std::string("31x27"),
                                  std::string("31-22"),
                                  std::string("27-31"),
                                  std::string("1-6"),
                                  std::string("31.27"),
                                  std::string("3\xc2\xb9-27"),
                                  std::string(1'000'000, '1'),
                                  std::string(1'000'000, '-'),
                                  std::string(1'000'000, 'x'),
                                  long_path}) {
    for (const Position& board : {here, quiet}) {
      const Result<Move> read = parse_move(rules, board, text);
      ASSERT_FALSE(read) << text.substr(0, 80);
      EXPECT_EQ(read.error().code, ErrorCode::invalid_move);
      EXPECT_LT(read.error().message.size(), 300U);
      for (const char c : read.error().message) EXPECT_TRUE(c >= ' ' && c <= '~');
    }
  }
}

TEST(Notation, QuietMovesHaveADashAndCapturesACross) {
  EXPECT_TRUE(parse_move(rules, position("W:W31:B4"), "31-27"));
  EXPECT_FALSE(parse_move(rules, position("W:W31:B4"), "31x27"));
  EXPECT_TRUE(parse_move(rules, position("W:W17:B22"), "17x28"));
  EXPECT_FALSE(parse_move(rules, position("W:W17:B22"), "17-28"));
  EXPECT_FALSE(parse_move(rules, position("W:W17:B22"), "17-11")) << "captures are compulsory";
}

// Pieces stand so that they could capture, but the game is over.
TEST(Notation, AGameThatIsOverHasNoTexts) {
  const Variant& breakthrough = variant<Breakthrough>();
  const Position over = *parse_fen(breakthrough, "W:W31:BK27");
  EXPECT_TRUE(named_moves(breakthrough, over).empty());
  EXPECT_FALSE(parse_move(breakthrough, over, "31x22"));
}

TEST(Notation, ASideWithoutMovesHasNoTexts) { EXPECT_TRUE(texts("W:W6:B1").empty()); }

constexpr std::string_view promoting_capture = "W:Wf6:Be7,c7";

TEST(Notation, RussianSquaresAreAlgebraicForPlayers) {
  const Variant& russian = variant<Russian>();
  EXPECT_EQ(texts(promoting_capture, russian), (Texts{"11x9", "11x13"}));
  EXPECT_EQ(texts(promoting_capture, russian, Numbering::players), (Texts{"f6xb6", "f6xa5"}));
  for (const NamedMove& named : named_moves(russian, *parse_fen(russian, promoting_capture)))
    EXPECT_TRUE(named.move.promotes);
}

TEST(Notation, BrazilianManGoesOnAsAMan) {
  const Variant& brazilian = variant<Brazilian>();
  EXPECT_EQ(texts(promoting_capture, brazilian, Numbering::players), Texts{"f6xb6"});
  const Position here = *parse_fen(brazilian, promoting_capture);
  const Result<Move> read = parse_move(brazilian, here, "f6xd8xb6");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->promotes);
  EXPECT_FALSE(parse_move(brazilian, here, "f6xd8xa5"));
}

TEST(Notation, AlgebraicSquaresAndNumbersAreReadInBothNumberings) {
  const Variant& russian = variant<Russian>();
  const Position capture = *parse_fen(russian, promoting_capture);
  const Position quiet = *parse_fen(russian, "W:Wc3:Bh8");
  for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
    for (const char* text : {"f6xd8xb6", "f6xd8xa5", "f6xb6", "f6xa5", "11x2x9", "11x13"})
      EXPECT_TRUE(parse_move(russian, capture, text, numbering)) << text;
    for (const char* text : {"c3-d4", "c3-b4", "22-18"})
      EXPECT_TRUE(parse_move(russian, quiet, text, numbering)) << text;
    for (const char* text : {"c3xd4", "C3-d4", "c3-c4", "c3:d4", "c3d4", "c3-d4-e5", "c3-", "c3-d 4", "c3-d5"})
      EXPECT_FALSE(parse_move(russian, quiet, text, numbering)) << text;
    for (const char* text : {"f6-b6", "f6:d8:b6", "f6xd8-b6", "f6xd8", "f6xe7xb6"})
      EXPECT_FALSE(parse_move(russian, capture, text, numbering)) << text;
  }
  EXPECT_FALSE(parse_move(rules, position("W:W31:B4"), "a3-b4"));
}

TEST(Notation, SpanishPlayersCountFromTheBottomRight) {
  const Variant& spanish = variant<Spanish>();
  const Position start = spanish.start_position();
  EXPECT_EQ(texts("W:W21-32:B1-12", spanish), (Texts{"21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"}));
  EXPECT_EQ(texts("W:W21-32:B1-12", spanish, Numbering::players),
            (Texts{"12-16", "12-15", "11-15", "11-14", "10-14", "10-13", "9-13"}));
  EXPECT_EQ(*parse_move(spanish, start, "10-13", Numbering::players), *parse_move(spanish, start, "23-20"));
  EXPECT_FALSE(parse_move(spanish, start, "10-13"));
  EXPECT_FALSE(parse_move(spanish, start, "23-20", Numbering::players));
}

// The openings of the Italian game: 24 stands at the edge.
TEST(Notation, ItalianMovesAreThoseOfTheRealBoard) {
  const Variant& italian = variant<Italian>();
  const Texts expected = {"21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"};
  EXPECT_EQ(texts("W:W21-32:B1-12", italian), expected);
  EXPECT_EQ(texts("W:W21-32:B1-12", italian, Numbering::players), expected);
}

TEST(Notation, EnglishMovesAreNumbersForPlayers) {
  const Variant& english = variant<English>();
  for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
    EXPECT_EQ(texts("W:W9:B6,7,12", english, numbering), Texts{"9x2"});
    EXPECT_EQ(texts("W:WK29:BK25", english, numbering), Texts{"29x22"});
    EXPECT_EQ(texts("B:W17:B14", english, numbering), Texts{"14x21"});
    EXPECT_EQ(texts("W:W13:B17", english, numbering), Texts{"13-9"});
  }
}

// All texts of a position are different, and each names its move in the numbering it is written in.
void check_texts(const Variant& variant, const Position& here, Numbering numbering) {
  std::vector<std::string> seen;
  for (const NamedMove& named : named_moves(variant, here, numbering)) {
    const Result<Move> read = parse_move(variant, here, named.text, numbering);
    ASSERT_TRUE(read) << variant.name() << ' ' << read.error().message << ' ' << to_fen(variant, here);
    EXPECT_EQ(*read, named.move) << variant.name() << ' ' << named.text << ' ' << to_fen(variant, here);
    EXPECT_EQ(std::ranges::count(seen, named.text), 0) << variant.name() << ' ' << named.text;
    seen.push_back(named.text);
  }
}

TEST(Notation, EveryTextOfEveryVariantIsReadBackInBothNumberings) {
  for (const Variant* variant : all_variants()) {
    const BoardShape& shape = variant->shape();
    RandomPositions random(shape, 11);
    for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
      const int pieces = 2 + random.below(shape.squares / 2);
      const Position here = random.any(pieces, std::min(random.below(101), 800 / pieces));
      if (!variant->check(here)) continue;
      for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
        check_texts(*variant, here, numbering);
        EXPECT_EQ(*parse_fen(*variant, to_fen(*variant, here, numbering)), here) << to_fen(*variant, here, numbering);
      }
    }
  }
}

}  // namespace
}  // namespace dambase::test
