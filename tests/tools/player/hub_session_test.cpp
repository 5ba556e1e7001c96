#include "tools/player/hub_session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <vector>

#include "tests/tools/player/player_sets.hpp"

namespace dambase::player {
namespace {

/// A session and all that it has said.
class Conversation {
 public:
  explicit Conversation(HubSettings settings = quick_settings())
      : session_(std::move(settings), [this](const std::string& line) { hear(line); }) {}

  static HubSettings quick_settings() {
    static const test::TemporaryFolder folder;
    HubSettings settings;
    settings.tables = folder.path().string();
    settings.hash_bytes = test_hash_bytes;
    return settings;
  }

  bool say(std::string_view line) { return session_.obey(line); }
  void say_all(std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) EXPECT_TRUE(say(line)) << line;
  }

  /// Waits for a line that begins so, and returns it; empty if none comes.
  std::string await(std::string_view beginning) {
    std::unique_lock lock(mutex_);
    std::string found;
    heard_more_.wait_for(lock, std::chrono::seconds(60), [&] {
      const auto line =
          std::find_if(lines_.begin(), lines_.end(), [&](const std::string& l) { return l.starts_with(beginning); });
      if (line == lines_.end()) return false;
      found = *line;
      return true;
    });
    return found;
  }

  /// What has been said since the last call.
  std::vector<std::string> heard() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  void hear(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(line);
    heard_more_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable heard_more_;
  std::vector<std::string> lines_;
  HubSession session_;
};

std::string empty_board_with(std::string_view side, std::initializer_list<std::pair<int, char>> pieces) {
  std::string text(50, 'e');
  for (const auto& [square, piece] : pieces) text[static_cast<std::size_t>(square) - 1] = piece;
  return std::string(side) + text;
}

TEST(HubSession, IntroducesItself) {
  Conversation talk;
  talk.say("hub");
  const std::vector<std::string> lines = talk.heard();
  ASSERT_GE(lines.size(), 3U);
  EXPECT_TRUE(lines.front().starts_with("id name=Dambase version=")) << lines.front();
  EXPECT_TRUE(lines[1].starts_with("param name=variant value=normal type=enum values=")) << lines[1];
  EXPECT_EQ(lines.back(), "wait");
  talk.say("init");
  EXPECT_EQ(talk.heard(), (std::vector<std::string>{"info table-pieces=0", "ready"}));
}

TEST(HubSession, ShowsParametersAsTheyWereSet) {
  Conversation talk;
  talk.say_all(
      {"set-param name=hash value=3", "set-param name=bb-size value=0", "set-param name=tables value=\"/a b\""});
  EXPECT_TRUE(talk.heard().empty());
  talk.say("hub");
  EXPECT_TRUE(talk.await("param name=hash").starts_with("param name=hash value=3 type=int"));
  EXPECT_TRUE(talk.await("param name=bb-size").starts_with("param name=bb-size value=0 type=int"));
  EXPECT_EQ(talk.await("param name=tables"), "param name=tables value=\"/a b\" type=string");
}

TEST(HubSession, PlaysAMove) {
  Conversation talk;
  talk.say_all({"hub", "init", "pos start", "level depth=3", "go think"});
  const std::string done = talk.await("done");
  EXPECT_TRUE(done.starts_with("done move=3")) << done;
  EXPECT_NE(done.find(" ponder="), std::string::npos) << done;
  const std::string info = talk.await("info depth=3");
  for (const char* name : {" score=", " nodes=", " time=", " nps=", " pv=\""})
    EXPECT_NE(info.find(name), std::string::npos) << info;
}

TEST(HubSession, PlaysTheMovesOfThePositionFirst) {
  Conversation talk;
  const std::string pos = "pos pos=" + empty_board_with("W", {{13, 'W'}, {9, 'b'}, {16, 'b'}, {1, 'b'}});
  talk.say_all({"init", pos + " moves=\"13x4x9 1-6 4-9\"", "level depth=1", "go think"});
  const std::string done = talk.await("done");
  EXPECT_TRUE(done.starts_with("done move=6-") || done.starts_with("done move=16-")) << done;
}

TEST(HubSession, CapturesListWhatTheyTake) {
  Conversation talk;
  talk.say_all(
      {"init", "pos pos=" + empty_board_with("W", {{31, 'w'}, {27, 'b'}, {18, 'b'}}), "level depth=1", "go think"});
  EXPECT_EQ(talk.await("done"), "done move=31x13x18x27");
}

TEST(HubSession, SpeaksWhileItSearches) {
  Conversation talk;
  talk.say_all({"init", "pos start", "level infinite", "go analyze"});
  EXPECT_NE(talk.await("info depth=3"), "");
  talk.say_all({"ping", "pos start", "go think", "hub"});
  EXPECT_EQ(talk.await("pong"), "pong");
  const std::vector<std::string> lines = talk.heard();
  const auto is_error = [](const std::string& line) { return line.starts_with("error "); };
  EXPECT_EQ(std::count_if(lines.begin(), lines.end(), is_error), 3);
  talk.say("stop");
  EXPECT_NE(talk.await("done"), "");
}

TEST(HubSession, PonderingTakesNoTimeUntilTheMoveIsPlayed) {
  Conversation talk;
  talk.say_all({"init", "pos start", "level move-time=0.01", "go ponder"});
  EXPECT_NE(talk.await("info depth=5"), "");  // takes longer than the time for the move in any build
  talk.say("ponder-hit");
  EXPECT_NE(talk.await("done"), "");
}

TEST(HubSession, SearchesOneAfterTheOtherAtOnce) {
  Conversation talk;
  talk.say("init");
  for (int i = 0; i < 50; ++i) {
    talk.heard();
    talk.say_all({"pos start", "level depth=1", "go think"});
    ASSERT_NE(talk.await("done"), "") << i;
    EXPECT_EQ(talk.await("done").substr(0, 10), "done move=");
  }
}

TEST(HubSession, QuitsWithASearchRunning) {
  Conversation talk;
  talk.say_all({"init", "pos start", "level infinite", "go think"});
  EXPECT_FALSE(talk.say("quit"));
}

TEST(HubSession, AnswersWhatItCannotObey) {
  for (const char* line :
       {"?", "castle", "=", "\"", "go think", "pos start", "set-param", "set-param name=x", "set-param name=x value=1",
        "set-param name=variant value=chess", "set-param name=hash value=0", "set-param name=hash value=-1",
        "set-param name=bb-size value=17", "set-param name=tables value=\"\"", "level depth=0", "level time=x"}) {
    Conversation talk;
    EXPECT_TRUE(talk.say(line)) << line;
    const std::vector<std::string> lines = talk.heard();
    ASSERT_EQ(lines.size(), 1U) << line;
    EXPECT_TRUE(lines[0].starts_with("error message=")) << lines[0];
  }
}

TEST(HubSession, RefusesPositionsThatAreNone) {
  Conversation talk;
  talk.say("init");
  talk.heard();
  for (const std::string& pos :
       {std::string("pos"), std::string("pos pos="), std::string("pos pos=W"), "pos pos=" + std::string(51, 'w'),
        "pos pos=" + empty_board_with("W", {{1, 'w'}, {20, 'b'}}), "pos pos=" + empty_board_with("W", {}) + "e",
        "pos pos=" + empty_board_with("W", {{31, 'w'}, {4, 'b'}}) + " moves=\"31-36\"",
        "pos pos=" + empty_board_with("W", {{31, 'w'}, {4, 'b'}}) + " moves=\"31-27 4-9 99-1\"",
        "pos pos=" + empty_board_with("W", {{31, 'w'}, {4, 'b'}}) + " moves=\"31-27,4-9\""}) {
    EXPECT_TRUE(talk.say(pos)) << pos;
    EXPECT_TRUE(talk.say("go think")) << pos;
    const std::vector<std::string> lines = talk.heard();
    ASSERT_EQ(lines.size(), 2U) << pos;
    EXPECT_TRUE(lines[0].starts_with("error message=")) << lines[0];
    EXPECT_EQ(lines[1], "error message=\"pos has to come first\"") << pos;
  }
}

TEST(HubSession, SaysThatAGameIsOver) {
  Conversation talk;
  talk.say_all({"init", "pos pos=" + empty_board_with("W", {{6, 'w'}, {1, 'b'}}), "level depth=3", "go think"});
  EXPECT_EQ(talk.await("error"), "error message=\"the game is over\"");
}

TEST(HubSession, PlaysOtherVariants) {
  Conversation talk;
  talk.say_all({"set-param name=variant value=english", "init"});
  talk.say_all(
      {"pos pos=W" + std::string(12, 'b') + std::string(8, 'e') + std::string(12, 'w'), "level depth=3", "go think"});
  EXPECT_TRUE(talk.await("done").starts_with("done move=2"));
}

TEST(HubSession, SurvivesRandomLines) {
  Conversation talk;
  talk.say_all({"init", "level depth=1"});
  const std::vector<std::string> words = {"pos",     "pos=W",         "=",     "\"",       "go",        "think",
                                          "level",   "moves=\"1-2\"", "x",     "stop",     "set-param", "name=hash",
                                          "value=1", "depth=1",       "start", "\x80\xff", "init"};
  std::uint32_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    std::string line;
    for (int j = 0; j < 4; ++j) {
      state = state * 1664525 + 1013904223;
      line += words[(state >> 8) % words.size()] + ((state >> 28) % 3 == 0 ? "" : " ");
    }
    ASSERT_TRUE(talk.say(line)) << line;
  }
  talk.heard();
  talk.say("stop");
  talk.say("ping");
  EXPECT_EQ(talk.await("pong"), "pong");
}

}  // namespace
}  // namespace dambase::player
