// Keeps the queue of a cluster filled with what is still to be built, however often it is run, and whatever dies.
//
// The tables on disk are the truth, the queue is a hint: what is neither on disk nor in the queue is submitted. Jobs
// may be lost, killed, or run twice; the next run finds out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "gen/builder.hpp"
#include "tools/cluster/cluster_memory.hpp"
#include "tools/cluster/job_plan.hpp"
#include "tools/cluster/job_queue.hpp"
#include "tools/cluster/node_status.hpp"

namespace dambase::tools {

struct ClusterOptions {
  BuildOptions build;                ///< threads and memory are those of one job, 0: as before; the folder is absolute
  std::string program;               ///< path of this command on the machines of the cluster
  std::uint64_t part_positions = 0;  ///< see work_nodes; 0: as before
  int window = 500;                  ///< so many jobs are in the queue at most
  int tries = 0;                     ///< a node that has failed so often is given up; 0: as before, at first 5
  double batch_s = 30 * 60;          ///< see JobLimits
  std::optional<int> checkpoint_minutes{};  ///< of `dambase work`; none: its own
  bool tries_again = false;                 ///< forgets failures
};

/// Where a node stands.
enum class NodePhase : std::uint8_t {
  there,
  running,
  queued,
  open,      ///< to be submitted when there is room for it
  blocked,   ///< needs one that was given up
  given_up,  ///< has failed too often, or needs more than there is
};

struct NodeView {
  NodePhase phase = NodePhase::open;
  std::string job;  ///< that it is in, while queued or running
  std::optional<NodeStatus> status;
  int failures = 0;
  std::string reason;  ///< of the latest failure, or why it was given up
};

/// What the disk and the queue say together.
struct ClusterView {
  std::vector<WorkNode> nodes;
  std::vector<NodeView> views;          ///< of each node
  std::vector<std::string> stuck_jobs;  ///< that will never begin
  std::size_t jobs = 0;                 ///< that are waiting or running

  [[nodiscard]] std::size_t count(NodePhase phase) const;
  /// Whether nothing is left that can be done.
  [[nodiscard]] bool is_over() const;
};

struct Submission {
  ClusterView view;  ///< after it
  std::size_t jobs = 0;
  std::size_t nodes = 0;
  std::optional<Error> failure;  ///< of the queue, which ended it early
};

/// The folder of what the reconciler and its jobs keep beside the tables: DIR/VARIANT/cluster.
[[nodiscard]] std::filesystem::path cluster_folder(const BuildOptions& options);

class Reconciler {
 public:
  Reconciler(ClusterOptions options, JobQueue& queue);

  /// Submits what is neither there nor queued. folder_in_use while another reconciler does; errors of the queue, of
  /// files and of forecast_build.
  Result<Submission> submit();
  /// Changes nothing.
  Result<ClusterView> look();
  /// Cancels all jobs of the folder; returns how many.
  Result<std::size_t> stop();

 private:
  void remember();
  Result<ClusterView> view();
  Result<std::vector<WorkNode>> read_nodes();
  void place_jobs(ClusterView& view, const std::vector<QueuedJob>& jobs) const;
  [[nodiscard]] std::vector<std::string> nodes_of_job(const QueuedJob& job) const;
  void read_statuses(ClusterView& view) const;
  void settle_ended_jobs(ClusterView& view, const std::vector<QueuedJob>& jobs);
  static void settle(Asked& asked, const std::optional<NodeStatus>& status, JobOutcome outcome, bool was_out_of_time);
  void judge(ClusterView& view) const;
  void forget_failures(ClusterView& view);

  [[nodiscard]] static std::vector<std::size_t> submittable(const ClusterView& view);
  Result<void> submit_job(const PlannedJob& job, ClusterView& view);
  Result<JobRequest> request_for(const PlannedJob& job, const ClusterView& view) const;
  Result<std::string> write_batch(const PlannedJob& job, const ClusterView& view) const;
  void clean_up();

  ClusterOptions options_;
  JobQueue& queue_;
  std::filesystem::path folder_;
  ClusterMemory memory_;
};

}  // namespace dambase::tools
