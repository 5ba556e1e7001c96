// dambase build: builds the tables of a variant.
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/builder.hpp"
#include "gen/forecast.hpp"
#include "tools/build_report.hpp"
#include "tools/build_scope.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"
#include "tools/progress_line.hpp"
#include "tools/report_file.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Builds all tables up to N pieces, smaller ones first. Tables that are there and sound are kept, so an\n"
    "interrupted build goes on where it stopped. With --material and without -n only those materials are built,\n"
    "and what they depend on. SIZE takes K, M and G as powers of 1024.\n\n"
    "Examples:\n"
    "  dambase build -n 4\n"
    "  dambase build --material KKMvK --threads 2 --memory 4G\n"
    "  dambase build -n 5 --tables /data/draughts --quiet --report build.json\n";

struct BuildCommand {
  BuildScope scope;
  std::vector<std::string> metric_names;
  std::vector<Metric> metrics;  ///< each once
  std::string report;
  bool quiet = false;
};

// Checks what the parser of the command line does not, and completes the options of the builder.
Result<void> settle(BuildCommand& command) {
  for (const std::string& name : command.metric_names) {
    const auto metric = parse_metric(name);
    if (!metric) return metric.error();
    if (std::ranges::find(command.metrics, *metric) == command.metrics.end()) command.metrics.push_back(*metric);
  }
  if (command.metrics.empty()) command.metrics.push_back(Metric::wld);
  if (auto settled = settle(command.scope); !settled) return settled;
  return command.report.empty() ? Result<void>() : check_writable(command.report);
}

// Shows how far the build has come, and a line for each table.
class ShownBuild final : public BuildObserver {
 public:
  ShownBuild(bool quiet, StandardOutput& out) : quiet_(quiet), line_(!quiet), out_(out) {}

  void progress(const Progress& progress) override {
    line_.show(progress.material, progress.positions_done, progress.positions_total);
  }

  // The builder calls from its own threads, so what fails here waits for the end of the build; the
  // tables are worth more than the lines about them.
  void finished(const MaterialReport& report) override {
    if (quiet_) return;
    line_.clear();
    try {
      out_.write(table_line(report));
      out_.flush();
    } catch (const OutputFailed&) {
      failure_ = std::current_exception();
    }
  }

  // Disks that damage files do not stop at one, so whoever asks for quiet hears of it as well.
  void found_damaged(const Error& error) override {
    line_.clear();
    print_error(error.message + "; it is built again");
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  bool quiet_;
  ProgressLine line_;
  StandardOutput& out_;
  std::exception_ptr failure_;
};

// What stands in the way of a later metric is told before the first is built.
Result<void> check_all(const BuildCommand& command) {
  for (const Metric metric : command.metrics) {
    BuildOptions options = command.scope.options;
    options.metric = metric;
    if (auto can = check_build(options); !can) return can;
  }
  return {};
}

Result<BuildReport> built(const BuildCommand& command, StandardOutput& out) {
  if (command.metrics.size() > 1) {
    if (auto can = check_all(command); !can) return can.error();
  }
  BuildReport all;
  for (const Metric metric : command.metrics) {
    ShownBuild shown(command.quiet, out);
    BuildOptions options = command.scope.options;
    options.metric = metric;
    const auto result = build_tables(options, shown);
    shown.rethrow_failure();
    if (!result) return result.error();
    add(*result, all);
  }
  return all;
}

ExitCode build(BuildCommand& command, StandardOutput& out) {
  if (const auto sound = settle(command); !sound) return report(sound.error());
  const auto result = built(command, out);
  if (!result) return report(result.error());
  out.write(summary_line(*result));
  if (command.report.empty()) return ExitCode::done;
  const auto written = write_report(command.report, json_report(*result));
  return written ? ExitCode::done : report(written.error());
}

void add_storage_options(CLI::App& app, BuildCommand& command) {
  app.add_option("--metric", command.metric_names,
                 "What to store: wld (win, loss or draw; the default), dtc (and plies to the next conversion),\n"
                 "dtw (and plies to the end of the game), rule (win, loss or draw by the rules that count moves, and\n"
                 "plies until a count is over); may be repeated")
      ->type_name("METRIC");
  add_profile_option(app, command.scope.options.profile);
}

void add_report_options(CLI::App& app, BuildCommand& command) {
  app.add_flag("--quiet", command.quiet, "Print the last line only, and show no progress");
  add_output_option(app, "--report", command.report, "FILE.json",
                    "Write what was built, and how long it took, as JSON");
}

}  // namespace

void add_build(CLI::App& app, Action& chosen) {
  CLI::App& build_app = *app.add_subcommand("build", "Build the tables of a variant");
  const auto command = std::make_shared<BuildCommand>();
  add_scope_options(build_app, command->scope);
  add_storage_options(build_app, *command);
  add_machine_options(build_app, command->scope.options);
  add_report_options(build_app, *command);
  build_app.footer(footer);
  build_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return build(*command, out); }; });
}

}  // namespace dambase::tools
