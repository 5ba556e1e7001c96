// dambase work: one table by one process of many, and what becomes of it when inputs are missing or somebody dies.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "gen/folder_lock.hpp"
#include "tests/tools/small_set.hpp"
#include "tools/cluster/ninja_file.hpp"
#include "tools/cluster/subprocess.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

class WorkCommand : public SmallSet {
 protected:
  WorkCommand() : set_(copy_into(folder_)) {}

  [[nodiscard]] Outcome work(const std::string& node, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"work", node, "--tables", folder_.string(), "--wait", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  [[nodiscard]] static std::string right(const std::string& node) {
    return read_file(fs::path(tables()) / "international" / node);
  }
  [[nodiscard]] ordered_json status(const std::string& node) const {
    return ordered_json::parse(read_file(set_ / (node + ".status")));
  }

  TemporaryFolder folder_;
  fs::path set_;
};

TEST_F(WorkCommand, BuildsEachTableAsBuildDoes) {
  for (const auto& entry : fs::directory_iterator(fs::path(tables()) / "international")) {
    const std::string node = entry.path().filename();
    fs::remove(set_ / node);
    const Outcome outcome = work(node, {"--threads", "2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with("built " + node + ", ")) << outcome.out;
    EXPECT_TRUE(read_file(set_ / node) == right(node)) << node;
  }
}

TEST_F(WorkCommand, LeavesAloneWhatIsThere) {
  const auto before = fs::last_write_time(set_ / "KKvM.wld");
  const Outcome outcome = work("KKvM.wld");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "KKvM.wld is there\n");
  EXPECT_EQ(fs::last_write_time(set_ / "KKvM.wld"), before);
  EXPECT_FALSE(fs::exists(set_ / "KKvM.wld.status"));
}

TEST_F(WorkCommand, SaysWhoBuiltItAndInWhat) {
  fs::remove(set_ / "KKvM.wld");
  ASSERT_EQ(work("KKvM.wld", {"--threads", "2", "--memory", "1G"}).exit_code, 0);
  const ordered_json said = status("KKvM.wld");
  EXPECT_EQ(said["state"], "done");
  EXPECT_EQ(said["exit_code"], 0);
  EXPECT_EQ(said["attempt"], 1);
  EXPECT_EQ(said["failures"], 0);
  EXPECT_EQ(said["threads"], 2);
  EXPECT_EQ(said["memory_limit_bytes"], 1U << 30);
  EXPECT_EQ(said["positions"], said["positions_done"]);
  EXPECT_GT(said["peak_memory_bytes"], 0);
  EXPECT_LE(said["start"].get<double>(), said["end"].get<double>());
  EXPECT_FALSE(said["host"].get<std::string>().empty());
}

TEST_F(WorkCommand, AMissingInputIsForAnotherTime) {
  fs::remove(set_ / "KKvM.wld");
  fs::remove(set_ / "KvM.wld");
  const Outcome outcome = work("KKvM.wld");
  EXPECT_EQ(outcome.exit_code, 75);
  ASSERT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("KvM.wld"), std::string::npos);
  EXPECT_EQ(status("KKvM.wld")["state"], "waiting");
  EXPECT_EQ(work("KvM.wld").exit_code, 0);
  EXPECT_EQ(work("KKvM.wld").exit_code, 0);
  EXPECT_EQ(status("KKvM.wld")["attempt"], 2);
  EXPECT_EQ(status("KKvM.wld")["failures"], 0);
}

TEST_F(WorkCommand, WaitsForAnInputThatAppears) {
  fs::remove(set_ / "KKvM.wld");
  const fs::path away = folder_.path() / "away";
  fs::rename(set_ / "KvM.wld", away);
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    fs::rename(away, set_ / "KvM.wld");
  });
  const Outcome waited = run({"work", "KKvM.wld", "--tables", folder_.string(), "--wait", "60"});
  EXPECT_EQ(waited.exit_code, 0) << waited.err;
}

TEST_F(WorkCommand, ADamagedInputIsSetAsideAndBuiltAgain) {
  fs::remove(set_ / "KKvM.wld");
  constexpr std::size_t in_a_block = 260;  // so header and directory are sound
  damage(set_ / "KvM.wld", in_a_block);
  const Outcome outcome = work("KKvM.wld");
  EXPECT_EQ(outcome.exit_code, 75) << outcome.err;
  EXPECT_NE(outcome.err.find("renamed to KvM.wld.damaged"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(set_ / "KvM.wld"));
  EXPECT_EQ(work("KvM.wld").exit_code, 0);
  EXPECT_EQ(work("KKvM.wld").exit_code, 0);
  for (const char* node : {"KvM.wld", "KKvM.wld"}) EXPECT_TRUE(read_file(set_ / node) == right(node)) << node;
}

TEST_F(WorkCommand, ADamagedOutputIsBuiltAgain) {
  damage(set_ / "KKvM.wld", right("KKvM.wld").size() / 2);
  EXPECT_EQ(work("KKvM.wld").exit_code, 0);
  EXPECT_TRUE(read_file(set_ / "KKvM.wld") == right("KKvM.wld"));
}

TEST_F(WorkCommand, TwoAtOnceDoNoHarm) {
  fs::remove(set_ / "KMvK.wld");
  std::vector<Outcome> outcomes(4);
  {
    std::vector<std::jthread> threads;
    for (Outcome& outcome : outcomes) threads.emplace_back([&] { outcome = work("KMvK.wld"); });
  }
  for (const Outcome& outcome : outcomes) EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(read_file(set_ / "KMvK.wld") == right("KMvK.wld"));
  for (const auto& entry : fs::directory_iterator(set_))
    EXPECT_FALSE(entry.path().string().ends_with(".unfinished")) << entry.path();
}

TEST_F(WorkCommand, NotWhileABuildHoldsTheFolder) {
  fs::remove(set_ / "KvK.wld");
  const auto lock = FolderLock::take(set_);
  ASSERT_TRUE(lock);
  EXPECT_EQ(work("KvK.wld").exit_code, 75);
}

TEST_F(WorkCommand, ABuildWaitsForItsTurn) {
  const auto lock = FolderLock::share(set_);
  ASSERT_TRUE(lock);
  EXPECT_TRUE(FolderLock::share(set_));
  EXPECT_EQ(run({"build", "-n", "2", "--tables", folder_.string()}).exit_code, 75);
}

TEST_F(WorkCommand, CountsFailures) {
  fs::remove(set_ / "KKvM.wld");
  for (int attempt = 1; attempt <= 3; ++attempt) {
    EXPECT_EQ(work("KKvM.wld", {"--memory", "20M"}).exit_code, 3);
    EXPECT_EQ(status("KKvM.wld")["state"], "failed");
    EXPECT_EQ(status("KKvM.wld")["error_code"], "out_of_memory");
    EXPECT_EQ(status("KKvM.wld")["attempt"], attempt);
    EXPECT_EQ(status("KKvM.wld")["failures"], attempt - 1);
  }
}

TEST_F(WorkCommand, RefusesWhatIsNoTable) {
  for (const char* node : {"KvK", "KvK.tbl", "MvK.wld", "../KvK.wld", "/KvK.wld", "", "KKv.wld"}) {
    const Outcome outcome = work(node);
    EXPECT_EQ(outcome.exit_code, 2) << node;
    EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  }
}

TEST_F(WorkCommand, MakesATableInParts) {
  fs::remove(set_ / "KMvK.wld");
  EXPECT_EQ(work("KMvK.wld.cut3.1").exit_code, 75) << "it reads the part before it";
  EXPECT_EQ(work("KMvK.wld.cut3").exit_code, 75);
  int parts = 0;
  while (work("KMvK.wld.cut3." + std::to_string(parts)).exit_code == 0) ++parts;
  EXPECT_GE(parts, 3);
  EXPECT_EQ(work("KMvK.wld.cut3").exit_code, 75) << "it reads sections";
  EXPECT_EQ(work("KMvK.wld.cut3." + std::to_string(parts)).exit_code, 2) << "there are no more";
  EXPECT_EQ(work("KMvK.wld.cut3.1").out, "KMvK.wld.cut3.1 is there\n");
  EXPECT_EQ(status("KMvK.wld.cut3.1")["state"], "done");
  // A damaged one is found, set aside and made again.
  damage(set_ / "KMvK.wld.cut3.1", fs::file_size(set_ / "KMvK.wld.cut3.1") / 2);
  const Outcome damaged = work("KMvK.wld.cut3.section0");
  EXPECT_EQ(damaged.exit_code, 75) << damaged.err;
  EXPECT_TRUE(fs::exists(set_ / "KMvK.wld.cut3.1.damaged"));
  EXPECT_EQ(work("KMvK.wld.cut3.1").exit_code, 0);
  for (const char* section : {"0", "1", "2"})
    EXPECT_EQ(work("KMvK.wld.cut3.section" + std::string(section)).exit_code, 0);
  EXPECT_EQ(work("KMvK.wld.cut3.section3").exit_code, 2) << "there are no more";
  const Outcome table = work("KMvK.wld.cut3");
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_TRUE(read_file(set_ / "KMvK.wld") == right("KMvK.wld"));
  EXPECT_FALSE(fs::exists(set_ / "KMvK.wld.cut3.1"));
  EXPECT_FALSE(fs::exists(set_ / "KMvK.wld.cut3.section1"));
  EXPECT_EQ(work("KMvK.wld.cut3.1").out, "KMvK.wld.cut3.1 is there\n") << "its table is";
}

// Of another cut, under the name of this one: its bytes are sound, but it is of no use.
TEST_F(WorkCommand, APartOfSomethingElseIsMadeAgain) {
  fs::remove(set_ / "KMvK.wld");
  ASSERT_EQ(work("KMvK.wld.cut2.0").exit_code, 0);
  fs::copy_file(set_ / "KMvK.wld.cut2.0", set_ / "KMvK.wld.cut3.0");
  EXPECT_EQ(work("KMvK.wld.cut3.1").exit_code, 75) << "it reads that one";
  EXPECT_TRUE(fs::exists(set_ / "KMvK.wld.cut3.0.damaged"));
  fs::copy_file(set_ / "KMvK.wld.cut2.0", set_ / "KMvK.wld.cut3.0");
  EXPECT_EQ(work("KMvK.wld.cut3.0").exit_code, 0);
  EXPECT_EQ(work("KMvK.wld.cut3.1").exit_code, 0);
  // Whichever way the table is made, nothing is left of the others.
  ASSERT_EQ(work("KMvK.wld").exit_code, 0);
  for (const char* left : {"KMvK.wld.cut2.0", "KMvK.wld.cut3.0", "KMvK.wld.cut3.1", "KMvK.wld.cut3.1.status"})
    EXPECT_FALSE(fs::exists(set_ / left)) << left;
}

TEST_F(WorkCommand, ADamagedTableThatIsCutIsSetAside) {
  damage(set_ / "KMvK.wld", fs::file_size(set_ / "KMvK.wld") / 2);
  EXPECT_EQ(work("KMvK.wld.cut3").exit_code, 75) << "its sections are there no more";
  EXPECT_TRUE(fs::exists(set_ / "KMvK.wld.damaged"));
  EXPECT_EQ(work("KMvK.wld.cut3.0").exit_code, 0);
}

TEST_F(WorkCommand, ATableUnderAWrongNameIsAFailure) {
  fs::copy_file(set_ / "KvM.wld", set_ / "KvK.wld", fs::copy_options::overwrite_existing);
  const Outcome outcome = work("KvK.wld");
  EXPECT_NE(outcome.err.find("holds KvM.wld, not KvK.wld"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.exit_code, 75);
  EXPECT_EQ(status("KvK.wld")["state"], "failed");
  EXPECT_TRUE(read_file(set_ / "KvK.wld") == read_file(set_ / "KvM.wld"));
}

TEST_F(WorkCommand, WhatIsNoStatusFileDoesNoHarm) {
  fs::remove(set_ / "KKvM.wld");
  fs::create_directory(set_ / "KKvM.wld.status");
  EXPECT_EQ(work("KKvM.wld").exit_code, 0);
  EXPECT_TRUE(read_file(set_ / "KKvM.wld") == right("KKvM.wld"));
}

TEST_F(WorkCommand, DistancesAndKingsAloneAreNotMadeInParts) {
  for (const char* node : {"KMvK.dtw.cut3.0", "KKvK.wld.cut3.section0", "MvM.wld.cut2"}) {
    const Outcome outcome = work(node);
    EXPECT_EQ(outcome.exit_code, 2) << node;
    EXPECT_NE(outcome.err.find("in parts"), std::string::npos) << outcome.err;
  }
}

// In a folder that is not there yet, nothing but the table and its status appears.
TEST(WorkCommandAlone, MakesItsFolder) {
  const TemporaryFolder folder;
  const std::string tables = (folder.path() / "new set").string();
  ASSERT_EQ(run({"work", "KvK.wld", "--tables", tables}).exit_code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(tables) / "international"), fs::directory_iterator()), 2);
}

// Also when it has looked into a damaged table before, by many threads.
TEST_F(WorkCommand, EndsCleanlyOnASignalAfterItHasReadTables) {
  for (int round = 0; round < 5; ++round) {
    damage(set_ / "KMvM.wld", 2000);
    fs::remove(set_ / "KvM.wld");  // for which it waits
    const auto ended = tools::run_program({"timeout", "--preserve-status", "-s", "TERM", "0.3", DAMBASE_COMMAND, "work",
                                           "KMvM.wld", "--tables", folder_.string()});
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_EQ(ended->exit_code, 75) << ended->err;
    EXPECT_EQ(status("KMvM.wld")["state"], "stopped");
    constexpr auto again = fs::copy_options::recursive | fs::copy_options::overwrite_existing;
    fs::copy(fs::path(tables()) / "international", set_, again);
  }
}

// ---- checkpoints ----

// A table that takes some tenths of a second with one thread, and all that it needs.
class WorkCommandStopped : public ::testing::Test {
 protected:
  WorkCommandStopped() : set_(folder_.path() / "international") {
    const Outcome built = run({"build", "--material", "KMvKM", "--tables", folder_.string()});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    right_ = read_file(set_ / node);
    fs::remove(set_ / node);
  }

  // Runs what works on it, with a signal after a share of the time that it takes; again, with other shares, until there
  // was something to be kept.
  void stop_at_work(const std::string& signal, const std::vector<std::string>& command) {
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(tools::run_program(command));
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    for (int attempt = 0; attempt < 100 && !fs::exists(checkpoint_); ++attempt) {
      fs::remove(set_ / node);
      const double seconds = whole.count() * (0.3 + 0.07 * (attempt % 9));
      std::vector<std::string> all = {"timeout", "--preserve-status", "-s", signal, fmt::format("{:.3f}", seconds)};
      all.insert(all.end(), command.begin(), command.end());
      const auto ended = tools::run_program(all);
      ASSERT_TRUE(ended) << ended.error().message;
      ASSERT_GE(ended->exit_code, 0) << ended->err;
      const bool has_begun = fs::exists(set_ / (std::string(node) + ".status"));
      EXPECT_FALSE(has_begun && status()["state"] == "running") << "it works on, or was killed";
    }
    ASSERT_TRUE(fs::exists(checkpoint_));
  }
  void expect_stopped() const {
    const ordered_json stopped = status();
    EXPECT_EQ(stopped["state"], "stopped");
    EXPECT_EQ(stopped["exit_code"], 75);
    EXPECT_EQ(stopped["error_code"], "stopped");
    EXPECT_NE(stopped["error"].get<std::string>().find("are in the checkpoint"), std::string::npos) << stopped;
    EXPECT_EQ(stopped["positions_resumed"], 0);
  }
  [[nodiscard]] ordered_json status() const {
    return ordered_json::parse(read_file(set_ / (std::string(node) + ".status")));
  }
  [[nodiscard]] Outcome work() const { return run({"work", node, "--tables", folder_.string()}); }

  static constexpr const char* node = "KMvKM.wld";
  TemporaryFolder folder_;
  fs::path set_;
  fs::path checkpoint_ = set_ / "KMvKM.wld.checkpoint";
  std::string right_;
};

TEST_F(WorkCommandStopped, GoesOnFromItsCheckpoint) {
  stop_at_work("USR1", {DAMBASE_COMMAND, "work", node, "--threads", "1", "--tables", folder_.string()});
  expect_stopped();
  const Outcome outcome = work();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_GT(status()["positions_resumed"], 0);
  EXPECT_EQ(status()["positions_done"], status()["positions"]);
  EXPECT_EQ(status()["failures"], 0);
  EXPECT_TRUE(read_file(set_ / node) == right_);
  EXPECT_FALSE(fs::exists(checkpoint_));
}

// As a cluster ends batches.
TEST_F(WorkCommandStopped, NinjaHandsTheSignalOnAndWaits) {
  tools::WorkNode only;
  only.name = only.output = node;
  only.memory_bytes = std::uint64_t{200} << 20;
  const tools::NinjaMachine machine{DAMBASE_COMMAND, *find_variant("international"), folder_.path(), 1,
                                    2 * only.memory_bytes};
  write_file(folder_.path() / "build.ninja", tools::ninja_file({only}, {0}, machine, tools::NinjaInputs::all));
  const std::vector<std::string> ninja = {"ninja", "-C", folder_.string()};
  stop_at_work("TERM", ninja);
  expect_stopped();
  const auto ended = tools::run_program(ninja);
  ASSERT_TRUE(ended) << ended.error().message;
  EXPECT_EQ(ended->exit_code, 0) << ended->out;
  EXPECT_GT(status()["positions_resumed"], 0);
  EXPECT_TRUE(read_file(set_ / node) == right_);
}

TEST_F(WorkCommandStopped, ADamagedCheckpointIsALineAndTheTableIsBegunAnew) {
  write_file(checkpoint_, "no checkpoint");
  const Outcome outcome = work();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  ASSERT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("KMvKM.wld.checkpoint: damaged"), std::string::npos) << outcome.err;
  EXPECT_EQ(status()["positions_resumed"], 0);
  EXPECT_TRUE(read_file(set_ / node) == right_);
  // One that is left beside a table goes when somebody looks.
  write_file(checkpoint_, "no checkpoint");
  EXPECT_EQ(work().out, "KMvKM.wld is there\n");
  EXPECT_FALSE(fs::exists(checkpoint_));
}

// Stopped while it waits, it says so and leaves nothing else.
TEST(WorkCommandAlone, EndsCleanlyOnASignal) {
  for (const char* name : {"TERM", "USR1", "INT"}) {
    const TemporaryFolder folder;
    ASSERT_EQ(run({"work", "KvK.wld", "--tables", folder.string()}).exit_code, 0);
    // Its other inputs never come; `timeout` sends the signal and ends as the command does.
    const auto ended = tools::run_program({"timeout", "--preserve-status", "-s", name, "0.5", DAMBASE_COMMAND, "work",
                                           "KKvM.wld", "--tables", folder.string()});
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_EQ(ended->exit_code, 75) << name;
    const ordered_json said = ordered_json::parse(read_file(folder.path() / "international" / "KKvM.wld.status"));
    EXPECT_EQ(said["state"], "stopped");
    EXPECT_EQ(said["exit_code"], 75);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path() / "international"), fs::directory_iterator()), 3);
  }
}

}  // namespace
}  // namespace dambase::tests
