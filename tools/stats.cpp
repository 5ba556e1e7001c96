// dambase stats: how many positions of each slice are won, lost and drawn.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

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
    "count these too. Columns of --tsv: wm wk bm bk (white men, white kings, black men, black kings) positions\n"
    "captures wins losses draws.\n\n"
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
};

std::vector<Row> rows_of(const std::vector<ListedTable>& tables) {
  std::vector<Row> rows;
  for (const auto& [file, info, bytes] : tables) {
    rows.push_back({info.material, info.slices[0]});
    if (!info.material.is_symmetric()) rows.push_back({info.material.twin(), info.slices[1]});
  }
  std::ranges::sort(rows, {}, &Row::material);
  return rows;
}

void print_tsv(const std::vector<Row>& rows, StandardOutput& out) {
  out.write("wm\twk\tbm\tbk\tpositions\tcaptures\twins\tlosses\tdraws\n");
  for (const auto& [material, counts] : rows)
    out.print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", material.white_men, material.white_kings, material.black_men,
              material.black_kings, counts.positions, counts.captures, counts.wins, counts.losses, counts.draws);
}

SliceCounts total(const std::vector<Row>& rows) {
  SliceCounts sum;
  for (const auto& [material, counts] : rows) {
    sum.positions += counts.positions;
    sum.captures += counts.captures;
    sum.wins += counts.wins;
    sum.losses += counts.losses;
    sum.draws += counts.draws;
  }
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
  for (const auto& [material, counts] : rows) table.add(cells(material.name(), counts));
  table.add(cells(fmt::format("{} slices", rows.size()), total(rows)));
  out.write(table.text());
}

ExitCode stats(const StatsCommand& command, StandardOutput& out) {
  const Listing listing = open_tables(command.folder, *command.variant);
  const std::vector<Row> rows = rows_of(listing.tables);
  if (command.tsv) {
    print_tsv(rows, out);
  } else if (!rows.empty()) {
    print_table(rows, out);
  }
  if (listing.files > 0 || listing.exit_code != ExitCode::done) return listing.exit_code;
  return report(no_tables(command.folder, *command.variant));
}

}  // namespace

void add_stats(CLI::App& app, Action& chosen) {
  CLI::App& stats_app = *app.add_subcommand("stats", "Counts of wins, losses and draws of each slice");
  const auto command = std::make_shared<StatsCommand>();
  add_variant_option(stats_app, command->variant);
  add_tables_option(stats_app, command->folder);
  stats_app.add_flag("--tsv", command->tsv, "Tab-separated, for scripts");
  stats_app.footer(footer);
  stats_app.callback([command, &chosen] { chosen = [command](StandardOutput& out) { return stats(*command, out); }; });
}

}  // namespace dambase::tools
