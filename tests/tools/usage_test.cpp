// What the command refuses, and how it says so.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/tools/run_command.hpp"

namespace dambase::tests {
namespace {

using Arguments = std::vector<std::string>;

void expect_one_error_line(const Outcome& outcome) {
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_EQ(lines.size(), 1U) << outcome.err;
  EXPECT_TRUE(lines[0].starts_with("dambase: ")) << lines[0];
  EXPECT_GT(lines[0].size(), std::string("dambase: ").size());
}

class UsageError : public ::testing::TestWithParam<Arguments> {};

TEST_P(UsageError, IsOneLineAndExitCodeTwo) {
  const Outcome outcome = run(GetParam());
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  expect_one_error_line(outcome);
}

INSTANTIATE_TEST_SUITE_P(
    Subcommands, UsageError,
    ::testing::Values(
        Arguments{}, Arguments{"bild"}, Arguments{"-v"}, Arguments{"build", "extra"}, Arguments{"build", "--nonsense"},
        Arguments{"build", "-v", "chess"}, Arguments{"build", "--tables", ""}, Arguments{"probe"}, Arguments{"moves"},
        Arguments{"histogram", "extra"}, Arguments{"histogram", "--metric", "wld"},
        Arguments{"histogram", "--material", "KKv"}, Arguments{"probe", "--json", "--board", "W:W31:B4"},
        Arguments{"perft"}, Arguments{"moves", "--numbering", "W:W31:B4"},
        Arguments{"moves", "--numbering", "PLAYERS", "W:W31:B4"}, Arguments{"probe", "--numbering", "", "W:W31:B4"},
        Arguments{"info", "--tables", "x", "y"}, Arguments{"plan", "extra"}, Arguments{"plan", "--quiet"},
        Arguments{"plan", "-v", "chess"}, Arguments{"work"}, Arguments{"work", "KvK.wld", "KvM.wld"},
        Arguments{"work", "KvK.wld", "-n", "3"}, Arguments{"work", "KvK.wld", "--wait", "-1"}, Arguments{"cluster"},
        Arguments{"cluster", "submit", "extra"}, Arguments{"cluster", "submit", "--engine", "pbs"},
        Arguments{"cluster", "submit", "--window", "0"}, Arguments{"cluster", "status", "--again"},
        Arguments{"play", "extra"}, Arguments{"play", "-v", "chess"}, Arguments{"play", "--hash", "0"},
        Arguments{"play", "--cache", "x"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, UsageError,
    ::testing::Values(Arguments{"build", "--threads", "-1"}, Arguments{"build", "--threads", " -1"},
                      Arguments{"build", "--threads", "0"}, Arguments{"build", "--threads", "1e3"},
                      Arguments{"build", "--threads", "+2"}, Arguments{"build", "--threads", "2 "},
                      Arguments{"build", "--threads", "0x2"}, Arguments{"build", "--threads", ""},
                      Arguments{"build", "--threads", "1025"}, Arguments{"build", "--threads", "4294967298"},
                      Arguments{"build", "--threads", "1", "--threads", "2"}, Arguments{"verify", "--threads", "0"},
                      Arguments{"build", "-n", "1"}, Arguments{"build", "-n", "99"}, Arguments{"build", "-n", "3.0"},
                      Arguments{"perft", "--depth", "0"}, Arguments{"perft", "--depth", "-3"}));

INSTANTIATE_TEST_SUITE_P(Sizes, UsageError,
                         ::testing::Values(Arguments{"build", "--memory", "99999999999999999999999"},
                                           Arguments{"build", "--memory", "0"}, Arguments{"build", "--memory", "0G"},
                                           Arguments{"build", "--memory", "-1G"}, Arguments{"build", "--memory", "G"},
                                           Arguments{"build", "--memory", ""}, Arguments{"build", "--memory", "1.5G"},
                                           Arguments{"build", "--memory", "1 G"},
                                           Arguments{"build", "--memory", "17179869184G"},
                                           Arguments{"build", "--memory", "1X"}));

INSTANTIATE_TEST_SUITE_P(
    Choices, UsageError,
    ::testing::Values(Arguments{"build", "--metric", "dtx"}, Arguments{"plan", "--metric", "dtx"},
                      Arguments{"build", "--metric", "wld", "--metric", "x"}, Arguments{"build", "--profile", "slow"},
                      Arguments{"build", "--profile", ""}, Arguments{"build", "--material", "KKMvX"},
                      Arguments{"build", "--material", "KKv"}, Arguments{"build", "--material", "KKKKKvKKKK"},
                      Arguments{"plan", "--material", "KKMvX"}, Arguments{"plan", "--material", "KKKKKvKKKK"},
                      Arguments{"plan", "-n", "9"}, Arguments{"plan", "--threads", "0"},
                      Arguments{"plan", "--memory", "0"}, Arguments{"plan", "--format", "xml"},
                      Arguments{"plan", "--format", ""}, Arguments{"plan", "--material", "KKKKKKKKKKKvK"}));

TEST(Usage, ControlCharactersInArgumentsStayOutOfMessages) {
  const Outcome outcome = run({"build", "--threads", "\n\x1b[31m"});
  EXPECT_EQ(outcome.exit_code, 2);
  expect_one_error_line(outcome);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
}

TEST(Usage, HelpOfEverySubcommandHasExamples) {
  for (const char* name : {"build", "plan", "work", "cluster", "probe", "moves", "perft", "stats", "verify", "repack",
                           "info", "variants"}) {
    const Outcome outcome = run({name, "--help"});
    EXPECT_EQ(outcome.exit_code, 0) << name;
    EXPECT_EQ(outcome.err, "") << name;
    EXPECT_NE(outcome.out.find("Example"), std::string::npos) << name;
  }
}

// The help of the prober draws the board of the variant it is asked for.
TEST(Usage, HelpShowsTheSquaresOfTheVariant) {
  const auto help = [](const char* variant) { return run({"probe", "-v", variant, "--help"}).out; };
  const auto has = [](const std::string& text, const char* line) { return text.find(line) != std::string::npos; };
  EXPECT_TRUE(has(run({"probe", "--help"}).out, "\n  46  47  48  49  50\n"));
  const std::string english = help("english");
  EXPECT_TRUE(has(english, "\n     1   2   3   4\n   5   6   7   8\n")) << english;
  EXPECT_TRUE(has(english, "\n  29  30  31  32\n")) << english;
  EXPECT_TRUE(has(english, "Black has squares 1 to 12, White 21 to 32, and Black begins")) << english;
  const std::string spanish = help("spanish");
  EXPECT_TRUE(has(spanish, "\n   1   2   3   4\n     5   6   7   8\n")) << spanish;
  EXPECT_TRUE(has(spanish, "from the bottom right")) << spanish;
  EXPECT_TRUE(has(help("kids"), "\n     1   2   3\n   4   5   6\n"));
  EXPECT_TRUE(has(help("russian"), "a1 (bottom left)"));
  for (const char* variant : {"english", "spanish", "kids", "russian", "international"}) {
    for (const std::string& line : lines_of(help(variant))) EXPECT_LE(line.size(), 120U) << line;
  }
}

TEST(Usage, VersionIsPrinted) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.out.starts_with("dambase ")) << outcome.out;
}

TEST(Usage, OutputThatCannotBeWrittenIsAnError) {
  for (const Arguments& arguments : {Arguments{"variants"}, Arguments{"--help"}, Arguments{"perft", "--depth", "2"}}) {
    const Outcome full = Command(arguments).output_to("/dev/full").run();
    EXPECT_EQ(full.exit_code, 3);
    expect_one_error_line(full);
    const Outcome closed = Command(arguments).output_to("").run();
    EXPECT_EQ(closed.exit_code, 3);
    expect_one_error_line(closed);
  }
}

TEST(Usage, UsageErrorsLeaveNoTrace) {
  const TemporaryFolder folder;
  const std::string tables = (folder.path() / "set").string();
  EXPECT_EQ(run({"build", "--tables", tables, "--metric", "dtx"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(tables));
}

}  // namespace
}  // namespace dambase::tests
