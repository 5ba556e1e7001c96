// dambase cluster with a squeue and an sbatch of its own, which write down what they are asked and run jobs at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gen/folder_lock.hpp"
#include "tests/tools/cluster/known_trial.hpp"
#include "tests/tools/small_set.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// $FAKE holds what these commands know. A job runs before sbatch returns, as long as its dependencies ended well.
constexpr const char* fake_sbatch = R"(#!/bin/bash
id=$(($(wc -l < "$FAKE/queue") + 1))
printf '%s\n' "$@" > "$FAKE/arguments.$id"
name= dir= after= state=COMPLETED
while [[ $1 == --* ]]; do
  case $1 in
    --job-name=*) name=${1#*=} ;;
    --chdir=*) dir=${1#*=} ;;
    --dependency=afterok:*) after=${1#*:} ;;
  esac
  shift
done
if [[ -e $FAKE/refuses ]]; then echo 'sbatch: error: no' >&2; exit 1; fi
for needed in ${after//:/ }; do grep -q "^$needed|COMPLETED" "$FAKE/queue" || state=CANCELLED; done
if [[ -e $FAKE/holds ]]; then state=PENDING
elif [[ $state == COMPLETED ]]; then (cd "$dir" && SLURM_JOB_ID=$id sh "$@") > "$FAKE/log.$id" 2>&1 || state=FAILED; fi
echo "$id|$state|None|$name|$dir" >> "$FAKE/queue"
echo "$id"
)";
constexpr const char* fake_squeue = "#!/bin/bash\ncat \"$FAKE/queue\"; echo '9|PENDING|None|KvK.wld|/elsewhere'\n";
constexpr const char* fake_scancel = "#!/bin/bash\nprintf '%s\\n' \"$@\" > \"$FAKE/cancelled\"\n";

class ClusterCommand : public SmallSet {
 protected:
  ClusterCommand() {
    const fs::path programs = folder_.path() / "bin";
    fs::create_directories(programs);
    const auto add = [&](const char* name, const char* text) {
      write_file(programs / name, text);
      fs::permissions(programs / name, fs::perms::owner_all);
    };
    add("sbatch", fake_sbatch);
    add("squeue", fake_squeue);
    add("scancel", fake_scancel);
    write_file(queue(), "");
    tools::remember_trial(set());
  }

  [[nodiscard]] fs::path queue() const { return folder_.path() / "queue"; }
  [[nodiscard]] fs::path set() const { return folder_.path() / "set" / "international"; }
  [[nodiscard]] std::vector<std::string> asked(int id) const {
    return lines_of(read_file(folder_.path() / ("arguments." + std::to_string(id))));
  }

  [[nodiscard]] Outcome run_here(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--tables", (folder_.path() / "set").string()});
    return Command(arguments)
        .with("FAKE=" + folder_.string())
        .with("PATH=" + (folder_.path() / "bin").string() + ":" + std::getenv("PATH"))
        .run();
  }
  [[nodiscard]] Outcome cluster(const char* part, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"cluster", part, "-n", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_here(arguments);
  }
  [[nodiscard]] Outcome submit(std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--threads", "2", "--memory", "2G"});
    return cluster("submit", more);
  }

  void expect_same_tables() const {
    for (const auto& entry : fs::directory_iterator(fs::path(tables()) / "international")) {
      const fs::path name = entry.path().filename();
      EXPECT_TRUE(fs::exists(set() / name) && read_file(set() / name) == read_file(entry.path())) << name;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(ClusterCommand, BuildsTheSameTablesByJobs) {
  const Outcome outcome =
      submit({"--batch-minutes", "0", "--queue-option=--partition=long", "--checkpoint-minutes", "3"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("submitted 9 jobs, 9 tables; ")) << outcome.out;
  expect_same_tables();
  const std::vector<std::string> first = asked(1);
  for (const char* option : {"--parsable", "--requeue", "--cpus-per-task=2", "--job-name=KvK.wld", "--partition=long",
                             "--kill-on-invalid-dep=yes", "--signal=B:TERM@180", "--checkpoint-minutes"})
    EXPECT_NE(std::ranges::find(first, option), first.end()) << option;
  const Outcome status = cluster("status");
  EXPECT_EQ(status.exit_code, 0) << status.err;
  EXPECT_TRUE(status.out.starts_with("tables   9 of 9 are there\n")) << status.out;
  EXPECT_EQ(submit().out,
            "submitted 0 jobs, 0 tables; 9 of 9 tables are there, 0 running, 0 queued, 0 open, 0 failed\n");
}

TEST_F(ClusterCommand, BuildsTheSameTablesByABatch) {
  const Outcome outcome = submit();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("submitted 1 jobs, 9 tables; ")) << outcome.out;
  expect_same_tables();
}

TEST_F(ClusterCommand, TellsWhatWaitsAndStopsIt) {
  write_file(folder_.path() / "holds", "");
  ASSERT_EQ(submit({"--batch-minutes", "0"}).exit_code, 0);
  const Outcome waiting = cluster("status");
  EXPECT_EQ(waiting.exit_code, 75);
  EXPECT_NE(waiting.out.find("9 jobs: 0 tables running, 9 waiting"), std::string::npos) << waiting.out;
  EXPECT_EQ(cluster("stop").exit_code, 2) << "of a folder, not of a number of pieces";
  const Outcome stopped = run_here({"cluster", "stop"});
  EXPECT_EQ(stopped.out, "stopped 9 jobs\n") << stopped.err;
  EXPECT_EQ(lines_of(read_file(folder_.path() / "cancelled")).size(), 9U);
}

TEST_F(ClusterCommand, ATableThatNeedsTooMuchIsGivenUpWithItsReason) {
  const Outcome outcome = cluster("submit", {"--memory", "50M", "--threads", "2"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("KvK.wld: given up after 0 tries: KvK needs"), std::string::npos) << outcome.err;
  const Outcome status = cluster("status", {"--memory", "50M", "--threads", "2", "--json"});
  EXPECT_EQ(status.exit_code, 1);
  EXPECT_EQ(ordered_json::parse(status.out)["there"], 0);
}

TEST_F(ClusterCommand, AQueueThatRefusesIsForAnotherTime) {
  write_file(folder_.path() / "refuses", "");
  const Outcome outcome = submit();
  EXPECT_EQ(outcome.exit_code, 75);
  EXPECT_EQ(outcome.err, "dambase: sbatch ended with 1: sbatch: error: no\n");
  fs::remove(folder_.path() / "refuses");
  EXPECT_EQ(submit().exit_code, 0);
  expect_same_tables();
}

TEST_F(ClusterCommand, TwoDoNotSubmitAtOnce) {
  fs::create_directories(set() / "cluster");
  const auto lock = FolderLock::take(set() / "cluster");
  ASSERT_TRUE(lock);
  const Outcome outcome = submit();
  EXPECT_EQ(outcome.exit_code, 75);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_EQ(read_file(queue()), "");
}

TEST_F(ClusterCommand, WhatSlurmWillNeverBeginIsCancelledAndSubmittedAgain) {
  const std::string here = "|" + (set() / "cluster").string() + "\n";
  write_file(queue(), "1|PENDING|launch failed requeued held|KvK.wld" + here +
                          "2|PENDING|DependencyNeverSatisfied|KvM.wld" + here + "3|PENDING|JobHeldUser|MvM.wld" + here +
                          "4|REQUEUE_HOLD|None|KKvK.wld" + here + "5|COMPLETING|None|KKvM.wld" + here);
  write_file(folder_.path() / "holds", "");
  const Outcome outcome = submit({"--batch-minutes", "0"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("submitted 7 jobs, 7 tables; ")) << outcome.out;
  EXPECT_EQ(lines_of(read_file(folder_.path() / "cancelled")), (std::vector<std::string>{"1", "2", "4"}));
}

// Built by an earlier job and damaged since: what needs it sets it aside, and the next submission builds it again.
TEST_F(ClusterCommand, ADamagedTableIsBuiltAgain) {
  ASSERT_EQ(submit().exit_code, 0);
  constexpr std::size_t in_a_block = 260;  // so header and directory are sound
  damage(set() / "KvM.wld", in_a_block);
  fs::remove(set() / "MMvM.wld");
  const Outcome found = submit();
  EXPECT_FALSE(fs::exists(set() / "KvM.wld")) << found.out;
  for (int round = 0; round < 3; ++round) static_cast<void>(submit());
  expect_same_tables();
}

TEST(ClusterCommandAlone, WithoutSlurmIsOneClearLine) {
  const TemporaryFolder folder;
  const Outcome outcome =
      Command({"cluster", "submit", "-n", "2", "--tables", folder.string()}).with("PATH=" + folder.string()).run();
  EXPECT_EQ(outcome.exit_code, 3);
  ASSERT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("squeue"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace dambase::tests
