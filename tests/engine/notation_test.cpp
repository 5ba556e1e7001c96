#include "engine/notation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "formats/fen.hpp"
#include "tests/engine/other_rules.hpp"

namespace dambase::test {
namespace {

const Variant& rules = variant<International>();

Position position(std::string_view fen) { return *parse_fen(rules.shape(), fen); }

std::vector<std::string> texts(std::string_view fen) {
  std::vector<std::string> found;
  for (const NamedMove& move : named_moves(rules, position(fen))) found.push_back(move.text);
  return found;
}

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
  const Position here = *parse_fen(flying.shape(), "W:WK23:B7,8,9,16");
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

TEST(Notation, ASideWithoutMovesHasNoTexts) { EXPECT_TRUE(texts("W:W6:B1").empty()); }

}  // namespace
}  // namespace dambase::test
