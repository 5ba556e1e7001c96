// A trial that is known beforehand, so that tests need not wait for one.
#pragma once

#include <filesystem>
#include <vector>

#include "tests/gen/built_tables.hpp"
#include "tools/cluster/cluster_memory.hpp"

namespace dambase::tools {

/// Lets the reconciler of international tables in `tables` (DIR/international) remember a trial.
inline void remember_trial(const std::filesystem::path& tables) {
  ClusterMemory memory;
  const auto plan = plan_build(test::international(), 3, {});
  for (const PlannedMaterial& planned : *plan)
    memory.trial["wld"].push_back({planned.material, planned.positions, 0.1, 1000});
  std::filesystem::create_directories(tables / "cluster");
  EXPECT_TRUE(write_memory(tables / "cluster", memory));
}

}  // namespace dambase::tools
