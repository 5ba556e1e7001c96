// What the reconciler remembers between its runs. All of it may be lost: then it begins with the estimates again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "gen/trial.hpp"

namespace dambase::tools {

/// What was asked for a node.
struct Asked {
  std::string job;           ///< the latest; empty once it has been found out how that ended
  int attempt = 0;           ///< of the node's status when it was submitted
  double seconds = 0;        ///< of wall time, that the job may take
  double memory_factor = 1;  ///< times what the plan says
  double time_factor = 1;
  int failures = 0;    ///< that no status tells of: too little time, or a job that ended before its work began
  std::string reason;  ///< of the latest failure
};

struct ClusterMemory {
  int threads = 0;                                        ///< of a job, as the latest submission said; 0: none has
  std::uint64_t memory_bytes = 0;                         ///< of a job
  std::uint64_t part_positions = 0;                       ///< see work_nodes
  int tries = 0;                                          ///< see ClusterOptions; 0: none has said
  std::map<std::string, Asked> asked;                     ///< by node
  std::map<std::string, std::vector<TrialResult>> trial;  ///< by metric: of estimates, so that they stay the same
};

/// What was remembered in `folder`; nothing if there is nothing that can be read.
[[nodiscard]] ClusterMemory read_memory(const std::filesystem::path& folder);

Result<void> write_memory(const std::filesystem::path& folder, const ClusterMemory& memory);

}  // namespace dambase::tools
