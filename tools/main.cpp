// The `dambase` command: reads the command line, runs the subcommand, and ends with its exit code.
#include <csignal>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include "engine/version.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Squares are numbered from 1 at the top left, White at the bottom; `dambase probe --help` draws them.\n"
    "Exit code: 0 all done; 1 something could not be answered or did not verify; 2 usage or invalid input;\n"
    "3 a file, the disk or memory failed; 75 try again later: the folder is in use, or there is work left.\n\n"
    "Examples:\n"
    "  dambase build -n 4                  all tables up to four pieces, in ./tables\n"
    "  dambase plan -n 6                   what building six pieces takes\n"
    "  dambase probe W:W31:B4              who wins, and what each move is worth\n"
    "  dambase probe --json - < list.fen   one answer a line for a list of positions\n";

void set_up(CLI::App& app, Action& chosen) {
  app.set_version_flag("--version", std::string("dambase ") + version_text, "Print the version and exit");
  app.get_formatter()->column_width(28);
  app.footer(footer);
  // Not required here: CLI11 would then not say which word is no subcommand.
  app.require_subcommand(0, 1);
  for (const auto add : {add_build, add_plan, add_work, add_cluster, add_probe, add_moves, add_perft, add_stats,
                         add_histogram, add_verify, add_repack, add_info, add_variants, add_play})
    add(app, chosen);
}

// What CLI11 throws is either a usage error or the wish for help or the version.
ExitCode ended_early(const CLI::App& app, const CLI::ParseError& reason, StandardOutput& out) {
  if (reason.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) {
    print_error(std::string(reason.what()) + " (see dambase --help)");
    return ExitCode::invalid;
  }
  std::ostringstream text;
  std::ostringstream unused;
  app.exit(reason, text, unused);
  out.write(text.str());
  return ExitCode::done;
}

ExitCode run(int argc, char** argv, StandardOutput& out) {
  CLI::App app("Endgame databases for draughts: builds them, checks them, and answers from them.", "dambase");
  Action chosen;
  set_up(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& reason) {
    return ended_early(app, reason, out);
  }
  if (chosen) return chosen(out);
  print_error("name a subcommand (see dambase --help)");
  return ExitCode::invalid;
}

// Nothing may end the process with a stack of names: whatever escapes becomes one line and an exit code.
template <class Work>
ExitCode guarded(Work&& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
  } catch (const std::exception& error) {
    print_error(error.what());
  } catch (...) {
    print_error("unknown failure");
  }
  return ExitCode::environment;
}

}  // namespace

}  // namespace dambase::tools

int main(int argc, char** argv) {
  using namespace dambase::tools;
  occupy_standard_files();
  // A file that grows beyond `ulimit -f` shall be an error of the write, which is reported, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  StandardOutput out;
  const ExitCode answered = guarded([&] { return run(argc, argv, out); });
  const ExitCode written = guarded([&] {
    out.flush();
    return ExitCode::done;
  });
  return static_cast<int>(worse(answered, written));
}
