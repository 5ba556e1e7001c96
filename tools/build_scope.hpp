// What is to be built, and with what: the options that `build`, `plan`, `work` and `cluster` share.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "gen/builder.hpp"

namespace dambase::tools {

struct BuildScope {
  BuildOptions options;
  int pieces = 0;  ///< 0: not given
  std::vector<std::string> materials;
};

/// -v, -n, --material.
void add_scope_options(CLI::App& app, BuildScope& scope);
/// --tables, --threads, --memory.
void add_machine_options(CLI::App& app, BuildOptions& options);

/// --part-positions.
void add_part_option(CLI::App& app, std::uint64_t& part_positions);

/// --checkpoint-minutes. Leaves `minutes` as it is unless given.
void add_checkpoint_option(CLI::App& app, int& minutes);

/// Completes `options`; invalid_argument for what the parser of the command line does not check.
Result<void> settle(BuildScope& scope);

}  // namespace dambase::tools
