#include "formats/fen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "engine/rules/italian.hpp"
#include "engine/rules/kids.hpp"
#include "engine/rules/russian.hpp"
#include "engine/rules/spanish.hpp"
#include "tests/engine/other_rules.hpp"

namespace dambase {
namespace {

const Variant& international = test::variant<International>();
const Variant& russian = test::variant<Russian>();
const Variant& italian = test::variant<Italian>();
const Variant& spanish = test::variant<Spanish>();

// The FEN that the program writes for what it read, or the error's message.
std::string rewritten(std::string_view fen, const Variant& variant = international,
                      Numbering numbering = Numbering::fen) {
  const Result<Position> position = parse_fen(variant, fen);
  return position ? to_fen(variant, *position, numbering) : "error: " + position.error().message;
}

void expect_clear_refusal(std::string_view fen, const Variant& variant = international) {
  const Result<Position> position = parse_fen(variant, fen);
  ASSERT_FALSE(position) << fen.substr(0, 100);
  EXPECT_EQ(position.error().code, ErrorCode::invalid_fen);
  const std::string& message = position.error().message;
  EXPECT_FALSE(message.empty());
  EXPECT_LT(message.size(), 300U);
  EXPECT_TRUE(std::ranges::all_of(message, [](char c) { return c >= ' ' && c <= '~'; })) << message;
}

void expect_refusal_naming(std::string_view fen, std::string_view token, const Variant& variant = international) {
  expect_clear_refusal(fen, variant);
  const std::string message = parse_fen(variant, fen).error().message;
  EXPECT_NE(message.find(token), std::string::npos) << fen << " gave: " << message;
}

TEST(Fen, WritesOneFixedForm) {
  EXPECT_EQ(rewritten("W:W31-35,K50:B1-5,K7"), "W:WK50,31,32,33,34,35:BK7,1,2,3,4,5");
  EXPECT_EQ(rewritten("B:B5,K4,3:W50,K40,41"), "B:WK40,41,50:BK4,3,5");
  EXPECT_EQ(to_fen(international, Position()), "W:W:B");
}

TEST(Fen, AcceptsWhatIsUsual) {
  EXPECT_EQ(rewritten("W:WK4-6:B20"), "W:WK4,K5,K6:B20");
  EXPECT_EQ(rewritten("W:W31:B4."), "W:W31:B4");
  EXPECT_EQ(rewritten("W:W31:B4:H0:F1"), "W:W31:B4");
  EXPECT_EQ(rewritten("W:W31:B4:F12."), "W:W31:B4");
  EXPECT_EQ(rewritten("  W : W 31 , K32 : B 4 .\r\n"), "W:WK32,31:B4");
  EXPECT_EQ(rewritten("w:w31,k32:b4"), "W:WK32,31:B4");
  EXPECT_EQ(rewritten("W:W7-7:B4"), "W:W7:B4");
  EXPECT_EQ(rewritten("W:W4:B49"), "W:W4:B49") << "where a man may stand is the variant's to say";
}

TEST(Fen, ASideMayHaveNoPieces) {
  EXPECT_EQ(rewritten("B:W50:B"), "B:W50:B");
  EXPECT_EQ(rewritten("B:W50"), "B:W50:B");
  EXPECT_EQ(rewritten("W:B1"), "W:W:B1");
  EXPECT_EQ(rewritten("W:W:B"), "W:W:B");
}

TEST(Fen, RefusesAFieldThatComesTwice) {
  expect_refusal_naming("W:W:W31:B4", "'W31'");
  expect_refusal_naming("W:B:W31:B4", "'B4'");
  expect_refusal_naming("W:W31:W32", "'W32'");
  expect_refusal_naming("W:W31:w32:B4", "'w32'");
  expect_refusal_naming("W:W31:B4:B5", "'B5'");
  expect_refusal_naming("W:W31:B4:H0:H0", "'H0'");
}

TEST(Fen, RefusesASquareThatComesTwice) {
  expect_refusal_naming("W:WK4,WK5,55:B4", "'WK5'");
  expect_refusal_naming("W:W31,31:B4", "31");
  expect_refusal_naming("W:W31:B31", "31");
  expect_refusal_naming("W:W31,K31:B4", "'K31'");
  expect_refusal_naming("W:W31:B30-32", "31 in '30-32'");
}

TEST(Fen, RefusesASquareThatIsNotOnTheBoard) {
  for (const char* square : {"0", "00", "51", "55", "K51", "4294967327", "18446744073709551647", "1-51", "0-5"}) {
    expect_refusal_naming("W:W" + std::string(square) + ":B4", "'" + std::string(square) + "'");
  }
  EXPECT_TRUE(parse_fen(russian, "W:W32:B1"));
  EXPECT_FALSE(parse_fen(russian, "W:W33:B1"));
  EXPECT_FALSE(parse_fen(test::variant<Kids>(), "W:W19:B1"));
}

TEST(Fen, RefusesWhatIsNoPiece) {
  for (const char* token : {"50-31",  "31-", "-31", "-",    "K",   "K-",  "KK31", "31K", "M31",   "31-K35", "31-35-40",
                            "31--35", "+31", "3 1", "3\t1", "31x", "1e1", "0x1f", "a1",  "31;32", "31.",    "*"}) {
    std::string shown = token;
    std::ranges::replace(shown, '\t', '?');
    expect_refusal_naming("W:W" + std::string(token) + ":B4", shown == token ? "'" + shown + "'" : "x09");
  }
  for (const char* fen : {"W:W31,:B4", "W:W,31:B4", "W:W31,,32:B4", "W:W,:B4"}) expect_refusal_naming(fen, "comma");
}

TEST(Fen, AlgebraicSquaresWherePlayersWriteThem) {
  EXPECT_EQ(rewritten("W:Wf6:Be7,c7", russian), "W:W11:B6,7");
  EXPECT_EQ(rewritten("B:WKa1,h2,21-24:Bkb8,Kg1,12", russian), "B:WK29,21,22,23,24,28:BK1,K32,12");
  EXPECT_EQ(rewritten("b:bb6:wa1.", russian), "B:W29:B9");
  EXPECT_EQ(rewritten(" W : W f6 , Kh8 : B e7 :H0:F1", russian), "W:WK4,11:B7");
}

TEST(Fen, RefusesAlgebraicSquaresThatAreNone) {
  for (const char* token : {"f7", "b1", "i9", "a0", "F6", "KF6", "KKf6", "f66", "f", "6f", "f6-h6", "Ka1-c3", "a1-5",
                            "1-a1", "f 6", "f6x", "fK6"}) {
    expect_refusal_naming("W:W" + std::string(token) + ":B4", "'" + std::string(token) + "'", russian);
  }
  expect_refusal_naming("W:Wf6,Kf6:B4", "f6 in 'Kf6' is given twice", russian);
  expect_refusal_naming("W:W11,f6:B4", "f6 in 'f6' is given twice", russian);
  expect_refusal_naming("W:Wf6:B11", "11 in '11' is given twice", russian);
  for (const Variant* variant : {&international, &italian, &spanish})
    expect_refusal_naming("W:Wc3:B4", "'c3'", *variant);
}

// Numbers in a FEN mean the same to every reader.
TEST(Fen, OnlyAlgebraicSquaresAreWrittenAsPlayersDo) {
  EXPECT_EQ(rewritten("W:W11,K32:B6,7,K1", russian, Numbering::players), "W:WKg1,f6:BKb8,c7,e7");
  for (const Variant* variant : {&international, &italian, &spanish}) {
    EXPECT_EQ(rewritten("W:W31,21,K32:B4,3,K2", *variant, Numbering::players), "W:WK32,21,31:BK2,3,4");
  }
}

// On a mirrored board square 1 is still the first of the top row, and its only neighbour is 5.
TEST(Fen, MirroredBoardsAreReadAsTheyStand) {
  const Position position = *parse_fen(italian, "W:W5:B32");
  EXPECT_EQ(position.white().men, Bitboard(italian.shape().square_of(8)));
  ASSERT_EQ(italian.legal_moves(position).size(), 2U);
  EXPECT_EQ(italian.legal_moves(*parse_fen(italian, "W:WK1:B32")).size(), 1U);
  EXPECT_EQ(italian.legal_moves(*parse_fen(italian, "W:WK4:B32")).size(), 2U);
}

TEST(Fen, RefusesAnUnknownSideOrField) {
  expect_refusal_naming("?:W31:B4", "side to move '?' is unknown");
  expect_refusal_naming(":W31:B4", "side to move '' is unknown");
  expect_refusal_naming("WB:W31:B4", "'WB'");
  expect_refusal_naming("W31:B4", "'W31'");
  expect_refusal_naming("W:W31:B4:X1", "'X1'");
  expect_refusal_naming("W:31:B4", "'31'");
  expect_refusal_naming("W:W31:B4:H", "'H'");
  expect_refusal_naming("W:W31:B4:Hx", "'Hx'");
  expect_refusal_naming("W:W31:B4:F-1", "'F-1'");
}

TEST(Fen, RefusesWhatIsNoFenAtAll) {
  using namespace std::string_literals;
  for (const std::string& fen : {"1p1p1p/8/8 w - - 0 2"s,
                                 "W"s,
                                 ":"s,
                                 ""s,
                                 " "s,
                                 "."s,
                                 "W."s,
                                 "W:"s,
                                 "W::"s,
                                 "W:."s,
                                 "::"s,
                                 "W:W31:B4:"s,
                                 "W:W31::B4"s,
                                 "W:W31:B4.."s,
                                 "W:W31.:B4"s,
                                 ".W:W31:B4"s,
                                 "W;W31;B4"s,
                                 "W:H0"s,
                                 "W:H0:F1"s,
                                 "W:W31:B4\n:H0"s,
                                 "W W31 B4"s,
                                 "\0"s,
                                 "W\0:W31:B4"s,
                                 "W:W31\0:B4"s,
                                 "W:W31:B4\0"s,
                                 "W:\0W31:B4"s,
                                 "\xef\xbb\xbfW:W31:B4"s,
                                 "W:W\xd9\xa3:B4"s,
                                 "W:\xffW31:B4"s,
                                 "W:W31:B\x1b[31m4"s}) {
    expect_clear_refusal(fen);
  }
}

TEST(Fen, MegabytesOfJunkAreRefusedAtOnce) {
  constexpr std::size_t megabyte = 1'000'000;
  const auto begin = std::chrono::steady_clock::now();
  for (const char c : {',', ':', '-', 'K', 'W', 'B', '1', '0', ' ', '.', '\n', '\0', '\xff'}) {
    const std::string junk(megabyte, c);
    for (const char* before : {"", "W:", "W:W", "W:W31,", "W:W31:B4:H", "W:WK"}) {
      for (const char* after : {"", ":B4"}) {
        const std::string fen = before + junk + after;
        const Result<Position> position = parse_fen(international, fen);
        if (position) continue;  // blanks, zeros and move counters are harmless
        EXPECT_LT(position.error().message.size(), 300U);
      }
    }
  }
  std::string fen = "W:W";
  while (fen.size() < megabyte) fen += "1-50,";
  expect_clear_refusal(fen);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// A FEN with a few bytes changed is read or refused with one clear line, and what is read survives.
void change_bytes(const Variant& variant, const std::string& original) {
  std::mt19937_64 random(7);
  const std::string bytes = "WBKHF:,-.0123456789abh \n\xff";
  for (int i = 0; i < 100'000; ++i) {
    std::string fen = original;
    for (int changes = 0; changes < 1 + i % 4; ++changes) {
      fen[random() % fen.size()] = bytes[random() % bytes.size()];
      if (random() % 4 == 0) fen.erase(random() % fen.size(), 1);
    }
    const Result<Position> position = parse_fen(variant, fen);
    if (!position) {
      expect_clear_refusal(fen, variant);
      continue;
    }
    for (const Numbering numbering : {Numbering::fen, Numbering::players}) {
      const Result<Position> again = parse_fen(variant, to_fen(variant, *position, numbering));
      ASSERT_TRUE(again) << fen;
      EXPECT_EQ(*again, *position) << fen;
    }
  }
}

TEST(Fen, ChangedBytesAreReadOrRefused) {
  change_bytes(international, "W:W31-35,K50:BK4-6,1,2:H0:F1.");
  change_bytes(russian, "W:Wf6,Kg1,21-24:BKb8-6,c7,e7:H0.");
  change_bytes(spanish, "W:W21-24,K32:BK4-6,1,2:H0:F1.");
}

TEST(Fen, TheFieldHCountsPlies) {
  const Variant& variant = **find_variant("international");
  const auto count = [&](const char* fen) { return *count_in_fen(variant, fen); };
  EXPECT_EQ(count("W:WK1:BK50"), std::nullopt);
  EXPECT_EQ(count("W:WK1:BK50:F40"), std::nullopt);
  EXPECT_EQ(count("W:WK1:BK50:H0:F1"), 0);
  EXPECT_EQ(count("W:H012:WK1:BK50."), 12);
  EXPECT_EQ(count("W:WK1:BK50:H2147483647"), 2147483647);
  for (const char* fen : {"W:WK1:BK50:H2147483648", "W:WK1:BK50:Hx", "W:WK1:BK50:H", "W:WK1:BK1", "W"})
    EXPECT_EQ(count_in_fen(variant, fen).error().code, ErrorCode::invalid_fen) << fen;
  EXPECT_TRUE(parse_fen(variant, "W:WK1:BK50:H99999999999999999999"));
}

}  // namespace
}  // namespace dambase
