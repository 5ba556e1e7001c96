// dambase cluster: a build on the machines of a cluster, through its queue.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/in_quotes.hpp"
#include "tools/build_scope.hpp"
#include "tools/cluster/reconciler.hpp"
#include "tools/cluster/slurm.hpp"
#include "tools/cluster_text.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"
#include "tools/program_path.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Builds the same tables as `build` with the same options, by jobs that each run `dambase work`. The tables are to\n"
    "lie in a folder that all machines share, and this command under the same path on all of them. `submit` looks "
    "what\n"
    "is on disk and what is in the queue, and submits what is in neither; run it again and again, by hand or by cron,\n"
    "until `status` ends with 0. docs/cluster.md has all of it.\n\n"
    "Examples:\n"
    "  dambase cluster submit -n 6 --tables /shared/draughts --threads 16 --memory 60G\n"
    "  dambase cluster status -n 6 --tables /shared/draughts\n"
    "  dambase cluster stop --tables /shared/draughts\n";

constexpr const char* submit_footer =
    "Ends with 0 if all that can be done now is there or queued; 1 if tables were given up, each with its reason; 75 "
    "if\n"
    "the queue does not answer, or another one is submitting. What failed is tried again by the next `submit`, with\n"
    "more memory or time where those ran out. Threads, memory and part positions are remembered, also for `status`.\n";

constexpr const char* status_footer =
    "Ends with 0 if all tables are there; 75 while there is work left; 1 if tables were given up and nothing else is\n"
    "left to do.\n";

constexpr IntegerRange window_range = {1, 100'000};
constexpr IntegerRange tries_range = {1, 1000};
constexpr IntegerRange batch_range = {0, 10'000};  // minutes

struct ClusterCommand {
  BuildScope scope;
  std::string engine = "slurm";
  std::vector<std::string> queue_options;
  std::uint64_t part_positions = 0;
  int window = 500;
  int tries = 0;  ///< 0: not given
  int batch_minutes = 30;
  int checkpoint_minutes = -1;  ///< none given
  bool tries_again = false;
  bool json = false;
};

Result<void> settle(ClusterCommand& command) {
  if (command.engine != "slurm")
    return Error{ErrorCode::invalid_argument, "--engine " + in_quotes(command.engine) + ": is none of slurm"};
  if (auto settled = settle(command.scope); !settled) return settled;
  BuildOptions& build = command.scope.options;
  build.folder = std::filesystem::weakly_canonical(std::filesystem::absolute(build.folder));
  return {};
}

ClusterOptions options_of(const ClusterCommand& command) {
  ClusterOptions options;
  options.build = command.scope.options;
  options.program = program_path();
  options.part_positions = command.part_positions;
  options.window = command.window;
  options.tries = command.tries;
  options.batch_s = command.batch_minutes * 60.0;
  if (command.checkpoint_minutes >= 0) options.checkpoint_minutes = command.checkpoint_minutes;
  options.tries_again = command.tries_again;
  return options;
}

// Settles the options and calls `work` with the queue and a reconciler for it.
template <class Work>
ExitCode with_reconciler(ClusterCommand& command, const Work& work) {
  if (const auto settled = settle(command); !settled) return report(settled.error());
  Slurm queue(cluster_folder(command.scope.options), command.queue_options);
  Reconciler reconciler(options_of(command), queue);
  return work(reconciler);
}

// Each node that was given up is a line on standard error.
ExitCode report_given_up(const ClusterView& view) {
  ExitCode code = ExitCode::done;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const NodeView& of = view.views[i];
    if (of.phase != NodePhase::given_up) continue;
    print_error(fmt::format("{}: given up after {} tries: {}", view.nodes[i].name, of.failures, of.reason));
    code = ExitCode::unanswered;
  }
  return code;
}

ExitCode submit(ClusterCommand& command, StandardOutput& out) {
  return with_reconciler(command, [&](Reconciler& reconciler) {
    const auto submission = reconciler.submit();
    if (!submission) return report(submission.error());
    const ClusterView& view = submission->view;
    out.print("submitted {} jobs, {} tables; {} of {} tables are there, {} running, {} queued, {} open, {} failed\n",
              submission->jobs, submission->nodes, view.count(NodePhase::there), view.nodes.size(),
              view.count(NodePhase::running), view.count(NodePhase::queued), view.count(NodePhase::open),
              view.count(NodePhase::given_up) + view.count(NodePhase::blocked));
    const ExitCode code = report_given_up(view);
    return submission->failure ? worse(code, report(*submission->failure)) : code;
  });
}

ExitCode status(ClusterCommand& command, StandardOutput& out) {
  return with_reconciler(command, [&](Reconciler& reconciler) {
    const auto view = reconciler.look();
    if (!view) return report(view.error());
    out.write(command.json ? cluster_json(*view) : cluster_text(*view));
    if (!view->is_over()) return ExitCode::try_later;
    return view->count(NodePhase::there) == view->nodes.size() ? ExitCode::done : ExitCode::unanswered;
  });
}

ExitCode stop(ClusterCommand& command, StandardOutput& out) {
  return with_reconciler(command, [&](Reconciler& reconciler) {
    const auto stopped = reconciler.stop();
    if (!stopped) return report(stopped.error());
    out.print("stopped {} jobs\n", *stopped);
    return ExitCode::done;
  });
}

void add_engine_option(CLI::App& app, ClusterCommand& command) {
  app.add_option("--engine", command.engine, "The queue: slurm (default: slurm)")->type_name("ENGINE");
}

void add_plan_options(CLI::App& app, ClusterCommand& command) {
  add_scope_options(app, command.scope);
  add_machine_options(app, command.scope.options);
  add_metric_option(app, command.scope.options.metric, "What is to be stored: wld, dtc or dtw (default: wld)");
  add_part_option(app, command.part_positions);
  add_integer_option(app, "--tries", command.tries, tries_range,
                     "Give a table up after so many failures, 1 to 1000 (default: 5)");
  add_engine_option(app, command);
}

void add_submit_options(CLI::App& app, ClusterCommand& command) {
  add_plan_options(app, command);
  add_integer_option(app, "--window", command.window, window_range,
                     "So many jobs are in the queue at most, 1 to 100000 (default: 500)");
  add_integer_option(app, "--batch-minutes", command.batch_minutes, batch_range,
                     "Put small tables together into jobs of so many minutes, which need Ninja on the machines;\n"
                     "0: each table is a job of its own (default: 30)");
  add_checkpoint_option(app, command.checkpoint_minutes);
  app.add_flag("--again", command.tries_again, "Forget failures, and try again what was given up");
  app.add_option("--queue-option", command.queue_options,
                 "One more option for sbatch, for instance --partition=long; may be repeated")
      ->type_name("OPTION");
}

using Run = ExitCode (*)(ClusterCommand&, StandardOutput&);

CLI::App& add_part(CLI::App& app, const char* name, const char* help, const std::shared_ptr<ClusterCommand>& command,
                   Run run, Action& chosen) {
  CLI::App& part = *app.add_subcommand(name, help);
  part.callback(
      [command, run, &chosen] { chosen = [command, run](StandardOutput& out) { return run(*command, out); }; });
  return part;
}

}  // namespace

void add_cluster(CLI::App& app, Action& chosen) {
  CLI::App& cluster_app = *app.add_subcommand("cluster", "Build on the machines of a cluster");
  cluster_app.require_subcommand(1);
  cluster_app.footer(footer);
  const auto of = [] { return std::make_shared<ClusterCommand>(); };
  const auto for_submit = of();
  CLI::App& submit_app =
      add_part(cluster_app, "submit", "Submit what is neither there nor queued", for_submit, submit, chosen);
  add_submit_options(submit_app, *for_submit);
  submit_app.footer(submit_footer);
  const auto for_status = of();
  CLI::App& status_app =
      add_part(cluster_app, "status", "How far it has come, how fast, and what failed", for_status, status, chosen);
  add_plan_options(status_app, *for_status);
  status_app.add_flag("--json", for_status->json, "One JSON object, with all tables");
  status_app.footer(status_footer);
  const auto for_stop = of();
  CLI::App& stop_app = add_part(cluster_app, "stop", "Cancel all jobs of the folder", for_stop, stop, chosen);
  add_variant_option(stop_app, for_stop->scope.options.variant);
  add_tables_option(stop_app, for_stop->scope.options.folder);
  add_engine_option(stop_app, *for_stop);
}

}  // namespace dambase::tools
