// dambase play, as a board program runs it. What lines mean is tested in player/hub_session_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/tools/run_command.hpp"
#include "tests/tools/small_set.hpp"

namespace dambase::tests {
namespace {

class PlayCommand : public SmallSet {
 protected:
  [[nodiscard]] static Outcome talk(const std::string& lines) {
    return Command({"play", "--tables", tables()}).input(lines).run();
  }
};

bool has_line(const Outcome& outcome, std::string_view beginning) {
  const std::vector<std::string> lines = lines_of(outcome.out);
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(beginning); });
}

TEST_F(PlayCommand, SpeaksHub) {
  const Outcome outcome = talk("hub\ninit\nping\npos start\nlevel depth=3\ngo think\nquit\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* line :
       {"id name=Dambase ", "param name=variant value=normal ", "wait", "ready", "pong", "done move="})
    EXPECT_TRUE(has_line(outcome, line)) << line << outcome.out;
}

TEST_F(PlayCommand, EndsWithItsInput) {
  EXPECT_EQ(talk("").exit_code, 0);
  const Outcome outcome = talk("init\r\npos start\r\nlevel infinite\r\ngo think");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(has_line(outcome, "done move=")) << outcome.out;
}

TEST_F(PlayCommand, UsesTheTables) {
  const std::string position = "W" + std::string(3, 'e') + "b" + std::string(26, 'e') + "w" + std::string(19, 'e');
  const Outcome outcome = talk("init\npos pos=" + position + "\nlevel depth=5\ngo think\n");
  EXPECT_TRUE(has_line(outcome, "info depth=1 ")) << outcome.out;
  EXPECT_EQ(outcome.out.find("table-hits=0"), std::string::npos) << outcome.out;
}

TEST_F(PlayCommand, AnswersWhatItCannotObey) {
  const Outcome outcome = talk("hello\n\n" + std::string(100'000, 'x') + "\n" + std::string(3, '\0') + "\nping\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(has_line(outcome, "error message=\"no such command: hello\"")) << outcome.out;
  EXPECT_TRUE(has_line(outcome, "error message=\"the line is too long\"")) << outcome.out;
  EXPECT_TRUE(has_line(outcome, "pong")) << outcome.out;
}

TEST_F(PlayCommand, PlaysTheVariantOfItsOptions) {
  const Outcome outcome = Command({"play", "-v", "breakthrough", "--tables", tables(), "--hash", "1M", "--cache", "1M"})
                              .input("hub\n")
                              .run();
  EXPECT_TRUE(has_line(outcome, "param name=variant value=bt ")) << outcome.out;
  EXPECT_TRUE(has_line(outcome, "param name=hash value=1 ")) << outcome.out;
}

TEST_F(PlayCommand, TellsHowManyPiecesItsTablesHave) {
  EXPECT_EQ(talk("init\n").out, "info table-pieces=3\nready\n");
  const TemporaryFolder folder;
  const Outcome outcome = Command({"play", "--tables", (folder.path() / "none").string()}).input("init\n").run();
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "info table-pieces=0\nready\n");
}

TEST_F(PlayCommand, SaysThatItsOutputCannotBeWritten) {
  const Outcome outcome = Command({"play", "--tables", tables()}).input("hub\n").output_to("/dev/full").run();
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
}

}  // namespace
}  // namespace dambase::tests
