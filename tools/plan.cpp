// dambase plan: what a build would take, before it begins.
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/in_quotes.hpp"
#include "tools/build_scope.hpp"
#include "tools/cluster/ninja_file.hpp"
#include "tools/cluster/work_node.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/forecast_text.hpp"
#include "tools/options.hpp"
#include "tools/program_path.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Lists all tables that `build` with the same options would make, in its order, and what each needs: the smaller\n"
    "tables that it depends on, memory, processor time, space on disk. Memory is what `build` itself counts with.\n"
    "Times and sizes are estimates: the smallest materials are solved first, for a few seconds, to see how fast this\n"
    "machine is. How far they were off from real builds is in docs/measurements.md; single materials are less\n"
    "certain than sums. Ends with 3 if memory or disk do not suffice.\n"
    "Columns of --format tsv: material pieces positions memory_bytes cpu_s bytes state depends_on. A state is there,\n"
    "fits, fits_cached (fits, but some smaller tables are read through caches, which takes longer) or too_large. Then\n"
    "come those of each as a node of work, built alone by a process that reads the others from files (see `dambase\n"
    "work`): node inputs output node_memory_bytes node_cpu_s node_threads, the last lower than --threads where all of\n"
    "these would need too much memory. With --part-positions the parts and sections of tables have rows too, with "
    "what\n"
    "each takes itself. --format json has also a list of all nodes; --format ninja is a file\n"
    "that Ninja builds all tables by, no more at once than fit into --memory.\n\n"
    "Examples:\n"
    "  dambase plan -n 6\n"
    "  dambase plan -v english -n 7 --memory 60G --threads 16\n"
    "  dambase plan --material KKMvKK --format json\n"
    "  dambase plan -n 5 --tables /data/draughts --format ninja > build.ninja && ninja\n";

// So many materials that cannot be built are named, with what they need; the table marks all.
constexpr std::size_t most_named = 10;

struct PlanCommand {
  BuildScope scope;
  std::string format = "table";
  std::uint64_t part_positions = 0;
};

Result<void> check_format(const std::string& name) {
  if (name == "table" || name == "tsv" || name == "json" || name == "ninja") return {};
  return Error{ErrorCode::invalid_argument, "--format " + in_quotes(name) + ": is none of table, tsv, json, ninja"};
}

std::string ninja_text(const Forecast& forecast, const std::vector<WorkNode>& nodes, const BuildOptions& options) {
  std::vector<std::size_t> all(nodes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const NinjaMachine machine{program_path(), options.variant, std::filesystem::absolute(options.folder),
                             forecast.threads, forecast.memory_limit_bytes};
  return ninja_file(nodes, all, machine, NinjaInputs::all);
}

std::string text_of(const Forecast& forecast, const std::vector<WorkNode>& nodes, const PlanCommand& command) {
  const BuildOptions& options = command.scope.options;
  if (command.format == "tsv") return forecast_tsv(forecast, nodes, *options.variant);
  if (command.format == "json") return forecast_json(forecast, nodes, *options.variant, options.metric);
  if (command.format == "ninja") return ninja_text(forecast, nodes, options);
  return forecast_table(forecast, nodes);
}

template <class Items>
ExitCode report_obstacles(const Items& items) {
  ExitCode code = ExitCode::done;
  std::size_t count = 0;
  for (const auto& item : items) {
    if (!item.obstacle) continue;
    code = worse(code, exit_code_of(item.obstacle->code));
    if (++count <= most_named) print_error(item.obstacle->message);
  }
  if (count > most_named) print_error(fmt::format("and {} more cannot be built", count - most_named));
  return code;
}

ExitCode plan(PlanCommand& command, StandardOutput& out) {
  if (const auto known = check_format(command.format); !known) return report(known.error());
  if (const auto settled = settle(command.scope); !settled) return report(settled.error());
  if (command.format == "ninja") {
    if (const auto can = check_ninja_folder(command.scope.options.folder); !can) return report(can.error());
  }
  const auto forecast = forecast_build(command.scope.options);
  if (!forecast) return report(forecast.error());
  const std::vector<WorkNode> nodes = work_nodes(*forecast, command.scope.options, command.part_positions);
  out.write(text_of(*forecast, nodes, command));
  const bool is_by_nodes = command.format == "ninja" || command.part_positions > 0;
  const ExitCode code = is_by_nodes ? report_obstacles(nodes) : report_obstacles(forecast->materials);
  return forecast->disk_obstacle ? worse(code, report(*forecast->disk_obstacle)) : code;
}

}  // namespace

void add_plan(CLI::App& app, Action& chosen) {
  CLI::App& plan_app = *app.add_subcommand("plan", "What a build would take: memory, time, disk");
  const auto command = std::make_shared<PlanCommand>();
  add_scope_options(plan_app, command->scope);
  add_machine_options(plan_app, command->scope.options);
  add_metric_option(plan_app, command->scope.options.metric,
                    "What is to be stored: wld, dtc, dtw or rule (default: wld)");
  add_part_option(plan_app, command->part_positions);
  plan_app
      .add_option("--format", command->format, "table for people, tsv or json for scripts, or ninja (default: table)")
      ->type_name("FORMAT");
  plan_app.footer(footer);
  plan_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return plan(*command, out); }; });
}

}  // namespace dambase::tools
