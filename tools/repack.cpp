// dambase repack: stores finished tables in another profile.
#include <memory>

#include "gen/repacker.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/number_text.hpp"
#include "tools/options.hpp"
#include "tools/shown_positions.hpp"
#include "tools/table_listing.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Changes the profile of all tables of a variant in place, without solving again. The values stay what they are,\n"
    "and so does the content digest. Tables that have the profile already are left alone, so a command that was\n"
    "stopped can be given again.\n\n"
    "Examples:\n"
    "  dambase repack --profile compact\n"
    "  dambase repack --profile fast --tables /data/draughts --threads 4\n";

struct RepackCommand {
  RepackOptions options;
  bool quiet = false;
};

Result<RepackReport> repacked(const RepackCommand& command) {
  ShownPositions progress(!command.quiet);
  return repack_tables(command.options, progress);
}

ExitCode repack(const RepackCommand& command, StandardOutput& out) {
  const auto result = repacked(command);
  if (!result) return report(result.error());
  if (result->tables == 0) return report(no_tables(command.options.folder, *command.options.variant));
  out.print("repacked {} of {} tables, {} positions, {} bytes, {} before\n", result->repacked, result->tables,
            result->positions, result->bytes, result->bytes_before);
  return ExitCode::done;
}

}  // namespace

void add_repack(CLI::App& app, Action& chosen) {
  CLI::App& repack_app = *app.add_subcommand("repack", "Store finished tables in another profile");
  const auto command = std::make_shared<RepackCommand>();
  RepackOptions& options = command->options;
  add_variant_option(repack_app, options.variant);
  add_tables_option(repack_app, options.folder);
  add_profile_option(repack_app, options.profile)->required();
  add_integer_option(repack_app, "--threads", options.threads, thread_range,
                     "Threads to work with (default: as many as there are processors)");
  repack_app.add_flag("--quiet", command->quiet, "Show no progress");
  repack_app.footer(footer);
  repack_app.callback(
      [command, &chosen] { chosen = [command](StandardOutput& out) { return repack(*command, out); }; });
}

}  // namespace dambase::tools
