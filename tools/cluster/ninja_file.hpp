// A build as a file for Ninja: an edge for each table, and no more at once than fit into memory.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tools/cluster/work_node.hpp"

namespace dambase::tools {

/// How nodes are built on one machine.
struct NinjaMachine {
  std::string program;  ///< path of this command
  const Variant* variant = nullptr;
  std::filesystem::path folder;  ///< that holds one folder a variant; absolute, so that Ninja may run anywhere
  int threads = 1;               ///< of the whole machine
  std::uint64_t memory_bytes = 0;
  std::optional<int> checkpoint_minutes{};  ///< of `dambase work`; none: its own
};

/// Which inputs the edges have.
enum class NinjaInputs : std::uint8_t {
  all,         ///< so a table that is gone is built again
  among_these  ///< others are looked for by `dambase work`, which waits for what a network file system shows late
};

/// Whether Ninja can name files in `folder`: invalid_argument.
Result<void> check_ninja_folder(const std::filesystem::path& folder);

/// An edge for each of nodes[i], i in `chosen` (rising). Stages follow each other; in a stage as many nodes are worked
/// on at once as fit, by their needs, into the memory, and they share the threads.
[[nodiscard]] std::string ninja_file(const std::vector<WorkNode>& nodes, const std::vector<std::size_t>& chosen,
                                     const NinjaMachine& machine, NinjaInputs inputs);

/// `--memory` for a process that needs `bytes`: steps to need less are taken from a twelfth below the limit.
[[nodiscard]] std::uint64_t memory_limit_for(std::uint64_t bytes);

/// `text` as one word for a POSIX shell.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace dambase::tools
