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
    "losses are listed with a position of each.\n"
    "Columns of --tsv: wm wk bm bk (white men, white kings, black men, black kings) positions captures wins losses\n"
    "draws, and max_dtc max_dtw where there is a distance.\n\n"
    "Examples:\n"
    "  dambase stats\n"
    "  dambase stats --tsv --tables /data/draughts > counts.tsv\n";

struct StatsCommand {
  const Variant* variant = nullptr;
  std::filesystem::path folder;
  bool tsv = false;
};

// A slice with White to move.
struct Row {
  Material material;
  SliceCounts counts;
  std::optional<LongestPlays> dtc;  ///< where there is such a table
  std::optional<LongestPlays> dtw;

  [[nodiscard]] std::optional<LongestPlays>& of(Metric metric) { return metric == Metric::dtc ? dtc : dtw; }
  [[nodiscard]] const std::optional<LongestPlays>& of(Metric metric) const { return metric == Metric::dtc ? dtc : dtw; }
};

constexpr std::array distance_metrics = {Metric::dtc, Metric::dtw};

std::vector<Row> rows_of(const std::vector<ListedTable>& tables) {
  std::map<Material, Row> rows;
  for (const auto& [file, info, bytes] : tables) {
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info.slice_count()); ++slice) {
      const Material material = slice == 0 ? info.material : info.material.twin();
      Row& row = rows[material];
      row.material = material;
      row.counts = info.slices[slice];
      if (info.metric != Metric::wld) row.of(info.metric) = info.longest[slice];
    }
  }
  std::vector<Row> sorted;
  for (const auto& [material, row] : rows) sorted.push_back(row);
  return sorted;
}

bool have_distances(const std::vector<Row>& rows) {
  return std::ranges::any_of(rows, [](const Row& row) { return row.dtc || row.dtw; });
}

std::string longest_text(const std::optional<LongestPlays>& longest) {
  return longest ? std::to_string(longest->longer().plies) : "-";
}

void print_tsv(const std::vector<Row>& rows, StandardOutput& out) {
  const bool with_distances = have_distances(rows);
  out.print("wm\twk\tbm\tbk\tpositions\tcaptures\twins\tlosses\tdraws{}\n", with_distances ? "\tmax_dtc\tmax_dtw" : "");
  for (const Row& row : rows) {
    const auto& [material, counts, dtc, dtw] = row;
    out.print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", material.white_men, material.white_kings, material.black_men,
              material.black_kings, counts.positions, counts.captures, counts.wins, counts.losses, counts.draws);
    if (with_distances) out.print("\t{}\t{}", longest_text(dtc), longest_text(dtw));
    out.write("\n");
  }
}

SliceCounts total(const std::vector<Row>& rows) {
  SliceCounts sum;
  for (const Row& row : rows) sum += row.counts;
  return sum;
}

std::vector<std::string> cells(std::string name, const SliceCounts& counts) {
  std::vector<std::string> row = {std::move(name)};
  for (const std::uint64_t count : {counts.positions, counts.captures, counts.wins, counts.losses, counts.draws})
    row.push_back(grouped(count));
  return row;
}

void print_table(const std::vector<Row>& rows, StandardOutput& out) {
  TextTable table({"slice", "positions", "captures", "wins", "losses", "draws"});
  for (const Row& row : rows) table.add(cells(row.material.name(), row.counts));
  table.add(cells(fmt::format("{} slices", rows.size()), total(rows)));
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
      const auto& longest = row.of(metric);
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
    if (have_distances(rows)) print_longest(*command.variant, rows, out);
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
