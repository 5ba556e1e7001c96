#include "tools/cluster/job_plan.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "tools/cluster/ninja_file.hpp"

namespace dambase::tools {

namespace {

class JobPlanner {
 public:
  JobPlanner(const std::vector<WorkNode>& nodes, const std::vector<bool>& is_single, const JobLimits& limits)
      : nodes_(nodes), is_single_(is_single), limits_(limits), is_in_batch_(nodes.size(), false) {}

  std::vector<PlannedJob> plan(const std::vector<std::size_t>& chosen) {
    for (const std::size_t node : chosen) {
      if (is_small(node)) {
        add_to_batch(node);
      } else {
        add_alone(node);
      }
    }
    close_batch();
    return std::move(jobs_);
  }

 private:
  [[nodiscard]] double seconds_of(std::size_t node) const {
    // To start a process and look for its inputs takes a moment however small a table is.
    constexpr double start_s = 0.2;
    return start_s + nodes_[node].cpu_s / nodes_[node].threads;
  }

  [[nodiscard]] bool is_small(std::size_t node) const {
    return limits_.batch_s > 0 && !is_single_[node] && seconds_of(node) < std::min(limits_.small_s, limits_.batch_s);
  }

  // The inputs of each node are before it: in the batch itself, or in jobs before it, since what needs something from
  // an open batch closes it.
  void add_to_batch(std::size_t node) {
    if (batch_.seconds + seconds_of(node) > limits_.batch_s) close_batch();
    batch_.nodes.push_back(node);
    batch_.seconds += seconds_of(node);
    is_in_batch_[node] = true;
  }

  void add_alone(std::size_t node) {
    const auto needs_batch = [&](std::size_t input) { return static_cast<bool>(is_in_batch_[input]); };
    if (std::ranges::any_of(nodes_[node].inputs, needs_batch)) close_batch();
    jobs_.push_back({{node}, seconds_of(node), memory_limit_for(nodes_[node].memory_bytes)});
  }

  void close_batch() {
    if (batch_.nodes.empty()) return;
    for (const std::size_t node : batch_.nodes) is_in_batch_[node] = false;
    batch_.memory_bytes = batch_memory();
    jobs_.push_back(std::exchange(batch_, {}));
  }

  // Enough for the largest node, and for many at once where the machine has it.
  [[nodiscard]] std::uint64_t batch_memory() const {
    std::uint64_t most = 0;
    std::map<int, std::size_t> of_stage;
    std::size_t widest = 1;
    for (const std::size_t node : batch_.nodes) {
      most = std::max(most, memory_limit_for(nodes_[node].memory_bytes));
      widest = std::max(widest, ++of_stage[nodes_[node].stage]);
    }
    const std::uint64_t at_once = std::min(widest, static_cast<std::size_t>(limits_.threads));
    return std::max(most, std::min(most * at_once, limits_.memory_bytes));
  }

  const std::vector<WorkNode>& nodes_;
  const std::vector<bool>& is_single_;
  const JobLimits& limits_;
  std::vector<bool> is_in_batch_;
  PlannedJob batch_;
  std::vector<PlannedJob> jobs_;
};

}  // namespace

std::vector<PlannedJob> plan_jobs(const std::vector<WorkNode>& nodes, const std::vector<std::size_t>& chosen,
                                  const std::vector<bool>& is_single, const JobLimits& limits) {
  return JobPlanner(nodes, is_single, limits).plan(chosen);
}

}  // namespace dambase::tools
