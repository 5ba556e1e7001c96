// dambase histogram: how many positions are won and lost in how many plies.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "tools/commands.hpp"
#include "tools/error_line.hpp"
#include "tools/histogram_chart.hpp"
#include "tools/options.hpp"
#include "tools/report_file.hpp"
#include "tools/table_listing.hpp"
#include "tools/text_table.hpp"

namespace dambase::tools {

namespace {

constexpr const char* footer =
    "Counts the positions of tables of distances in which the side to move cannot capture, both sides to move, by "
    "plies:\n"
    "to the end of the game (dtw), to the next capture or move of a man (dtc), or until a count of moves that begins\n"
    "now is over (rule). All tables that are there are counted together, or those of the materials that are named.\n"
    "Columns of --tsv: plies wins losses; a last row, `draw`, has the draws in both.\n\n"
    "Examples:\n"
    "  dambase histogram\n"
    "  dambase histogram --metric dtc --material KKvK --svg kkvk.svg\n";

struct HistogramCommand {
  const Variant* variant = nullptr;
  std::filesystem::path folder;
  Metric metric = Metric::dtw;
  std::vector<std::string> names;
  std::string svg;
  bool tsv = false;
};

Result<std::vector<Material>> materials_of(const HistogramCommand& command) {
  std::vector<Material> materials;
  for (const std::string& name : command.names) {
    const auto material = Material::parse(name);
    if (!material) return Error{ErrorCode::invalid_argument, "--material: " + material.error().message};
    materials.push_back(material->canonical());
  }
  return materials;
}

// The tables to count. One that was asked for and is not there is an error.
Result<std::vector<TableFile>> files_of(const HistogramCommand& command) {
  const auto materials = materials_of(command);
  if (!materials) return materials.error();
  auto files = list_tables(command.folder, *command.variant, command.metric);
  if (!files || materials->empty()) return files;
  for (const Material& material : *materials) {
    if (std::ranges::find(*files, material, &TableFile::material) == files->end()) {
      return Error{
          ErrorCode::missing_table,
          "there is no table " + table_path(command.folder, *command.variant, material, command.metric).string()};
    }
  }
  std::erase_if(
      *files, [&](const TableFile& file) { return std::ranges::find(*materials, file.material) == materials->end(); });
  return files;
}

Result<DistanceHistogram> histogram_of(const HistogramCommand& command, const std::vector<TableFile>& files) {
  const auto set = TableSet::open(*command.variant, command.folder);
  if (!set) return set.error();
  DistanceHistogram all;
  for (const TableFile& file : files) {
    const auto table = TableReader::open(file.path);
    if (!table) return table.error();
    if (const auto belongs =
            check_belongs(table->info(), *command.variant, file.material, file.metric, file.path.string());
        !belongs)
      return belongs.error();
    const auto histogram = distance_histogram(*table, **set);
    if (!histogram) return histogram.error();
    all += *histogram;
  }
  return all;
}

void print_tsv(const DistanceHistogram& histogram, StandardOutput& out) {
  out.write("plies\twins\tlosses\n");
  for (std::size_t plies = 0; plies < histogram.size(); ++plies)
    out.print("{}\t{}\t{}\n", plies, histogram.wins_in(plies), histogram.losses_in(plies));
  out.print("draw\t{0}\t{0}\n", histogram.draws);
}

void print_table(const DistanceHistogram& histogram, StandardOutput& out) {
  TextTable table({"plies", "wins", "losses"});
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  for (std::size_t plies = 0; plies < histogram.size(); ++plies) {
    wins += histogram.wins_in(plies);
    losses += histogram.losses_in(plies);
    if (histogram.wins_in(plies) + histogram.losses_in(plies) == 0) continue;
    table.add({std::to_string(plies), grouped(histogram.wins_in(plies)), grouped(histogram.losses_in(plies))});
  }
  table.add({"all", grouped(wins), grouped(losses)});
  out.write(table.text());
  out.print("draws: {}\n", grouped(histogram.draws));
}

const char* counted_by(Metric metric) {
  switch (metric) {
    case Metric::wld: break;
    case Metric::dtc: return "plies to the next conversion";
    case Metric::dtw: return "plies to the end of the game";
    case Metric::rule: return "plies until a count of moves is over";
  }
  return "";
}

std::string title_of(const HistogramCommand& command) {
  std::string what = "all tables";
  if (!command.names.empty()) {
    what.clear();
    for (const std::string& name : command.names) what += (what.empty() ? "" : ", ") + name;
  }
  return fmt::format("{}, {}: {}, positions without captures", command.variant->name(), what,
                     counted_by(command.metric));
}

ExitCode histogram(const HistogramCommand& command, StandardOutput& out) {
  if (command.metric == Metric::wld) return report({ErrorCode::invalid_argument, "--metric wld: is no distance"});
  if (!command.svg.empty()) {
    if (const auto writable = check_writable(command.svg); !writable) return report(writable.error());
  }
  const auto files = files_of(command);
  if (!files) return report(files.error());
  if (files->empty())
    return report({ErrorCode::missing_table, variant_folder(command.folder, *command.variant).string() +
                                                 ": holds no tables of " + name_of(command.metric)});
  const auto counted = histogram_of(command, *files);
  if (!counted) return report(counted.error());
  command.tsv ? print_tsv(*counted, out) : print_table(*counted, out);
  if (command.svg.empty()) return ExitCode::done;
  const auto written = write_report(command.svg, histogram_svg(*counted, title_of(command)));
  return written ? ExitCode::done : report(written.error());
}

}  // namespace

void add_histogram(CLI::App& app, Action& chosen) {
  CLI::App& histogram_app = *app.add_subcommand("histogram", "How many positions are won and lost in how many plies");
  const auto command = std::make_shared<HistogramCommand>();
  add_variant_option(histogram_app, command->variant);
  add_tables_option(histogram_app, command->folder);
  add_metric_option(histogram_app, command->metric, "Which distance: dtw, dtc or rule (default: dtw)");
  histogram_app.add_option("--material", command->names, "Only this material; may be repeated")->type_name("KKMvK");
  histogram_app.add_flag("--tsv", command->tsv, "Tab-separated, for scripts");
  add_output_option(histogram_app, "--svg", command->svg, "FILE.svg", "Draw it, too");
  histogram_app.footer(footer);
  histogram_app.callback(
      [command, &chosen] { chosen = [command](StandardOutput& out) { return histogram(*command, out); }; });
}

}  // namespace dambase::tools
