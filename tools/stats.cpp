// dambase stats: how many positions of each slice are won, lost and drawn.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "formats/fen.hpp"
#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/options.hpp"
#include "tools/table_listing.hpp"
#include "tools/text_table.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "One row a slice, White to move; a material and its colour-swapped twin are in one file, and have a row each.\n"
    "Values are those of the side to move. `captures` counts the positions where it can capture; the values\n"
    "count these too. Where there are tables of distances, the longest play to an end follows, in plies; `-` stands\n"
    "for a table that was not built, -1 for a slice in which nothing is decided. Without --tsv the longest wins and\n"
    "losses are listed with a position of each. Where there are tables of the metric rule, cursed wins and blessed\n"
    "losses are counted: draws by a rule that counts moves, with a count that begins in the position.\n"
    "Columns of --tsv: wm wk bm bk (white men, white kings, black men, black kings) positions captures wins losses\n"
    "draws, max_dtc max_dtw where there is a distance, and rule_wins rule_losses max_rule where there is that "
    "metric.\n\n"
    "Examples:\n"
    "  dambase stats\n"
    "  dambase stats --tsv --tables /data/draughts > counts.tsv\n";

struct StatsCommand {
  const Variant* variant = nullptr;
  std::filesystem::path folder;
  bool tsv = false;
};

// A slice with White to move; what has no table is not there.
struct Row {
  Material material;
  std::optional<SliceCounts> counts;
  std::optional<SliceCounts> by_rules;  ///< under the rules that count moves
  std::optional<LongestPlays> dtc;
  std::optional<LongestPlays> dtw;
  std::optional<LongestPlays> rule;

  template <class Row>
  [[nodiscard]] static auto& longest_of(Row& row, Metric metric) {
    return metric == Metric::dtc ? row.dtc : metric == Metric::dtw ? row.dtw : row.rule;
  }
  // Positions and captures are the same by any table.
  [[nodiscard]] const SliceCounts& any_counts() const { return counts ? *counts : *by_rules; }
};

constexpr std::array distance_metrics = {Metric::dtc, Metric::dtw, Metric::rule};

std::vector<Row> rows_of(const std::vector<ListedTable>& tables) {
  std::map<Material, Row> rows;
  for (const auto& [file, info, bytes] : tables) {
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info.slice_count()); ++slice) {
      const Material material = slice == 0 ? info.material : info.material.twin();
      Row& row = rows[material];
      row.material = material;
      if (info.metric == Metric::rule)
        row.by_rules = info.slices[slice];
      else
        row.counts = info.slices[slice];
      if (info.metric != Metric::wld) Row::longest_of(row, info.metric) = info.longest[slice];
    }
  }
  std::vector<Row> sorted;
  for (const auto& [material, row] : rows) sorted.push_back(row);
  return sorted;
}

struct Columns {
  bool distances;
  bool rules;

  explicit Columns(const std::vector<Row>& rows)
      : distances(std::ranges::any_of(rows, [](const Row& row) { return row.dtc || row.dtw; })),
        rules(std::ranges::any_of(rows, [](const Row& row) { return row.by_rules.has_value(); })) {}
};

std::string longest_text(const std::optional<LongestPlays>& longest) {
  return longest ? std::to_string(longest->longer().plies) : "-";
}

void print_tsv(const std::vector<Row>& rows, StandardOutput& out) {
  const Columns columns(rows);
  out.print("wm\twk\tbm\tbk\tpositions\tcaptures\twins\tlosses\tdraws{}{}\n",
            columns.distances ? "\tmax_dtc\tmax_dtw" : "", columns.rules ? "\trule_wins\trule_losses\tmax_rule" : "");
  for (const Row& row : rows) {
    const Material& m = row.material;
    const SliceCounts& any = row.any_counts();
    out.print("{}\t{}\t{}\t{}\t{}\t{}", m.white_men, m.white_kings, m.black_men, m.black_kings, any.positions,
              any.captures);
    row.counts ? out.print("\t{}\t{}\t{}", row.counts->wins, row.counts->losses, row.counts->draws)
               : out.write("\t-\t-\t-");
    if (columns.distances) out.print("\t{}\t{}", longest_text(row.dtc), longest_text(row.dtw));
    if (columns.rules)
      row.by_rules ? out.print("\t{}\t{}\t{}", row.by_rules->wins, row.by_rules->losses, longest_text(row.rule))
                   : out.write("\t-\t-\t-");
    out.write("\n");
  }
}

// What is won without the rules that count moves, and not with them; and lost.
struct RuleCounts {
  std::uint64_t cursed_wins = 0;
  std::uint64_t blessed_losses = 0;
};

std::optional<RuleCounts> rule_counts(const Row& row) {
  if (!row.counts || !row.by_rules) return std::nullopt;
  return RuleCounts{row.counts->wins - row.by_rules->wins, row.counts->losses - row.by_rules->losses};
}

std::vector<std::string> cells(std::string name, const Row& row) {
  const SliceCounts& any = row.any_counts();
  std::vector<std::string> cells = {std::move(name), grouped(any.positions), grouped(any.captures)};
  for (const auto count : {&SliceCounts::wins, &SliceCounts::losses, &SliceCounts::draws})
    cells.push_back(row.counts ? grouped((*row.counts).*count) : "-");
  return cells;
}

void add_rule_cells(const std::optional<RuleCounts>& counts, std::vector<std::string>& cells) {
  cells.push_back(counts ? grouped(counts->cursed_wins) : "-");
  cells.push_back(counts ? grouped(counts->blessed_losses) : "-");
}

// Of the slices that have each kind of count.
Row total(const std::vector<Row>& rows) {
  Row sum;
  for (const Row& row : rows) {
    if (row.counts) (sum.counts ? *sum.counts : sum.counts.emplace()) += *row.counts;
    if (row.by_rules) (sum.by_rules ? *sum.by_rules : sum.by_rules.emplace()) += *row.by_rules;
  }
  return sum;
}

RuleCounts total_of_rules(const std::vector<Row>& rows) {
  RuleCounts sum;
  for (const Row& row : rows) {
    const RuleCounts counts = rule_counts(row).value_or(RuleCounts{});
    sum.cursed_wins += counts.cursed_wins;
    sum.blessed_losses += counts.blessed_losses;
  }
  return sum;
}

void print_table(const std::vector<Row>& rows, StandardOutput& out) {
  const Columns columns(rows);
  std::vector<std::string> head = {"slice", "positions", "captures", "wins", "losses", "draws"};
  if (columns.rules) head.insert(head.end(), {"cursed wins", "blessed losses"});
  TextTable table(std::move(head));
  const auto add = [&](const std::string& name, const Row& row, const std::optional<RuleCounts>& counts) {
    std::vector<std::string> line = cells(name, row);
    if (columns.rules) add_rule_cells(counts, line);
    table.add(std::move(line));
  };
  for (const Row& row : rows) add(row.material.name(), row, rule_counts(row));
  add(fmt::format("{} slices", rows.size()), total(rows), total_of_rules(rows));
  out.write(table.text());
}

// Plies and an example, or that there is none.
std::vector<std::string> longest_cells(const Variant& variant, const Material& material, const LongestPlay& play) {
  if (play.plies < 0) return {"-", "-"};
  const Position position = SliceNumbering(variant.position_space(), material).unrank(play.number);
  return {std::to_string(play.plies), to_fen(variant, position)};
}

void print_longest(const Variant& variant, const std::vector<Row>& rows, StandardOutput& out) {
  TextTable table({"longest, in plies", "metric", "win", "position", "loss", "position"}, LastColumn::left);
  for (const Row& row : rows) {
    for (const Metric metric : distance_metrics) {
      const auto& longest = Row::longest_of(row, metric);
      if (!longest) continue;
      std::vector<std::string> cells = {row.material.name(), name_of(metric)};
      std::ranges::move(longest_cells(variant, row.material, longest->win), std::back_inserter(cells));
      std::ranges::move(longest_cells(variant, row.material, longest->loss), std::back_inserter(cells));
      table.add(std::move(cells));
    }
  }
  out.write("\n" + table.text());
}

ExitCode stats(const StatsCommand& command, StandardOutput& out) {
  const Listing listing = open_tables(command.folder, *command.variant);
  const std::vector<Row> rows = rows_of(listing.tables);
  if (command.tsv) {
    print_tsv(rows, out);
  } else if (!rows.empty()) {
    print_table(rows, out);
    if (const Columns columns(rows); columns.distances || columns.rules) print_longest(*command.variant, rows, out);
  }
  if (listing.files > 0 || listing.exit_code != ExitCode::done) return listing.exit_code;
  return report(no_tables(command.folder, *command.variant));
}

}  // namespace

void add_stats(CLI::App& app, Action& chosen) {
  CLI::App& stats_app =
      *app.add_subcommand("stats", "Counts of wins, losses and draws of each slice, and the longest plays");
  const auto command = std::make_shared<StatsCommand>();
  add_variant_option(stats_app, command->variant);
  add_tables_option(stats_app, command->folder);
  stats_app.add_flag("--tsv", command->tsv, "Tab-separated, for scripts");
  stats_app.footer(footer);
  stats_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return stats(*command, out); }; });
}

}  // namespace dambase::tools
