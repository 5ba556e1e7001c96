// dambase probe: plain and JSON answers, lists of positions, what cannot be answered.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/small_set.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

class ProbeCommand : public SmallSet {
 protected:
  static Outcome probe(std::vector<std::string> arguments) { return probe_in(tables(), std::move(arguments)); }

  static Outcome probe_in(const std::string& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"probe", "--tables", folder});
    return run(std::move(arguments));
  }

  static Outcome probe_list(const std::string& text, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"probe", "--tables", tables(), "-"});
    return Command(std::move(options)).input(text).run();
  }

  static ordered_json object(const std::string& fen) { return ordered_json::parse(probe({"--json", fen}).out); }
};

std::vector<std::string> keys_of(const ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST_F(ProbeCommand, PrintsTheValueAndTheMoves) {
  const Outcome outcome = probe({"W:W31:B4"});
  EXPECT_EQ(outcome.exit_code, 0);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 3U) << outcome.out;
  EXPECT_EQ(lines[0], "W:W31:B4\twin");
  EXPECT_TRUE(lines[1].starts_with("  31-") && lines[1].ends_with("\twin")) << lines[1];
}

TEST_F(ProbeCommand, KnowsTheValuesOfCases) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"W:WK1:BK29,K45", "loss"}, {"W:W31:B36", "loss"}, {"W:W11:B6", "win"},       {"W:W21:B26", "draw"},
      {"W:W31:B4", "win"},        {"B:W47:B20", "win"},  {"B:W31:B4", "draw"},      {"W:W6:B1", "loss"},
      {"W:WK5:BK46", "loss"},     {"W:WK10:BK5", "win"}, {"W:WK1:BK50", "draw"},    {"B:W50:B", "loss"},
      {"W:WK5:BK10,K14", "loss"}, {"W:W31:B4.", "win"},  {"W:W31:B4:H0:F1", "win"},
  };
  for (const auto& [fen, value] : cases) EXPECT_EQ(object(fen)["value"], value) << fen;
}

TEST_F(ProbeCommand, ObjectHasTheKeysThatScriptsKnow) {
  ordered_json answer = object("W:W31:B4");
  EXPECT_EQ(keys_of(answer), (std::vector<std::string>{"fen", "variant", "value", "dtc", "dtw", "moves"}));
  EXPECT_EQ(answer["fen"], "W:W31:B4");
  EXPECT_EQ(answer["variant"], "international");
  EXPECT_TRUE(answer["dtw"].is_null());
  ordered_json& move = answer["moves"][0];
  EXPECT_EQ(keys_of(move), (std::vector<std::string>{"move", "value", "dtc", "dtw", "fen"}));
  EXPECT_EQ(move["value"], "win");
  EXPECT_TRUE(move["fen"].get<std::string>().starts_with("B:W"));
}

// ---- distances ----

// The same tables, of one metric, or of several as in dtc+dtw.
class ProbeWithDistances : public testing::Test {
 protected:
  static Outcome probe(std::vector<std::string> arguments, const std::string& metric = "dtw") {
    arguments.insert(arguments.begin(), {"probe", "--tables", tables(metric)});
    return run(std::move(arguments));
  }
  static ordered_json object(std::vector<std::string> arguments, const std::string& metric = "dtw") {
    arguments.insert(arguments.begin(), "--json");
    return ordered_json::parse(probe(std::move(arguments), metric).out);
  }

 private:
  static std::string tables(const std::string& metric) {
    static std::map<std::string, std::unique_ptr<TemporaryFolder>> folders;
    auto& folder = folders[metric];
    if (folder == nullptr) {
      folder = std::make_unique<TemporaryFolder>();
      std::vector<std::string> build = {"build", "-n", "3", "--quiet", "--tables", folder->path().string()};
      for (std::size_t at = 0; at < metric.size();) {
        const std::size_t end = std::min(metric.find('+', at), metric.size());
        build.insert(build.end(), {"--metric", metric.substr(at, end - at)});
        at = end + 1;
      }
      EXPECT_EQ(run(std::move(build)).exit_code, 0);
    }
    return folder->path().string();
  }
};

TEST_F(ProbeWithDistances, PliesAndMovesAreTold) {
  const std::vector<std::string> lines = lines_of(probe({"W:W31:B4"}).out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "W:W31:B4\twin\tdtw 17 plies (9 moves)");
  EXPECT_EQ(lines[1], "  31-26\twin\tdtw 17 plies (9 moves)");
  EXPECT_EQ(lines_of(probe({"W:W31:B4"}, "dtc").out)[0], "W:W31:B4\twin\tdtc 1 ply (1 move)");
  // The one ply is that of the loser.
  EXPECT_EQ(lines_of(probe({"B:WK1:B30"}, "dtc").out)[0], "B:WK1:B30\tloss\tdtc 1 ply (0 moves)");
}

TEST_F(ProbeWithDistances, WhatIsNotKnownIsNull) {
  const ordered_json won = object({"W:W31:B4"});
  EXPECT_EQ(won["dtw"], 17);
  EXPECT_TRUE(won["dtc"].is_null());
  EXPECT_EQ(won["moves"][0]["dtw"], 17);
  const ordered_json drawn = object({"B:W31:B4"});
  EXPECT_TRUE(drawn["dtw"].is_null());
  EXPECT_EQ(object({"W:W6:B1"})["dtw"], 0);
  EXPECT_EQ(object({"W:W31:B4"}, "dtc")["dtc"], 1);
}

TEST_F(ProbeWithDistances, MovesAreSortedByDistance) {
  const ordered_json answer = object({"W:WK46,44:BK13"});
  int last = 0;
  for (const auto& move : answer["moves"]) {
    if (move["value"] != "win") break;
    EXPECT_GE(move["dtw"].get<int>(), last);
    last = move["dtw"].get<int>();
  }
  EXPECT_EQ(answer["moves"][0]["dtw"], answer["dtw"]);
}

TEST_F(ProbeWithDistances, TheLineIsAsLongAsTheDistance) {
  const ordered_json answer = object({"--line", "W:W31:B4"});
  ASSERT_EQ(answer["line"].size(), 17U);
  EXPECT_EQ(answer["line"][0], answer["moves"][0]["move"]);
  EXPECT_TRUE(object({"--line", "B:W31:B4"})["line"].empty());
  EXPECT_TRUE(lines_of(probe({"--line", "W:W31:B4"}).out).back().starts_with("  line\t31-26 "));
  EXPECT_GE(object({"--line", "W:W31:B4"}, "dtc")["line"].size(), 17U);
}

// ---- rules that count moves ----

TEST_F(ProbeWithDistances, RulesAnswerWithTheCount) {
  const auto rules = [](const std::string& fen, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"--rules", fen});
    return object(std::move(options), "rule+wld")["rules"];
  };
  const ordered_json fresh = rules("W:WK1,K46:BK28");
  EXPECT_EQ(keys_of(fresh), (std::vector<std::string>{"verdict", "plies", "rule", "count", "limit"}));
  EXPECT_EQ(fresh["verdict"], "win");
  EXPECT_EQ(fresh["plies"], 1);
  EXPECT_EQ(fresh["count"], 0);
  EXPECT_EQ(fresh["limit"], 10);
  EXPECT_EQ(rules("W:WK1,K46:BK28:H9:F80")["verdict"], "win");
  EXPECT_EQ(rules("W:WK1,K46:BK28:H10:F80")["verdict"], "cursed win");
  EXPECT_TRUE(rules("W:WK1,K46:BK28:H10:F80")["plies"].is_null());
  EXPECT_EQ(rules("W:WK1,K46:BK28:H10:F80", {"--count", "3"})["verdict"], "win") << "the option goes before the FEN";
  EXPECT_EQ(rules("W:WK5:BK46", {"--count", "9"})["verdict"], "blessed loss");
  EXPECT_EQ(rules("W:WK1:BK50")["verdict"], "draw");
}

TEST_F(ProbeWithDistances, RulesRankMoves) {
  const ordered_json answer = object({"--rules", "W:WK1,K46:BK28"}, "rule+wld");
  EXPECT_EQ(answer["value"], "win");
  EXPECT_EQ(answer["moves"][0]["rules"], (ordered_json{{"verdict", "win"}, {"plies", 1}}));
  EXPECT_TRUE(object({"--rules", "--count", "10", "W:WK1,K46:BK28"}, "rule+wld")["moves"].empty()) << "it is drawn";
  const std::vector<std::string> lines = lines_of(probe({"--rules", "--count", "9", "W:WK1,K46:BK28"}, "rule+wld").out);
  ASSERT_GT(lines.size(), 2U);
  EXPECT_EQ(lines[1], "  rules\twin 1 ply\t5 moves against a king, 9 of 10 plies");
  EXPECT_EQ(lines[2], "  46x5\twin\trules win 1 ply");
}

TEST_F(ProbeCommand, WithoutTablesOfRulesThatIsSaid) {
  const Outcome outcome = probe({"--rules", "W:W31:B4"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(lines_of(outcome.out)[0], "W:W31:B4\twin");
  EXPECT_NE(outcome.err.find("MvM.rule"), std::string::npos) << outcome.err;
  EXPECT_EQ(ordered_json::parse(probe({"--json", "--rules", "W:W31:B4"}).out)["rules"]["error"]["code"],
            "missing_table");
}

TEST_F(ProbeCommand, CountsAreForRules) {
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{"--count", "3"},
                                                                                       {"--rules", "--count", "-1"},
                                                                                       {"--rules", "--count", "1e3"},
                                                                                       {"--rules", "--count", " 3"}}) {
    std::vector<std::string> arguments = options;
    arguments.emplace_back("W:W31:B4");
    EXPECT_EQ(probe(arguments).exit_code, 2);
  }
  EXPECT_EQ(probe({"--rules", "W:W31:B4:H99999999999"}).exit_code, 2);
}

TEST_F(ProbeCommand, WithoutDistancesThereIsNoLineAndNoPromiseOfProgress) {
  const Outcome outcome = probe({"--line", "W:W31:B4"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(lines_of(outcome.out).size(), 3U);
  EXPECT_NE(outcome.err.find("--metric dtw"), std::string::npos) << outcome.err;
  EXPECT_NE(lines_of(probe({"--board", "W:W31:B4"}).out).back().find("may not make progress"), std::string::npos);
}

TEST_F(ProbeCommand, MovesAreValuedForTheSideThatPlaysThem) {
  ordered_json answer = object("W:WK5:BK46");
  ASSERT_FALSE(answer["moves"].empty());
  for (const auto& move : answer["moves"]) {
    EXPECT_EQ(move["value"], "loss");
    EXPECT_EQ(object(move["fen"])["value"], "win");
  }
}

TEST_F(ProbeCommand, MovesAreSortedByValueThenBySquares) {
  const std::vector<std::string> order = {"win", "draw", "loss"};
  const auto place = [&](const ordered_json& move) {
    return std::find(order.begin(), order.end(), move["value"].get<std::string>()) - order.begin();
  };
  ordered_json answer = object("W:WK46,44:BK13");
  for (std::size_t i = 1; i < answer["moves"].size(); ++i)
    EXPECT_LE(place(answer["moves"][i - 1]), place(answer["moves"][i]));
  EXPECT_EQ(answer["value"], answer["moves"][0]["value"]);
}

TEST_F(ProbeCommand, LostPositionHasNoMoves) {
  ordered_json answer = object("W:W6:B1");
  EXPECT_TRUE(answer["moves"].is_array() && answer["moves"].empty());
}

TEST_F(ProbeCommand, DrawsTheBoardIfTold) {
  EXPECT_EQ(lines_of(probe({"W:W6:B1"}).out).size(), 1U);
  EXPECT_EQ(lines_of(probe({"--board", "W:W6:B1"}).out).size(), 12U);
}

TEST_F(ProbeCommand, ReadsListsOfAnyOrigin) {
  const Outcome outcome = probe_list("\xef\xbb\xbfW:W31:B4\r\n\r\n# a remark\r\n  \t\n  # another\nB:W31:B4\nW:W6:B1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::vector<std::string> values;
  for (const std::string& line : lines_of(outcome.out))
    if (!line.starts_with(' ')) values.push_back(line);
  EXPECT_EQ(values, (std::vector<std::string>{"W:W31:B4\twin", "B:W31:B4\tdraw", "W:W6:B1\tloss"}));
}

TEST_F(ProbeCommand, EmptyListIsNoError) {
  const Outcome outcome = probe_list("");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(ProbeCommand, HostileLinesAreErrorsAndTheOthersAreAnswered) {
  const std::string list = std::string("W:W31:B4\nW:\0W31:B4\n", 19) + std::string(1'000'000, ',') +
                           "\n\xff\xfe\x1b\n:\n" + "W:W4294967327:B4\nB:W31:B4\n";
  const Outcome outcome = probe_list(list, {"--json"});
  EXPECT_EQ(outcome.exit_code, 2);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(ordered_json::parse(lines[0])["value"], "win");
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(ordered_json::parse(lines[i])["error"]["code"], "invalid_fen") << i;
  EXPECT_EQ(ordered_json::parse(lines[6])["value"], "draw");
  ASSERT_EQ(lines_of(outcome.err).size(), 5U);
  for (const std::string& line : lines_of(outcome.err)) {
    EXPECT_TRUE(line.starts_with("dambase: ")) << line;
    EXPECT_LT(line.size(), 400U);
  }
}

TEST_F(ProbeCommand, ErrorObjectHasFenAndError) {
  const Outcome outcome = probe({"--json", "W:W4:B49"});
  EXPECT_EQ(outcome.exit_code, 2);
  ordered_json answer = ordered_json::parse(outcome.out);
  EXPECT_EQ(keys_of(answer), (std::vector<std::string>{"fen", "error"}));
  EXPECT_EQ(keys_of(answer["error"]), (std::vector<std::string>{"code", "message"}));
  EXPECT_EQ(answer["error"]["code"], "illegal_position");
}

TEST_F(ProbeCommand, TooManyPiecesCannotBeAnswered) {
  const Outcome outcome = probe({"--json", "W:W31-35:B1-5", "W:W31:B4"});
  EXPECT_EQ(outcome.exit_code, 1);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(ordered_json::parse(lines[0])["error"]["code"], "too_many_pieces");
  EXPECT_EQ(ordered_json::parse(lines[1])["value"], "win");
}

TEST_F(ProbeCommand, HighestExitCodeWins) { EXPECT_EQ(probe({"W:W31-35:B1-5", "nonsense", "W:W31:B4"}).exit_code, 2); }

TEST_F(ProbeCommand, MissingSmallerTableWithholdsTheMoves) {
  const TemporaryFolder folder;
  fs::remove(copy_into(folder) / "KvK.wld");
  const Outcome outcome = probe_in(folder.string(), {"--json", "W:W7:BK50"});
  EXPECT_EQ(outcome.exit_code, 1);
  ordered_json answer = ordered_json::parse(outcome.out);
  EXPECT_EQ(answer["value"], object("W:W7:BK50")["value"]);
  EXPECT_TRUE(answer["moves"].is_null());
  EXPECT_EQ(answer["error"]["code"], "missing_table");
  EXPECT_NE(answer["error"]["message"].get<std::string>().find("KvK"), std::string::npos);

  const Outcome plain = probe_in(folder.string(), {"W:W7:BK50"});
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_EQ(lines_of(plain.out).size(), 1U) << plain.out;
  EXPECT_NE(plain.err.find("KvK"), std::string::npos) << plain.err;
}

TEST_F(ProbeCommand, CaptureIntoAMissingTableHasNoValue) {
  const TemporaryFolder folder;
  fs::remove(copy_into(folder) / "KvK.wld");
  const Outcome outcome = probe_in(folder.string(), {"--json", "W:WK1:BK7,K46"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(ordered_json::parse(outcome.out)["error"]["code"], "missing_table");
}

TEST_F(ProbeCommand, DamagedTableIsNamed) {
  const TemporaryFolder folder;
  damage(copy_into(folder) / "MvM.wld", 10);
  const Outcome outcome = probe_in(folder.string(), {"--json", "W:W31:B4", "W:WK1:BK50"});
  EXPECT_EQ(outcome.exit_code, 1);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(ordered_json::parse(lines[0])["error"]["code"], "damaged_table");
  EXPECT_NE(lines[0].find("MvM"), std::string::npos);
  EXPECT_EQ(ordered_json::parse(lines[1])["value"], "draw");
}

TEST_F(ProbeCommand, NoTablesAtAllIsUnanswered) {
  const TemporaryFolder folder;
  const Outcome outcome = probe_in(folder.string() + "/nowhere", {"W:W31:B4"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(lines_of(outcome.err).size(), 1U);
}

TEST_F(ProbeCommand, OutputThatCannotBeWrittenIsAnError) {
  const Outcome outcome = Command({"probe", "--tables", tables(), "W:W31:B4"}).output_to("/dev/full").run();
  EXPECT_EQ(outcome.exit_code, 3);
}

// Sets of two pieces on 8x8, built once.
class ProbeOnEightByEight : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    for (const char* variant : {"russian", "spanish"}) {
      const Outcome built = run({"build", "-v", variant, "-n", "2", "--quiet", "--tables", folder_->string()});
      ASSERT_EQ(built.exit_code, 0) << built.err;
    }
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static Outcome probe(const char* variant, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"probe", "-v", variant, "--tables", folder_->string()});
    return run(std::move(arguments));
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
};

// Each move and the FEN after it.
std::set<std::string> moves_of(const ordered_json& answer) {
  std::set<std::string> moves;
  for (const auto& move : answer["moves"])
    moves.insert(move["move"].get<std::string>() + " " + move["fen"].get<std::string>());
  return moves;
}

TEST_F(ProbeOnEightByEight, MovesAndTheirFensAreInTheNumberingAskedFor) {
  ordered_json answer = ordered_json::parse(probe("russian", {"--json", "W:Wc3:Bh8"}).out);
  EXPECT_EQ(answer["fen"], "W:Wc3:Bh8");
  EXPECT_EQ(moves_of(answer), (std::set<std::string>{"22-17 B:W17:B4", "22-18 B:W18:B4"}));

  answer = ordered_json::parse(probe("russian", {"--json", "--numbering", "players", "W:W22:B4"}).out);
  EXPECT_EQ(answer["fen"], "W:W22:B4") << "as given";
  EXPECT_EQ(moves_of(answer), (std::set<std::string>{"c3-b4 B:Wb4:Bh8", "c3-d4 B:Wd4:Bh8"}));
}

TEST_F(ProbeOnEightByEight, NumbersInAFenAreAlwaysFenNumbers) {
  const Outcome outcome = probe("spanish", {"--json", "--numbering", "players", "W:W24:B4"});
  const ordered_json answer = ordered_json::parse(outcome.out);
  ASSERT_EQ(answer["moves"].size(), 1U);
  EXPECT_EQ(answer["moves"][0]["move"], "9-13");
  EXPECT_EQ(answer["moves"][0]["fen"], "B:W20:B4");
}

TEST_F(ProbeOnEightByEight, DrawsTheRealBoard) {
  const std::string russian = probe("russian", {"--board", "W:Wa1:Bh8"}).out;
  EXPECT_TRUE(russian.starts_with("   1    .   .   .   b  4\n   5  .   .   .   .    8\n")) << russian;
  EXPECT_NE(russian.find("\n  29  w   .   .   .   32\n  White to move\n"), std::string::npos) << russian;
  const std::string named = probe("russian", {"--board", "--numbering", "players", "W:Wa1:Bh8"}).out;
  EXPECT_TRUE(named.starts_with("  b8    .   .   .   b h8\n  a7  .   .   .   .   g7\n")) << named;
  const std::string spanish = probe("spanish", {"--board", "--numbering", "players", "W:W32:B1"}).out;
  EXPECT_TRUE(spanish.starts_with("  32  b   .   .   .   29\n  28    .   .   .   . 25\n")) << spanish;
  EXPECT_NE(spanish.find("\n   4    .   .   .   w  1\n"), std::string::npos) << spanish;
}

TEST_F(ProbeOnEightByEight, TablesOfAnotherVariantAreRefused) {
  const TemporaryFolder folder;
  fs::copy(folder_->path() / "russian", folder.path() / "brazilian");
  const std::vector<std::string> tables = {"-v", "brazilian", "--tables", folder.string()};
  const auto outcome_of = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), tables.begin(), tables.end());
    return run(arguments);
  };
  const Outcome probed = outcome_of({"probe", "--json", "W:WKa1:BKb8"});
  EXPECT_EQ(probed.exit_code, 2);
  EXPECT_EQ(ordered_json::parse(probed.out)["error"]["code"], "wrong_variant");
  EXPECT_NE(probed.err.find("KvK"), std::string::npos) << probed.err;
  for (const char* name : {"verify", "stats"}) {
    const Outcome outcome = outcome_of({name});
    EXPECT_NE(outcome.exit_code, 0) << name;
    EXPECT_NE(outcome.err.find("variant"), std::string::npos) << name << ' ' << outcome.err;
  }
}

}  // namespace
}  // namespace dambase::tests
