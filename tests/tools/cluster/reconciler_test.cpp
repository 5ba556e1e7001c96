// The reconciler, with a queue of its own in which jobs end as a test wants.
#include "tools/cluster/reconciler.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/folder_lock.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/tools/cluster/known_trial.hpp"
#include "tools/cluster/text_file.hpp"

namespace dambase::tools {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

// Keeps jobs in memory, and never begins one by itself.
class FakeQueue final : public JobQueue {
 public:
  Result<std::vector<QueuedJob>> jobs() override { return listed; }
  Result<std::string> submit(const JobRequest& request) override {
    if (refuses) return Error{ErrorCode::queue_failed, "sbatch ended with 1: no"};
    requests.push_back(request);
    listed.push_back({std::to_string(requests.size()), request.name, JobPhase::waiting, JobOutcome::unknown});
    return listed.back().id;
  }
  Result<void> cancel(const std::vector<std::string>& ids) override {
    cancelled.insert(cancelled.end(), ids.begin(), ids.end());
    return {};
  }
  std::map<std::string, JobOutcome> outcomes(const std::vector<std::string>&) override { return remembered; }

  void end(const std::string& name, JobOutcome outcome) {
    for (QueuedJob& job : listed) {
      if (job.name == name) job = {job.id, job.name, JobPhase::ended, outcome};
    }
  }
  [[nodiscard]] const JobRequest& last_for(const std::string& name) const {
    return *std::ranges::find(requests.rbegin(), requests.rend(), name, &JobRequest::name);
  }

  std::vector<QueuedJob> listed;
  std::vector<JobRequest> requests;
  std::vector<std::string> cancelled;
  std::map<std::string, JobOutcome> remembered;
  bool refuses = false;
};

class ReconcilerTest : public testing::Test {
 protected:
  ReconcilerTest() {
    options_.build = test::options_for(folder_.path(), 3);
    options_.program = "/bin/dambase";
    options_.batch_s = 0;
    tables_ = folder_.path() / "international";
    remember_trial(tables_);
  }

  Submission submit() {
    auto submission = Reconciler(options_, queue_).submit();
    EXPECT_TRUE(submission) << submission.error().message;
    return submission ? *std::move(submission) : Submission{};
  }
  ClusterView look() { return *Reconciler(options_, queue_).look(); }

  // As if a job had built it.
  void finish(const std::string& name) {
    fs::copy_file(test::built_tables(3) / "international" / name, tables_ / name, fs::copy_options::overwrite_existing);
  }
  void finish_all() {
    for (const auto& entry : fs::directory_iterator(test::built_tables(3) / "international"))
      finish(entry.path().filename());
  }

  void say(const std::string& name, NodeState state, int attempt, int failures, const std::string& code = "") {
    NodeStatus status;
    status.node = name;
    status.state = state;
    status.attempt = attempt;
    status.failures = failures;
    status.error_code = code;
    status.error = code;
    EXPECT_TRUE(write_status(tables_ / name, status));
  }

  [[nodiscard]] static const NodeView& view_of(const ClusterView& view, const std::string& name) {
    const auto found = std::ranges::find(view.nodes, name, &WorkNode::name);
    return view.views[static_cast<std::size_t>(found - view.nodes.begin())];
  }

  TemporaryFolder folder_;
  fs::path tables_;
  FakeQueue queue_;
  ClusterOptions options_;
};

TEST_F(ReconcilerTest, SubmitsEachTableOnceAfterWhatItNeeds) {
  const Submission first = submit();
  EXPECT_EQ(first.jobs, 9U);
  std::set<std::string> ids;
  for (std::size_t i = 0; i < queue_.requests.size(); ++i) {
    for (const std::string& id : queue_.requests[i].dependencies) EXPECT_TRUE(ids.contains(id)) << id;
    ids.insert(std::to_string(i + 1));
  }
  EXPECT_EQ(queue_.last_for("KvK.wld").dependencies.size(), 0U);
  EXPECT_EQ(queue_.last_for("KvM.wld").dependencies.size(), 1U);
  EXPECT_EQ(submit().jobs, 0U) << "what is in the queue is not submitted again";
}

TEST_F(ReconcilerTest, DependsOnlyOnWhatIsNotOnDisk) {
  finish("KvK.wld");
  finish("KvM.wld");
  const Submission submission = submit();
  EXPECT_EQ(submission.jobs, 7U);
  EXPECT_TRUE(queue_.last_for("KKvK.wld").dependencies.empty());
  EXPECT_EQ(submission.view.count(NodePhase::there), 2U);
}

TEST_F(ReconcilerTest, KeepsToItsWindow) {
  options_.window = 4;
  EXPECT_EQ(submit().jobs, 4U);
  EXPECT_EQ(submit().jobs, 0U);
  queue_.end("KvK.wld", JobOutcome::well);
  finish("KvK.wld");
  EXPECT_EQ(submit().jobs, 1U);
}

TEST_F(ReconcilerTest, WhatWasLostIsSubmittedAgain) {
  submit();
  queue_.listed.clear();
  EXPECT_EQ(submit().jobs, 9U);
  EXPECT_EQ(look().views.front().failures, 0) << "the controller's fault, not the table's";
}

TEST_F(ReconcilerTest, AJobThatWaitsForeverIsCancelledAndSubmittedAgain) {
  submit();
  queue_.listed[3].phase = JobPhase::stuck;
  EXPECT_EQ(submit().jobs, 1U);
  EXPECT_EQ(queue_.cancelled, std::vector<std::string>{queue_.listed[3].id});
}

TEST_F(ReconcilerTest, AsksForMoreMemoryAfterItRanOut) {
  submit();
  const std::uint64_t before = queue_.last_for("KvK.wld").memory_bytes;
  queue_.end("KvK.wld", JobOutcome::out_of_memory);
  say("KvK.wld", NodeState::running, 1, 0);
  submit();
  EXPECT_GT(queue_.last_for("KvK.wld").memory_bytes, before * 3 / 2);
  // And if the process itself says so.
  queue_.end("KvK.wld", JobOutcome::failed);
  say("KvK.wld", NodeState::failed, 2, 1, "out_of_memory");
  submit();
  EXPECT_GT(queue_.last_for("KvK.wld").memory_bytes, before * 3);
}

TEST_F(ReconcilerTest, AsksForMoreTimeAfterItRanOut) {
  submit();
  const double before = queue_.last_for("KvM.wld").seconds;
  queue_.end("KvM.wld", JobOutcome::out_of_time);
  finish("KvK.wld");
  say("KvM.wld", NodeState::stopped, 1, 0);
  submit();
  EXPECT_EQ(queue_.last_for("KvM.wld").seconds, 2 * before);
  EXPECT_EQ(view_of(look(), "KvM.wld").failures, 1);
}

TEST_F(ReconcilerTest, GivesUpAfterSoManyFailuresAndSaysWhy) {
  options_.tries = 3;
  finish("KvK.wld");
  for (int attempt = 1; attempt <= 3; ++attempt) {
    submit();
    queue_.end("KvM.wld", JobOutcome::failed);
    say("KvM.wld", NodeState::failed, attempt, attempt - 1, "out_of_disk");
  }
  const Submission last = submit();
  EXPECT_EQ(view_of(last.view, "KvM.wld").phase, NodePhase::given_up);
  EXPECT_EQ(view_of(last.view, "KvM.wld").reason, "out_of_disk");
  queue_.listed.clear();
  const ClusterView after = submit().view;
  EXPECT_EQ(view_of(after, "MvM.wld").phase, NodePhase::blocked);
  EXPECT_EQ(view_of(after, "KKvK.wld").phase, NodePhase::queued) << "what does not need it goes on";
  options_.tries_again = true;
  EXPECT_EQ(view_of(submit().view, "KvM.wld").phase, NodePhase::queued);
}

TEST_F(ReconcilerTest, AJobThatFailsBeforeItsWorkBeginsIsAFailureToo) {
  options_.tries = 2;
  for (int round = 0; round < 2; ++round) {
    submit();
    queue_.end("KvK.wld", JobOutcome::failed);
    for (const char* other : {"KvM.wld", "MvM.wld", "KKvK.wld"}) queue_.end(other, JobOutcome::cancelled);
  }
  const ClusterView view = submit().view;
  EXPECT_EQ(view_of(view, "KvK.wld").phase, NodePhase::given_up);
  EXPECT_NE(view_of(view, "KvK.wld").reason.find("see its log"), std::string::npos);
  EXPECT_EQ(view_of(view, "KvM.wld").failures, 0) << "it was never its turn";
}

TEST_F(ReconcilerTest, AStopIsNoFailure) {
  submit();
  queue_.end("KvK.wld", JobOutcome::cancelled);
  say("KvK.wld", NodeState::stopped, 1, 0);
  EXPECT_EQ(view_of(submit().view, "KvK.wld").failures, 0);
}

// Told that its time is nearly up, it has left a checkpoint and ended in good order.
TEST_F(ReconcilerTest, AStopBeforeItsTimeIsUpIsNoFailureButAsksForMoreTime) {
  submit();
  const double before = queue_.last_for("KvM.wld").seconds;
  finish("KvK.wld");
  queue_.end("KvM.wld", JobOutcome::failed);
  say("KvM.wld", NodeState::stopped, 1, 0, "stopped");
  submit();
  EXPECT_EQ(queue_.last_for("KvM.wld").seconds, 2 * before);
  EXPECT_EQ(view_of(look(), "KvM.wld").failures, 0);
  EXPECT_EQ(view_of(look(), "KvM.wld").reason, "stopped");
}

// The queue does not say how it ended: by how long it ran.
TEST_F(ReconcilerTest, AStopThatTheQueueHasForgottenCountsByItsTime) {
  submit();
  const double before = queue_.last_for("KvM.wld").seconds;
  finish("KvK.wld");
  std::erase_if(queue_.listed, [](const QueuedJob& job) { return job.name == "KvM.wld"; });
  say("KvM.wld", NodeState::stopped, 1, 0, "stopped");
  submit();
  EXPECT_EQ(queue_.last_for("KvM.wld").seconds, before);
  std::erase_if(queue_.listed, [](const QueuedJob& job) { return job.name == "KvM.wld"; });
  NodeStatus status = *read_status(tables_ / "KvM.wld");
  status.attempt = 2;
  status.end = status.start + before - 200;
  ASSERT_TRUE(write_status(tables_ / "KvM.wld", status));
  submit();
  EXPECT_EQ(queue_.last_for("KvM.wld").seconds, 2 * before);
}

TEST_F(ReconcilerTest, WhatABatchHadNotBegunWhenItWasStoppedHasNotFailed) {
  options_.batch_s = 600;
  submit();
  const double before = queue_.requests[0].seconds;
  finish("KvK.wld");
  queue_.end(queue_.requests[0].name, JobOutcome::failed);
  say("KKvK.wld", NodeState::stopped, 1, 0, "stopped");
  EXPECT_EQ(view_of(submit().view, "KvM.wld").failures, 0);
  ASSERT_EQ(queue_.requests.size(), 2U) << "one batch again";
  EXPECT_GT(queue_.requests[1].seconds, 1.9 * before);
}

TEST_F(ReconcilerTest, HandsOnHowOftenCheckpointsAreLeft) {
  submit();
  EXPECT_EQ(std::ranges::count(queue_.requests[0].command, "--checkpoint-minutes"), 0);
  queue_.listed.clear();
  options_.checkpoint_minutes = 0;
  submit();
  const std::vector<std::string>& command = queue_.requests.back().command;
  ASSERT_EQ(std::ranges::count(command, "--checkpoint-minutes"), 1);
  EXPECT_EQ(command.back(), "0");
  queue_.listed.clear();
  options_.batch_s = 600;
  submit();
  EXPECT_NE(read_text(queue_.requests.back().command.back())->find(" --checkpoint-minutes 0 "), std::string::npos);
}

TEST_F(ReconcilerTest, OneAtATime) {
  const auto lock = FolderLock::take(tables_ / "cluster");
  ASSERT_TRUE(lock);
  const auto submission = Reconciler(options_, queue_).submit();
  ASSERT_FALSE(submission);
  EXPECT_EQ(submission.error().code, ErrorCode::folder_in_use);
  EXPECT_TRUE(queue_.requests.empty());
}

TEST_F(ReconcilerTest, AQueueThatRefusesEndsTheSubmissionAndNothingElse) {
  queue_.refuses = true;
  const Submission refused = submit();
  ASSERT_TRUE(refused.failure);
  EXPECT_EQ(refused.jobs, 0U);
  queue_.refuses = false;
  EXPECT_EQ(submit().jobs, 9U);
}

TEST_F(ReconcilerTest, ABatchIsOneJobAndItsNodesAreQueued) {
  options_.batch_s = 600;
  const Submission submission = submit();
  EXPECT_EQ(submission.jobs, 1U);
  EXPECT_EQ(submission.nodes, 9U);
  EXPECT_EQ(queue_.requests[0].command.front(), "ninja");
  EXPECT_EQ(submit().jobs, 0U);
  EXPECT_EQ(look().count(NodePhase::queued), 9U);
  // Some of it was built before it died: the rest is a smaller batch.
  finish("KvK.wld");
  finish("KvM.wld");
  queue_.end(queue_.requests[0].name, JobOutcome::node_failed);
  const Submission again = submit();
  EXPECT_EQ(again.jobs, 1U);
  EXPECT_EQ(again.nodes, 7U);
  EXPECT_NE(queue_.requests[1].name, queue_.requests[0].name);
}

TEST_F(ReconcilerTest, ADamagedHeaderIsNoTable) {
  finish_all();
  fs::resize_file(tables_ / "KKvM.wld", 300);
  EXPECT_EQ(submit().jobs, 1U);
  EXPECT_EQ(queue_.requests[0].name, "KKvM.wld");
}

TEST_F(ReconcilerTest, CleansUpWhenAllIsThere) {
  options_.batch_s = 600;
  submit();
  finish_all();
  test::write_bytes(tables_ / ".KvK.wld.elsewhere.1-0.unfinished", test::Bytes(10));
  test::write_bytes(tables_ / "KvM.wld.checkpoint", test::Bytes(10));
  test::write_bytes(tables_ / "KvM.dtw.checkpoint", test::Bytes(10));
  queue_.end(queue_.requests[0].name, JobOutcome::well);
  EXPECT_TRUE(submit().view.is_over());
  for (const auto& entry : fs::recursive_directory_iterator(tables_)) {
    const std::string name = entry.path().filename();
    EXPECT_FALSE(name.starts_with("batch-") || name.ends_with(".unfinished")) << name;
  }
  EXPECT_FALSE(fs::exists(tables_ / "KvM.wld.checkpoint"));
  EXPECT_TRUE(fs::exists(tables_ / "KvM.dtw.checkpoint")) << "of a table that is not there yet";
}

TEST_F(ReconcilerTest, MakesLargeTablesInParts) {
  options_.part_positions = 100'000;
  finish_all();
  fs::remove(tables_ / "KMvK.wld");
  fs::remove(tables_ / "MvM.wld");
  submit();
  // 211,680 positions in a cut into 3, which are more parts, since levels are not of one size.
  std::set<std::string> parts;
  std::set<std::string> sections;
  for (std::size_t i = 0; i < queue_.requests.size(); ++i) {
    if (queue_.requests[i].name.starts_with("KMvK.wld.cut3.section")) {
      sections.insert(std::to_string(i + 1));
    } else if (queue_.requests[i].name.starts_with("KMvK.wld.cut3.")) {
      parts.insert(std::to_string(i + 1));
    }
  }
  EXPECT_GE(parts.size(), 3U);
  EXPECT_EQ(sections.size(), 3U);
  const auto needed_by = [&](const char* node) {
    const auto& dependencies = queue_.last_for(node).dependencies;
    return std::set(dependencies.begin(), dependencies.end());
  };
  EXPECT_EQ(needed_by("KMvK.wld.cut3.section1"), parts);
  EXPECT_EQ(needed_by("KMvK.wld.cut3"), sections);
  EXPECT_TRUE(queue_.last_for("KMvK.wld.cut3.0").dependencies.empty());
  EXPECT_FALSE(queue_.last_for("KMvK.wld.cut3.1").dependencies.empty());
  EXPECT_EQ(queue_.last_for("MvM.wld").name, "MvM.wld") << "without kings: not in parts";
  EXPECT_EQ(submit().jobs, 0U);
  // Once the table is there, nothing is asked of its parts, and what is left of them goes.
  say("KMvK.wld.cut3.0", NodeState::done, 1, 0);
  for (const QueuedJob& job : std::vector(queue_.listed)) queue_.end(job.name, JobOutcome::well);
  finish("KMvK.wld");
  finish("MvM.wld");
  EXPECT_TRUE(submit().view.is_over());
  EXPECT_FALSE(fs::exists(tables_ / "KMvK.wld.cut3.0.status"));
}

TEST(NodeName, SaysWhatIsMade) {
  for (const char* text : {"KvK.wld", "KKMvKM.dtw", "KKMvKM.wld.cut8", "KKMvKM.wld.cut8.0", "KKMvKM.wld.cut12.11",
                           "KKMvKM.wld.cut8.section3"}) {
    const auto name = parse_node_name(text);
    ASSERT_TRUE(name) << text;
    EXPECT_EQ(name->text(), text);
  }
  EXPECT_EQ(parse_node_name("KKMvKM.wld.cut8")->output(), "KKMvKM.wld");
  EXPECT_EQ(parse_node_name("KKMvKM.wld.cut8.3")->output(), "KKMvKM.wld.cut8.3");
  EXPECT_EQ(parse_node_name("KKMvKM.wld.cut8.3")->step, (CutStep{8, CutStep::Kind::part, 3}));
  EXPECT_EQ(parse_node_name("KKMvKM.wld.cut8.section3")->step, (CutStep{8, CutStep::Kind::section, 3}));
  EXPECT_EQ(parse_node_name("KKMvKM.wld.cut8")->step, (CutStep{8}));
  EXPECT_FALSE(parse_node_name("KKMvKM.wld")->step.is_cut());
  for (const char* text :
       {"", "KvK", "KvK.wld.", "KvK.wld.cut", "KvK.wld.cut0", "KvK.wld.cut-1", "KvK.wld.cut08", "KvK.wld.cut8.",
        "KvK.wld.cut8.x", "KvK.wld.cut8.3.4", "KvK.wld.cut8.section", "KvK.wld.cut8.sectionx", "KvK.wld.cut8.section03",
        "KvK.wld.cut9999999999", "KMvKKM.wld", "a/KvK.wld", "KvK.wld.status"})
    EXPECT_FALSE(parse_node_name(text)) << text;
}

TEST_F(ReconcilerTest, RemembersWhatJobsMayTake) {
  options_.part_positions = 100'000;
  submit();
  const std::size_t nodes = look().nodes.size();
  options_.build.threads = 0;
  options_.build.memory_bytes = 0;
  options_.part_positions = 0;
  EXPECT_EQ(look().nodes.size(), nodes);
  queue_.listed.clear();
  submit();
  EXPECT_EQ(queue_.requests.back().threads, 2);
  EXPECT_EQ(queue_.requests.back().memory_bytes, queue_.requests[nodes - 1].memory_bytes);
}

TEST_F(ReconcilerTest, StopsItsJobs) {
  submit();
  queue_.end("KvK.wld", JobOutcome::well);
  EXPECT_EQ(*Reconciler(options_, queue_).stop(), 8U);
  EXPECT_EQ(queue_.cancelled.size(), 8U);
}

TEST_F(ReconcilerTest, WhatDoesNotFitIsGivenUpAtOnce) {
  options_.build.memory_bytes = std::uint64_t{100} << 20;
  const ClusterView view = submit().view;
  EXPECT_EQ(view.count(NodePhase::given_up) + view.count(NodePhase::blocked), 9U);
  EXPECT_NE(view.views[0].reason.find("more than the limit"), std::string::npos) << view.views[0].reason;
}

TEST_F(ReconcilerTest, MemoryThatIsLostOrDamagedDoesNoHarm) {
  submit();
  ASSERT_TRUE(put_text(tables_ / "cluster" / "memory.json", "{\"asked\": 3"));
  EXPECT_EQ(submit().jobs, 0U);
}

}  // namespace
}  // namespace dambase::tools
