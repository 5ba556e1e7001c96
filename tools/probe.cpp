// dambase probe: the value of positions and of their moves.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/ranges.h>
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

constexpr const char* footer_of_positions =
    "A FEN names the side to move, then the pieces of White and of Black; K makes a king:\n"
    "  W:W13-15,K18:B4,K7      White to move; men on 13 to 15, a king on 18; Black: a man on 4, a king on 7\n\n";

constexpr const char* footer_of_answers =
    "Prints the FEN, a tab, and win, draw or loss for the side to move; then its moves from best to worst, with\n"
    "the value for the side that plays them. If a table that a move needs is missing, no moves are printed.\n"
    "Values are for perfect play without any limit on the number of moves. Where there are tables of distances, the\n"
    "plies (moves of either side) follow: dtc to the next capture or move of a man, dtw to the end of the game; in\n"
    "brackets the moves of the winner. Distances of moves include the move. --line plays best moves to the end.\n\n"
    "--rules answers by the rules that end a game as a draw after so many moves, if there are tables of the metric\n"
    "rule: win or loss; cursed win or blessed loss, which only these rules make a draw; draw; or that no rule is "
    "known.\n"
    "The plies that have been counted are those of the field H of a FEN, as in W:WK1:BK50:H12, or of --count, else 0.\n"
    "Those of a win or loss are plies until that count is over for good. Moves are then ranked by what the rules "
    "say.\n\n"
    "Lists of positions: one FEN a line; blank lines and lines that begin with # are skipped. With --json each\n"
    "answer is one object on a line of its own; what is not known is null. What cannot be answered has an `error`\n"
    "with a code: invalid_fen illegal_position too_many_pieces missing_table damaged_table wrong_variant.\n\n"
    "Examples:\n"
    "  dambase probe W:W31:B4\n"
    "  dambase probe --tables /data/draughts 'B:WK3,12:BK7' W:WK1:BK29,K45\n"
    "  dambase probe -v russian --numbering players W:WKa1,c3:Bf6\n"
    "  dambase probe --line W:W31:B4\n"
    "  dambase probe --rules --count 20 W:WK26,K36,K46:BK3\n"
    "  dambase probe --json - < positions.fen > answers.jsonl\n";

constexpr const char* no_progress =
    "  There are no tables of distances: a move that keeps the win may not make progress.\n";

struct ProbeCommand {
  const Variant* variant = nullptr;
  std::filesystem::path folder;
  std::vector<std::string> fens;
  bool json = false;
  bool line = false;
  bool rules = false;
  int count = -1;  // unless told: that of the FEN
  Numbering numbering = Numbering::fen;
  std::optional<bool> board;  // unless told: on a terminal
};

std::string_view players_remark(PlayersSquares squares) {
  switch (squares) {
    case PlayersSquares::as_fen: return "";
    case PlayersSquares::from_bottom_right:
      return "Its players count from the bottom right; --numbering players writes moves so. A FEN has these numbers.\n";
    case PlayersSquares::algebraic:
      return "Its players write a1 (bottom left) to h8: a FEN may have these too, --numbering players writes them.\n";
  }
  return "";
}

// The squares of the variant that the command line names, and whose they are.
std::string footer_of_squares(const Variant& variant) {
  const SquareNames& names = variant.square_names();
  const Position start = variant.start_position();
  return fmt::format(
      "Squares in {0}, {1}x{1} (others: -v VARIANT --help). White is at the bottom and moves up, Black moves down.\n"
      "At the start Black has squares 1 to {2}, White {3} to {4}, and {5} begins:\n{6}{7}\n",
      variant.name(), names.board_size(), start.black().men.count(), names.count() - start.white().men.count() + 1,
      names.count(), start.side_to_move() == Side::white ? "White" : "Black", named_board(names, Numbering::fen),
      players_remark(names.players_squares()));
}

std::string footer_of(const ProbeCommand& command) {
  const Variant& variant = command.variant != nullptr ? *command.variant : *all_variants().front();
  return footer_of_positions + footer_of_squares(variant) + footer_of_answers;
}

std::optional<int> asked_count(const ProbeCommand& command) {
  return command.count >= 0 ? std::optional(command.count) : std::nullopt;
}

// Writes answers, and errors, in the form that was asked for.
class AnswerPrinter {
 public:
  AnswerPrinter(const ProbeCommand& command, StandardOutput& out)
      : variant_(*command.variant),
        numbering_(command.numbering),
        json_(command.json),
        line_(command.line),
        rules_(command.rules ? std::optional(RuleQuestion{asked_count(command)}) : std::nullopt),
        board_(command.board.value_or(out.is_terminal())),
        out_(out) {}

  ExitCode answer(const TableSet& set, std::string_view fen) {
    return print(set, fen, answer_of(set, fen, numbering_, rules_));
  }

  ExitCode print_failure(std::string_view fen, const Error& error) {
    if (json_) print_json_line(out_, {{"fen", fen}, {"error", json_of(error)}});
    return report_for(fen, error, "");
  }

 private:
  using Line = Result<std::vector<std::string>>;

  ExitCode print(const TableSet& set, std::string_view fen, const Result<Answer>& answer) {
    if (!answer) return print_failure(fen, answer.error());
    const std::optional<Line> line = line_ ? std::optional(best_line(set, answer->position, numbering_)) : std::nullopt;
    if (json_) {
      print_object(fen, *answer, line);
    } else {
      print_text(fen, *answer, line);
    }
    ExitCode code = ExitCode::done;
    if (!answer->moves) code = report_for(fen, answer->moves.error(), "the moves are not ranked: ");
    if (answer->rules && !*answer->rules && !is_no_rule(*answer->rules))
      code = worse(code, report_for(fen, answer->rules->error(), "not answered by the rules: "));
    if (line && !*line) code = worse(code, report_for(fen, line->error(), "no line: "));
    return code;
  }

  static ExitCode report_for(std::string_view fen, const Error& error, std::string_view what) {
    const std::string begin = fen.empty() ? "" : shortened(fen) + ": ";
    return report({error.code, fmt::format("{}{}{}", begin, what, error.message)});
  }

  void print_text(std::string_view fen, const Answer& answer, const std::optional<Line>& line) {
    std::string text;
    if (board_) text += board_drawing(variant_.square_names(), numbering_, answer.position);
    text += fmt::format("{}\t{}{}\n", one_line(fen), name_of(answer.value), plies_text(answer.value, answer.plies));
    if (answer.rules) text += rules_line(*answer.rules);
    if (answer.moves)
      for (const RankedMove& move : *answer.moves)
        text += fmt::format("  {}\t{}{}{}\n", move.text, name_of(move.value), plies_text(move.value, move.plies),
                            move.ruled ? "\trules " + ruled_text(*move.ruled) : "");
    if (line && *line && !(*line)->empty()) text += fmt::format("  line\t{}\n", fmt::join(**line, " "));
    // For people alone: scripts see that distances are not known.
    if (board_ && answer.value == Value::win && !answer.plies.dtc && !answer.plies.dtw) text += no_progress;
    out_.write(text);
  }

  // That the variant has no rule is an answer.
  static bool is_no_rule(const Result<RuledPosition>& rules) {
    return !rules && rules.error().code == ErrorCode::no_rule_known;
  }

  static std::string rules_line(const Result<RuledPosition>& rules) {
    if (is_no_rule(rules)) return "  rules\tno rule known\n";
    if (!rules) return "";
    const auto& [distance, rule, count, uncounted] = *rules;
    return fmt::format(
        "  rules\t{}\t{}{}\n", ruled_text(distance),
        rule == nullptr ? "no rule counts here" : fmt::format("{}, {} of {} plies", rule->name, count, rule->limit),
        uncounted.empty() ? "" : fmt::format("\tnot counted: {}", uncounted));
  }

  static bool is_decided(const RuledDistance& distance) {
    return distance.verdict == Verdict::win || distance.verdict == Verdict::loss;
  }

  static std::string ruled_text(const RuledDistance& distance) {
    if (!is_decided(distance)) return name_of(distance.verdict);
    return fmt::format("{} {} {}", name_of(distance.verdict), distance.plies, distance.plies == 1 ? "ply" : "plies");
  }

  // A tab, and what is known: `dtc 1 ply (1 move), dtw 17 plies (9 moves)`, of which the winner makes so many moves.
  // Or nothing.
  static std::string plies_text(Value value, const KnownPlies& plies) {
    std::string text;
    for (const Metric metric : {Metric::dtc, Metric::dtw}) {
      const std::optional<int> known = plies.of(metric);
      if (!known) continue;
      const int moves = value == Value::win ? (*known + 1) / 2 : *known / 2;
      text += fmt::format("{}{} {} {} ({} {})", text.empty() ? "\t" : ", ", name_of(metric), *known,
                          *known == 1 ? "ply" : "plies", moves, moves == 1 ? "move" : "moves");
    }
    return text;
  }

  void print_object(std::string_view fen, const Answer& answer, const std::optional<Line>& line) {
    Json object = {{"fen", fen},
                   {"variant", variant_.name()},
                   {"value", name_of(answer.value)},
                   {"dtc", json_of(answer.plies.dtc)},
                   {"dtw", json_of(answer.plies.dtw)},
                   {"moves", nullptr}};
    if (answer.moves) {
      object["moves"] = Json::array();
      for (const RankedMove& move : *answer.moves) object["moves"].push_back(json_of(move));
    } else {
      object["error"] = json_of(answer.moves.error());
    }
    if (answer.rules) object["rules"] = json_of(*answer.rules);
    if (line) object["line"] = *line ? Json(**line) : Json(nullptr);
    print_json_line(out_, object);
  }

  static Json json_of(const std::optional<int>& known) { return known ? Json(*known) : Json(nullptr); }

  static Json json_of(const RankedMove& move) {
    Json object = {{"move", move.text},
                   {"value", name_of(move.value)},
                   {"dtc", json_of(move.plies.dtc)},
                   {"dtw", json_of(move.plies.dtw)},
                   {"fen", move.fen}};
    if (move.ruled) object["rules"] = json_of(*move.ruled);
    return object;
  }

  static Json json_of(const RuledDistance& distance) {
    return {{"verdict", name_of(distance.verdict)},
            {"plies", is_decided(distance) ? Json(distance.plies) : Json(nullptr)}};
  }

  // Without a known rule, nothing but the verdict `no rule known`.
  static Json json_of(const Result<RuledPosition>& rules) {
    if (is_no_rule(rules)) return {{"verdict", "no rule known"}};
    if (!rules) return {{"error", json_of(rules.error())}};
    Json object = json_of(rules->distance);
    object["rule"] = rules->rule == nullptr ? Json(nullptr) : Json(rules->rule->name);
    object["count"] = rules->count;
    object["limit"] = rules->rule == nullptr ? Json(nullptr) : Json(rules->rule->limit);
    if (!rules->uncounted.empty()) object["not_counted"] = rules->uncounted;
    return object;
  }

  static Json json_of(const Error& error) { return {{"code", name_of(error.code)}, {"message", error.message}}; }

  const Variant& variant_;
  Numbering numbering_;
  bool json_;
  bool line_;
  std::optional<RuleQuestion> rules_;
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
  return printer.answer(set, fen);
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
  if (command.json && command.board == true)
    return Error{ErrorCode::invalid_argument, "--board draws for people, --json is for programs: give one of them"};
  if (command.count >= 0 && !command.rules)
    return Error{ErrorCode::invalid_argument, "--count is for --rules, which is not given"};
  return {};
}

ExitCode probe(const ProbeCommand& command, StandardOutput& out) {
  if (const auto sound = check(command); !sound) return report(sound.error());
  const auto set = TableSet::open(*command.variant, command.folder);
  if (!set) return report(set.error());
  AnswerPrinter printer(command, out);
  ExitCode worst = ExitCode::done;
  for (const std::string& fen : command.fens) {
    const ExitCode code = fen == "-" ? answer_input(**set, printer, out) : printer.answer(**set, fen);
    worst = worse(worst, code);
  }
  return worst;
}

void add_output_options(CLI::App& app, ProbeCommand& command) {
  app.add_flag_callback(
      "--board", [&command] { command.board = true; }, "Draw the board, as on a terminal");
  app.add_flag_callback(
      "--no-board", [&command] { command.board = false; }, "Do not draw the board");
  add_numbering_option(app, command.numbering);
  app.add_flag("--json", command.json, "One JSON object a line");
  app.add_flag("--line", command.line, "Add the best line to the end; needs distance tables");
  app.add_flag("--rules", command.rules, "Answer by the rules that count moves, too; needs tables of the metric rule");
  constexpr IntegerRange counts = {0, 1'000'000};
  add_integer_option(app, "--count", command.count, counts,
                     "Plies that the rule has counted, instead of those of the FEN");
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
  probe_app.footer([command] { return footer_of(*command); });
  probe_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return probe(*command, out); }; });
}

}  // namespace dambase::tools
