// dambase moves: the legal moves of a position.
#include <memory>
#include <string>

#include "engine/notation.hpp"
#include "tools/answer.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "One move a line, sorted by its FEN squares: 31-27, 13x4, and all squares of a capture (4x27x38x15) where two\n"
    "captures share both ends. A position without moves is lost, and prints nothing.\n\n"
    "Examples:\n"
    "  dambase moves W:WK13:B9,27\n"
    "  dambase moves -v russian --numbering players W:Wf6:Be7,c7\n";

struct MovesCommand {
  const Variant* variant = nullptr;
  std::string fen;
  Numbering numbering = Numbering::fen;
};

ExitCode moves(const MovesCommand& command, StandardOutput& out) {
  const auto position = read_position(*command.variant, command.fen);
  if (!position) return report(position.error());
  for (const NamedMove& move : named_moves(*command.variant, *position, command.numbering))
    out.print("{}\n", move.text);
  return ExitCode::done;
}

}  // namespace

void add_moves(CLI::App& app, Action& chosen) {
  CLI::App& moves_app = *app.add_subcommand("moves", "The legal moves of a position");
  const auto command = std::make_shared<MovesCommand>();
  moves_app.add_option("FEN", command->fen, "Position")->required()->type_name("");
  add_variant_option(moves_app, command->variant);
  add_numbering_option(moves_app, command->numbering);
  moves_app.footer(footer);
  moves_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return moves(*command, out); }; });
}

}  // namespace dambase::tools
