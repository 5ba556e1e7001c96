// The subcommands that need no tables: moves, perft, variants.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/tools/run_command.hpp"

namespace dambase::tests {
namespace {

TEST(MovesCommand, PrintsALineAMove) {
  const Outcome outcome = run({"moves", "W:WK13:B9,27"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "13x4\n13x31\n13x36\n");
}

TEST(MovesCommand, PrintsAllSquaresWhereEndsAreShared) {
  const Outcome outcome = run({"moves", "W:WK4:B13,20,32,37"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out.find("4x15\n"), std::string::npos) << outcome.out;
}

TEST(MovesCommand, PrintsNothingForALostPosition) {
  const Outcome outcome = run({"moves", "W:W6:B1"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST(MovesCommand, RefusesWhatIsNoPosition) {
  for (const char* fen : {"", "W", ":", "?:W31:B4", "W:W4:B49", "W:W:W31:B4", "W:W31-:B1", "build"}) {
    const Outcome outcome = run({"moves", fen});
    EXPECT_EQ(outcome.exit_code, 2) << fen;
    EXPECT_EQ(outcome.out, "") << fen;
    EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  }
}

TEST(MovesCommand, WritesSquaresAsFenOrAsPlayersDo) {
  const std::string fen = "W:Wf6:Be7,c7";
  EXPECT_EQ(run({"moves", "-v", "russian", fen}).out, "11x9\n11x13\n");
  EXPECT_EQ(run({"moves", "-v", "russian", "--numbering", "fen", fen}).out, "11x9\n11x13\n");
  EXPECT_EQ(run({"moves", "-v", "russian", "--numbering", "players", fen}).out, "f6xb6\nf6xa5\n");
  EXPECT_EQ(run({"moves", "-v", "russian", "--numbering", "players", "W:W11:B6,7"}).out, "f6xb6\nf6xa5\n");
  EXPECT_EQ(run({"moves", "-v", "brazilian", "--numbering", "players", fen}).out, "f6xb6\n");
  EXPECT_EQ(run({"moves", "-v", "spanish", "W:W24:B1"}).out, "24-20\n");
  EXPECT_EQ(run({"moves", "-v", "spanish", "--numbering", "players", "W:W24:B1"}).out, "9-13\n");
  EXPECT_EQ(run({"moves", "-v", "english", "--numbering", "players", "W:W9:B6,7,12"}).out, "9x2\n");
  EXPECT_EQ(run({"moves", "--numbering", "players", "W:WK13:B9,27"}).out, "13x4\n13x31\n13x36\n");
}

TEST(MovesCommand, KnowsAlgebraicSquaresOnlyWherePlayersWriteThem) {
  for (const char* variant : {"english", "spanish", "international"}) {
    const Outcome outcome = run({"moves", "-v", variant, "--numbering", "players", "W:Wf6:Be7,c7"});
    EXPECT_EQ(outcome.exit_code, 2) << variant;
    EXPECT_NE(outcome.err.find("'f6'"), std::string::npos) << outcome.err;
  }
  EXPECT_NE(run({"moves", "-v", "russian", "W:Wf7:Be7,c7"}).err.find("'f7'"), std::string::npos);
}

TEST(PerftCommand, CountsFromTheStartUnlessToldOtherwise) {
  EXPECT_EQ(run({"perft", "--depth", "4"}).out, "1\t9\n2\t81\n3\t658\n4\t4265\n");
  EXPECT_EQ(run({"perft", "--depth", "1", "W:WK13:B9,27"}).out, "1\t3\n");
}

TEST(PerftCommand, RefusesAnIllegalPosition) { EXPECT_EQ(run({"perft", "--depth", "1", "W:W4:B49"}).exit_code, 2); }

TEST(VariantsCommand, PrintsNames) {
  const Outcome outcome = run({"variants"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(("\n" + outcome.out).find("\ninternational\n"), std::string::npos);
}

TEST(VariantsCommand, PrintsAnObjectALine) {
  const Outcome outcome = run({"variants", "--json"});
  EXPECT_EQ(lines_of(outcome.out).size(), lines_of(run({"variants"}).out).size());
  for (const std::string& line : lines_of(outcome.out)) EXPECT_TRUE(nlohmann::json::parse(line).contains("variant"));
}

}  // namespace
}  // namespace dambase::tests
