// dambase probe: the value of positions and of their moves.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>
#include <nlohmann/json.hpp>

#include "tools/answer.hpp"
#include "tools/board_drawing.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/json_line.hpp"
#include "tools/line_reader.hpp"
#include "tools/options.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "A FEN names the side to move, then the pieces of White and of Black; K makes a king:\n"
    "  W:W31-35,K50:B4,K7      White to move; men on 31 to 35, a king on 50; Black: a man on 4, a king on 7\n\n"
    "Squares of the 10x10 board. White is at the bottom and moves up, Black moves down:\n"
    "   1        1   2   3   4   5\n"
    "   6      6   7   8   9  10\n"
    "  11       11  12  13  14  15\n"
    "  16     16  17  18  19  20\n"
    "  21       21  22  23  24  25\n"
    "  26     26  27  28  29  30\n"
    "  31       31  32  33  34  35\n"
    "  36     36  37  38  39  40\n"
    "  41       41  42  43  44  45\n"
    "  46     46  47  48  49  50\n\n"
    "Prints the FEN, a tab, and win, draw or loss for the side to move; then its moves from best to worst, with\n"
    "the value for the side that plays them. If a table that a move needs is missing, no moves are printed.\n"
    "Values are for perfect play without any limit on the number of moves.\n\n"
    "Lists of positions: one FEN a line; blank lines and lines that begin with # are skipped. With --json each\n"
    "answer is one object on a line of its own; what is not known is null. What cannot be answered has an `error`\n"
    "with a code: invalid_fen illegal_position too_many_pieces missing_table damaged_table wrong_variant.\n\n"
    "Examples:\n"
    "  dambase probe W:W31:B4\n"
    "  dambase probe --tables /data/draughts 'B:WK3,12:BK7' W:WK1:BK29,K45\n"
    "  dambase probe --json - < positions.fen > answers.jsonl\n";

struct ProbeCommand {
  const Variant* variant = nullptr;
  std::filesystem::path folder;
  std::vector<std::string> fens;
  bool json = false;
  bool line = false;
  std::optional<bool> board;  // unless told: on a terminal
};

// Writes answers, and errors, in the form that was asked for.
class AnswerPrinter {
 public:
  AnswerPrinter(const ProbeCommand& command, StandardOutput& out)
      : variant_(*command.variant), json_(command.json), board_(command.board.value_or(out.is_terminal())), out_(out) {}

  ExitCode print(std::string_view fen, const Result<Answer>& answer) {
    if (!answer) return print_failure(fen, answer.error());
    if (json_) {
      print_object(fen, *answer);
    } else {
      print_text(fen, *answer);
    }
    return answer->moves ? ExitCode::done : report_for(fen, answer->moves.error(), "the moves are not ranked: ");
  }

  ExitCode print_failure(std::string_view fen, const Error& error) {
    if (json_) print_json_line(out_, {{"fen", fen}, {"error", json_of(error)}});
    return report_for(fen, error, "");
  }

 private:
  static ExitCode report_for(std::string_view fen, const Error& error, std::string_view what) {
    const std::string begin = fen.empty() ? "" : shortened(fen) + ": ";
    return report({error.code, fmt::format("{}{}{}", begin, what, error.message)});
  }

  void print_text(std::string_view fen, const Answer& answer) {
    std::string text;
    if (board_) text += board_drawing(variant_.shape(), answer.position);
    text += fmt::format("{}\t{}\n", one_line(fen), name_of(answer.value));
    if (answer.moves)
      for (const RankedMove& move : *answer.moves) text += fmt::format("  {}\t{}\n", move.text, name_of(move.value));
    out_.write(text);
  }

  void print_object(std::string_view fen, const Answer& answer) {
    Json object = {{"fen", fen},
                   {"variant", variant_.name()},
                   {"value", name_of(answer.value)},
                   {"dtc", nullptr},
                   {"dtw", nullptr},
                   {"moves", nullptr}};
    if (answer.moves) {
      object["moves"] = Json::array();
      for (const RankedMove& move : *answer.moves) object["moves"].push_back(json_of(move));
    } else {
      object["error"] = json_of(answer.moves.error());
    }
    print_json_line(out_, object);
  }

  static Json json_of(const RankedMove& move) {
    return {{"move", move.text}, {"value", name_of(move.value)}, {"dtc", nullptr}, {"dtw", nullptr}, {"fen", move.fen}};
  }

  static Json json_of(const Error& error) { return {{"code", name_of(error.code)}, {"message", error.message}}; }

  const Variant& variant_;
  bool json_;
  bool board_;
  StandardOutput& out_;
};

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

ExitCode answer_line(const TableSet& set, const LineReader::Line& line, AnswerPrinter& printer) {
  const std::string_view fen = without_blanks(line.text);
  if (fen.empty() || fen.starts_with('#')) return ExitCode::done;
  if (line.is_cut)
    return printer.print_failure(
        fen, {ErrorCode::invalid_fen, fmt::format("a line of more than {} bytes is no position", LineReader::longest)});
  return printer.print(fen, answer_of(set, fen));
}

ExitCode answer_input(const TableSet& set, AnswerPrinter& printer, StandardOutput& out) {
  LineReader lines(STDIN_FILENO);
  ExitCode worst = ExitCode::done;
  while (true) {
    // A program at the other end of a pipe may be waiting for this answer before it asks on.
    if (!lines.has_line()) out.flush();
    const auto line = lines.next();
    if (!line) return worse(worst, report(line.error()));
    if (!*line) return worst;
    worst = worse(worst, answer_line(set, **line, printer));
  }
}

Result<void> check(const ProbeCommand& command) {
  if (command.line)
    return Error{ErrorCode::invalid_argument, "--line needs distance tables, which this version does not build"};
  if (command.json && command.board == true)
    return Error{ErrorCode::invalid_argument, "--board draws for people, --json is for programs: give one of them"};
  return {};
}

ExitCode probe(const ProbeCommand& command, StandardOutput& out) {
  if (const auto sound = check(command); !sound) return report(sound.error());
  const auto set = TableSet::open(*command.variant, command.folder);
  if (!set) return report(set.error());
  AnswerPrinter printer(command, out);
  ExitCode worst = ExitCode::done;
  for (const std::string& fen : command.fens) {
    const ExitCode code = fen == "-" ? answer_input(**set, printer, out) : printer.print(fen, answer_of(**set, fen));
    worst = worse(worst, code);
  }
  return worst;
}

void add_output_options(CLI::App& app, ProbeCommand& command) {
  app.add_flag_callback(
      "--board", [&command] { command.board = true; }, "Draw the board, as on a terminal");
  app.add_flag_callback(
      "--no-board", [&command] { command.board = false; }, "Do not draw the board");
  app.add_flag("--json", command.json, "One JSON object a line");
  app.add_flag("--line", command.line, "Add the best line to the end; needs distance tables");
}

}  // namespace

void add_probe(CLI::App& app, Action& chosen) {
  CLI::App& probe_app = *app.add_subcommand("probe", "The value of positions and of their moves");
  const auto command = std::make_shared<ProbeCommand>();
  probe_app.add_option("FEN", command->fens, "Positions; - reads one a line from standard input")
      ->type_name("")
      ->required();
  add_variant_option(probe_app, command->variant);
  add_tables_option(probe_app, command->folder);
  add_output_options(probe_app, *command);
  probe_app.footer(footer);
  probe_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return probe(*command, out); }; });
}

}  // namespace dambase::tools
