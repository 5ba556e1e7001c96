// Nodes of work: what one process builds, and what must be there before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/forecast.hpp"

namespace dambase::tools {

/// The building of one table. Its name is that of the table's file.
struct WorkNode {
  Material material;
  std::string name;
  std::vector<std::size_t> inputs;  ///< places of other nodes, all before this one
  int stage = 0;                    ///< nodes of one stage do not depend on each other, only on earlier stages
  std::uint64_t positions = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t bytes = 0;
  double cpu_s = 0;  ///< estimated; of a table that is there only where it is said
  bool is_there = false;
  std::optional<Error> obstacle;  ///< why it cannot be built
};

/// The nodes of a forecast of `metric`, in the order of its materials.
[[nodiscard]] std::vector<WorkNode> work_nodes(const Forecast& forecast, Metric metric);

}  // namespace dambase::tools
