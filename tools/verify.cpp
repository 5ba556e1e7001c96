// dambase verify: checks finished tables.
#include <memory>

#include "gen/verifier.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"
#include "tools/shown_positions.hpp"
#include "tools/table_listing.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Checks that every byte of the tables is what was written; with --deep also that every value follows from the\n"
    "values of the positions after its moves. Each failure is a line on standard error.\n\n"
    "Examples:\n"
    "  dambase verify\n"
    "  dambase verify --deep --threads 4 --tables /data/draughts\n";

struct VerifyCommand {
  VerifyOptions options;
  bool quiet = false;
};

Result<VerifyReport> verified(const VerifyCommand& command) {
  ShownPositions progress(!command.quiet);
  return verify_tables(command.options, progress);
}

ExitCode print_failures(const VerifyReport& report) {
  for (const std::string& failure : report.failures) print_error(failure);
  const std::uint64_t unlisted = report.failure_count - report.failures.size();
  if (unlisted > 0) print_error(fmt::format("and {} failures more", unlisted));
  return report.failure_count == 0 ? ExitCode::done : exit_code_of(ErrorCode::did_not_verify);
}

ExitCode verify(const VerifyCommand& command, StandardOutput& out) {
  const auto result = verified(command);
  if (!result) return report(result.error());
  const ExitCode code = print_failures(*result);
  out.print("verified {} tables, {} positions, {} failures\n", result->tables, result->positions,
            result->failure_count);
  if (result->tables > 0 || code != ExitCode::done) return code;
  return report(no_tables(command.options.folder, *command.options.variant));
}

}  // namespace

void add_verify(CLI::App& app, Action& chosen) {
  CLI::App& verify_app = *app.add_subcommand("verify", "Check finished tables");
  const auto command = std::make_shared<VerifyCommand>();
  VerifyOptions& options = command->options;
  add_variant_option(verify_app, options.variant);
  add_tables_option(verify_app, options.folder);
  verify_app.add_flag("--deep", options.deep, "Also check every value against the positions after its moves");
  add_integer_option(verify_app, "--threads", options.threads, thread_range,
                     "Threads to work with (default: as many as there are processors)");
  verify_app.add_flag("--quiet", command->quiet, "Show no progress");
  verify_app.footer(footer);
  verify_app.callback(
      [command, &chosen] { chosen = [command](StandardOutput& out) { return verify(*command, out); }; });
}

}  // namespace dambase::tools
