// dambase play: a player with tables that other programs talk to.
#include <exception>
#include <filesystem>
#include <memory>
#include <string>

#include <unistd.h>

#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/line_reader.hpp"
#include "tools/options.hpp"
#include "tools/player/hub_session.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Speaks the Hub protocol, version 2, on standard input and output, as Scan and other draughts programs do: enter\n"
    "`dambase play` where a board program asks for the command of an engine. It plays all variants; those that Hub "
    "has\n"
    "no name for keep ours, with positions of as many letters as the board has squares, plus one.\n\n"
    "It is a small player, made to show how an engine uses the tables: see docs/player.md.\n\n"
    "By hand:\n"
    "  hub\n"
    "  init\n"
    "  pos start\n"
    "  level move-time=2\n"
    "  go think\n"
    "  quit\n";

struct PlayCommand {
  const Variant* variant = nullptr;
  std::filesystem::path tables;
  std::uint64_t cache_bytes = player::HubSettings().cache_bytes;
  std::uint64_t hash_bytes = player::HubSettings().hash_bytes;
};

// Within the ranges that the parameters of the protocol have.
Result<player::HubSettings> settings_of(const PlayCommand& command) {
  player::HubSettings settings;
  settings.variant = command.variant->name();
  settings.tables = command.tables.string();
  const std::pair<const char*, std::uint64_t> sizes[] = {{"cache", command.cache_bytes}, {"hash", command.hash_bytes}};
  for (const auto& [name, bytes] : sizes) {
    if (const auto wrong = player::set_parameter(settings, name, std::to_string(bytes >> 20)))
      return Error{ErrorCode::invalid_argument, std::string("--") + name + ", in MiB: " + *wrong};
  }
  return settings;
}

// Says lines at once. A failure is kept for the thread that reads, since the one that searches has nobody to tell.
class LineWriter {
 public:
  explicit LineWriter(StandardOutput& out) : out_(out) {}

  void operator()(const std::string& line) {
    if (failure_ != nullptr) return;
    try {
      out_.print("{}\n", line);
      out_.flush();
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void rethrow_failure() const {
    if (failure_ != nullptr) std::rethrow_exception(failure_);
  }

 private:
  StandardOutput& out_;
  std::exception_ptr failure_;
};

// Obeys until `quit` or the end of the input, which means that the other program is gone.
ExitCode converse(player::HubSession& session) {
  LineReader lines(STDIN_FILENO);
  while (true) {
    const auto line = lines.next();
    if (!line) return report(line.error());
    if (!*line) return ExitCode::done;
    if ((*line)->is_cut) {
      session.complain("the line is too long");
    } else if (!session.obey((*line)->text)) {
      return ExitCode::done;
    }
  }
}

ExitCode play(const PlayCommand& command, StandardOutput& out) {
  const auto settings = settings_of(command);
  if (!settings) return report(settings.error());
  LineWriter writer(out);
  ExitCode code = ExitCode::done;
  {
    player::HubSession session(*settings, [&writer](const std::string& line) { writer(line); });
    code = converse(session);
  }
  writer.rethrow_failure();
  return code;
}

}  // namespace

void add_play(CLI::App& app, Action& chosen) {
  CLI::App& play_app = *app.add_subcommand("play", "Play in the Hub protocol, for board programs");
  const auto command = std::make_shared<PlayCommand>();
  add_variant_option(play_app, command->variant);
  add_tables_option(play_app, command->tables);
  add_size_option(play_app, "--cache", command->cache_bytes, "Memory for what is read of the tables (default: 64M)");
  add_size_option(play_app, "--hash", command->hash_bytes, "Memory for positions already searched (default: 64M)");
  play_app.footer(footer);
  play_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return play(*command, out); }; });
}

}  // namespace dambase::tools
