// The subcommands: each adds itself to the command line, and is chosen when it is named there.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "tools/exit_code.hpp"
#include "tools/standard_output.hpp"

namespace dambase::tools {

/// What the command line asks for, to be run once all of it has been read.
using Action = std::function<ExitCode(StandardOutput&)>;

// Each adds one subcommand with its options and its help; naming it sets `chosen`.
void add_build(CLI::App& app, Action& chosen);
void add_plan(CLI::App& app, Action& chosen);
void add_work(CLI::App& app, Action& chosen);
void add_cluster(CLI::App& app, Action& chosen);
void add_probe(CLI::App& app, Action& chosen);
void add_moves(CLI::App& app, Action& chosen);
void add_perft(CLI::App& app, Action& chosen);
void add_stats(CLI::App& app, Action& chosen);
void add_verify(CLI::App& app, Action& chosen);
void add_repack(CLI::App& app, Action& chosen);
void add_histogram(CLI::App& app, Action& chosen);
void add_info(CLI::App& app, Action& chosen);
void add_variants(CLI::App& app, Action& chosen);
void add_play(CLI::App& app, Action& chosen);

}  // namespace dambase::tools
