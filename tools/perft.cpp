// dambase perft: counts the leaves of the tree of legal moves, to compare rules with other programs.
#include <memory>
#include <optional>
#include <string>

#include "tools/answer.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "A line a depth: the depth, a tab, the number of nodes, from 1 to N. Captures with the same ends and the\n"
    "same pieces taken are one move.\n\n"
    "Examples:\n"
    "  dambase perft --depth 6\n"
    "  dambase perft --depth 4 W:WK30:B7,8,17,24,27,28\n";

// Far deeper than anyone waits for; node counts of such trees would not fit into 64 bits.
constexpr IntegerRange depth_range = {1, 30};

struct PerftCommand {
  const Variant* variant = nullptr;
  int depth = 0;
  std::optional<std::string> fen;
};

ExitCode perft(const PerftCommand& command, StandardOutput& out) {
  const Variant& variant = *command.variant;
  const auto position = command.fen ? read_position(variant, *command.fen) : variant.start_position();
  if (!position) return report(position.error());
  for (int depth = 1; depth <= command.depth; ++depth) {
    out.print("{}\t{}\n", depth, variant.perft(*position, depth));
    out.flush();  // the next line may take a hundred times as long
  }
  return ExitCode::done;
}

}  // namespace

void add_perft(CLI::App& app, Action& chosen) {
  CLI::App& perft_app = *app.add_subcommand("perft", "Count the nodes of the tree of moves");
  const auto command = std::make_shared<PerftCommand>();
  add_variant_option(perft_app, command->variant);
  add_integer_option(perft_app, "--depth", command->depth, depth_range, "Plies of the deepest count")->required();
  perft_app.add_option("FEN", command->fen, "Position (default: the start of the game)")->type_name("");
  perft_app.footer(footer);
  perft_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return perft(*command, out); }; });
}

}  // namespace dambase::tools
