// Nodes of work: what one process builds, and what must be there before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/forecast.hpp"
#include "tools/cluster/node_name.hpp"

namespace dambase::tools {

/// The making of one table, or a step of one that is cut.
struct WorkNode {
  Material material;
  std::string name;                 ///< see NodeName
  std::string output;               ///< the file that it makes, in the folder of the variant
  std::vector<std::size_t> inputs;  ///< places of other nodes, all before this one
  int stage = 0;                    ///< nodes of one stage do not depend on each other, only on earlier stages
  std::uint64_t positions = 0;
  int threads = 1;  ///< as many as asked for, or fewer where these would take too much memory
  std::uint64_t memory_bytes = 0;
  std::uint64_t bytes = 0;     ///< of its output
  double cpu_s = 0;            ///< estimated; of a table that is there only where it is said
  bool is_on_the_way = false;  ///< a part or section of a table
  bool is_there = false;
  std::optional<Error> obstacle;  ///< why it cannot be built
};

/// The nodes of a forecast of `options`, stage by stage. Tables of win, loss and draw of more than `part_positions`
/// positions are cut into parts of about so many; 0: none are.
[[nodiscard]] std::vector<WorkNode> work_nodes(const Forecast& forecast, const BuildOptions& options,
                                               std::uint64_t part_positions = 0);

}  // namespace dambase::tools
