// How nodes of work are put together into jobs of a queue.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/cluster/work_node.hpp"

namespace dambase::tools {

/// What jobs may be like.
struct JobLimits {
  int threads = 1;                 ///< of each job
  std::uint64_t memory_bytes = 0;  ///< that one machine has for a job
  double batch_s = 0;              ///< wall time that a batch of small nodes is filled up to; 0: no batches
  double small_s = 0;              ///< nodes of less wall time are put into batches
};

/// One job: nodes in the order of the plan. Several make up a batch, which goes through them by Ninja.
struct PlannedJob {
  std::vector<std::size_t> nodes;
  double seconds = 0;              ///< estimated wall time
  std::uint64_t memory_bytes = 0;  ///< for the process, or for all that a batch runs at once
};

/// Puts the nodes `chosen` (rising) into jobs. Every input of a job's nodes that is among `chosen` belongs to the job
/// itself or to one before it. So no job waits for one that waits for it, and no path between nodes of a batch leads
/// out of it. Nodes with `is_single` have jobs of their own.
[[nodiscard]] std::vector<PlannedJob> plan_jobs(const std::vector<WorkNode>& nodes,
                                                const std::vector<std::size_t>& chosen,
                                                const std::vector<bool>& is_single, const JobLimits& limits);

}  // namespace dambase::tools
