// Jobs and batches: whatever the graph, no two jobs wait for each other, and none is larger than it may be.
#include "tools/cluster/job_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace dambase::tools {
namespace {

constexpr JobLimits usual = {2, std::uint64_t{8} << 30, 600, 200};

// Nodes with random inputs among those before them.
std::vector<WorkNode> random_nodes(std::mt19937& random, std::size_t count) {
  std::vector<WorkNode> nodes(count);
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i].name = std::to_string(i);
    nodes[i].cpu_s = std::exponential_distribution(1.0 / 100)(random);
    nodes[i].threads = usual.threads;
    nodes[i].memory_bytes = std::uint64_t{1} << (27 + random() % 5);
    for (std::size_t input = i > 8 ? i - 8 : 0; input < i; ++input) {
      if (random() % 4 == 0) nodes[i].inputs.push_back(input);
    }
    for (const std::size_t input : nodes[i].inputs) nodes[i].stage = std::max(nodes[i].stage, nodes[input].stage + 1);
  }
  return nodes;
}

std::vector<std::size_t> all_of(const std::vector<WorkNode>& nodes) {
  std::vector<std::size_t> all(nodes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// Some of the nodes, as they are left when others are there.
std::vector<std::size_t> some_of(const std::vector<WorkNode>& nodes, std::mt19937& random) {
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (random() % 3 != 0) some.push_back(i);
  }
  return some;
}

// Which nodes a path from one of `from` leads to.
std::set<std::size_t> reached_from(const std::vector<WorkNode>& nodes, const std::vector<std::size_t>& from,
                                   const std::set<std::size_t>& among) {
  std::set<std::size_t> reached;
  for (const std::size_t i : among) {
    const auto leads_here = [&](std::size_t input) {
      return reached.contains(input) || std::ranges::binary_search(from, input);
    };
    if (std::ranges::any_of(nodes[i].inputs, leads_here)) reached.insert(i);
  }
  return reached;
}

TEST(JobPlan, HoldsEachNodeOnceAndNeverWaitsForALaterJob) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const std::vector<WorkNode> nodes = random_nodes(random, 60);
    const std::vector<std::size_t> chosen = some_of(nodes, random);
    const std::set<std::size_t> among(chosen.begin(), chosen.end());
    std::set<std::size_t> done;
    for (const PlannedJob& job : plan_jobs(nodes, chosen, std::vector<bool>(nodes.size()), usual)) {
      EXPECT_TRUE(std::ranges::is_sorted(job.nodes));
      for (const std::size_t node : job.nodes) {
        for (const std::size_t input : nodes[node].inputs)
          EXPECT_TRUE(!among.contains(input) || done.contains(input)) << input << " -> " << node;
        EXPECT_TRUE(done.insert(node).second) << node;
      }
    }
    EXPECT_EQ(done, among);
  }
}

TEST(JobPlan, BatchesAreConvex) {
  std::mt19937 random(2);
  for (int round = 0; round < 100; ++round) {
    const std::vector<WorkNode> nodes = random_nodes(random, 60);
    const std::vector<std::size_t> chosen = some_of(nodes, random);
    const std::set<std::size_t> among(chosen.begin(), chosen.end());
    for (const PlannedJob& job : plan_jobs(nodes, chosen, std::vector<bool>(nodes.size()), usual)) {
      const std::set<std::size_t> after = reached_from(nodes, job.nodes, among);
      for (const std::size_t node : job.nodes) {
        for (const std::size_t input : nodes[node].inputs) {
          // No way back into the batch from outside of it.
          const bool is_outside = among.contains(input) && !std::ranges::binary_search(job.nodes, input);
          EXPECT_FALSE(is_outside && after.contains(input)) << input << " -> " << node;
        }
      }
    }
  }
}

TEST(JobPlan, BatchesAreNoLongerThanTheyMayBeAndLargeNodesAreAlone) {
  std::mt19937 random(3);
  const std::vector<WorkNode> nodes = random_nodes(random, 500);
  std::size_t batches = 0;
  for (const PlannedJob& job : plan_jobs(nodes, all_of(nodes), std::vector<bool>(nodes.size()), usual)) {
    if (job.nodes.size() == 1) continue;
    ++batches;
    EXPECT_LE(job.seconds, usual.batch_s);
    std::uint64_t most = 0;
    for (const std::size_t node : job.nodes) {
      EXPECT_LT(nodes[node].cpu_s / usual.threads, usual.small_s);
      most = std::max(most, nodes[node].memory_bytes);
    }
    EXPECT_GT(job.memory_bytes, most);
    EXPECT_LE(job.memory_bytes, usual.memory_bytes);
  }
  EXPECT_GT(batches, 10U);
}

TEST(JobPlan, WithoutBatchesEachNodeIsAJob) {
  std::mt19937 random(4);
  const std::vector<WorkNode> nodes = random_nodes(random, 50);
  JobLimits limits = usual;
  limits.batch_s = 0;
  EXPECT_EQ(plan_jobs(nodes, all_of(nodes), std::vector<bool>(nodes.size()), limits).size(), nodes.size());
}

TEST(JobPlan, WhatHasFailedIsAlone) {
  std::mt19937 random(5);
  std::vector<WorkNode> nodes = random_nodes(random, 20);
  for (WorkNode& node : nodes) node.cpu_s = 1;
  std::vector<bool> is_single(nodes.size());
  is_single[7] = true;
  const auto jobs = plan_jobs(nodes, all_of(nodes), is_single, usual);
  EXPECT_TRUE(
      std::ranges::any_of(jobs, [](const PlannedJob& job) { return job.nodes == std::vector<std::size_t>{7}; }));
  EXPECT_LE(jobs.size(), 3U);
}

// What has fewest dependencies on which it would wait: all of it is small, so all of it is one job.
TEST(JobPlan, ManySmallNodesAreOneJob) {
  std::mt19937 random(6);
  std::vector<WorkNode> nodes = random_nodes(random, 300);
  for (WorkNode& node : nodes) node.cpu_s = 0.1;
  EXPECT_EQ(plan_jobs(nodes, all_of(nodes), std::vector<bool>(nodes.size()), usual).size(), 1U);
}

}  // namespace
}  // namespace dambase::tools
