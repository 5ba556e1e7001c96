#include "tools/forecast_text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/table_files.hpp"
#include "gen/needs.hpp"
#include "tools/json_line.hpp"
#include "tools/number_text.hpp"
#include "tools/text_table.hpp"

namespace dambase::tools {

namespace {

// Sums over some materials.
struct Totals {
  std::size_t materials = 0;
  std::size_t there = 0;
  std::uint64_t positions = 0;
  std::uint64_t memory_bytes = 0;  // the most that one needs
  double cpu_s = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_there = 0;

  void add(const MaterialForecast& material) {
    ++materials;
    there += material.is_there ? 1 : 0;
    positions += material.planned.positions;
    memory_bytes = std::max(memory_bytes, material.memory_bytes);
    cpu_s += material.cpu_s;
    bytes += material.bytes;
    bytes_there += material.is_there ? material.bytes : 0;
  }
};

Totals totals_of(const Forecast& forecast) {
  Totals totals;
  for (const MaterialForecast& material : forecast.materials) totals.add(material);
  return totals;
}

std::map<int, Totals> totals_by_pieces(const Forecast& forecast) {
  std::map<int, Totals> totals;
  for (const MaterialForecast& material : forecast.materials) totals[material.planned.material.pieces()].add(material);
  return totals;
}

// With all threads at work all the time.
double wall_seconds(const Forecast& forecast, const Totals& totals) { return totals.cpu_s / forecast.threads; }

const char* state_of(const MaterialForecast& material) {
  if (material.is_there) return "there";
  if (material.obstacle) return "too_large";
  return material.read_through_caches.empty() ? "fits" : "fits_cached";
}

std::vector<std::string> names_of(const std::vector<Material>& materials) {
  std::vector<std::string> names;
  names.reserve(materials.size());
  for (const Material& material : materials) names.push_back(material.name());
  return names;
}

// A table as a node of work: its name, and those of its inputs.
std::vector<std::string> node_names(const std::vector<Material>& materials, Metric metric) {
  std::vector<std::string> names;
  names.reserve(materials.size());
  for (const Material& material : materials) names.push_back(table_name(material, metric));
  return names;
}

const char* state_of(const WorkNode& node) {
  if (node.is_there) return "there";
  return node.obstacle ? "too_large" : "fits";
}

std::vector<std::string> inputs_of(const WorkNode& node, const std::vector<WorkNode>& nodes) {
  std::vector<std::string> names;
  names.reserve(node.inputs.size());
  for (const std::size_t input : node.inputs) names.push_back(nodes[input].name);
  return names;
}

std::string output_of(const WorkNode& node, const Variant& variant) {
  return (variant_folder({}, variant) / node.output).string();
}

// Under the folder of the tables.
std::string output_of(const Material& material, const Variant& variant, Metric metric) {
  return table_path({}, variant, material, metric).string();
}

// ---- for people ----

std::string cpu_text(double seconds) { return seconds < 10 ? fmt::format("{:.2f} s", seconds) : duration(seconds); }

std::vector<std::string> cells(const MaterialForecast& material) {
  const PlannedMaterial& planned = material.planned;
  std::vector<std::string> row = {planned.material.name(), grouped(planned.positions)};
  if (material.is_there) {
    row.insert(row.end(), {"", ""});
  } else {
    row.insert(row.end(), {amount(material.memory_bytes), cpu_text(material.cpu_s)});
  }
  std::string state = state_of(material);
  std::ranges::replace(state, '_', ' ');
  row.insert(row.end(), {amount(material.bytes), std::move(state),
                         fmt::format("{}", fmt::join(names_of(planned.dependencies), " "))});
  return row;
}

std::vector<std::string> cells(std::string name, const Totals& totals) {
  return {std::move(name),
          grouped(totals.positions),
          amount(totals.memory_bytes),
          cpu_text(totals.cpu_s),
          amount(totals.bytes),
          "",
          ""};
}

std::string summary(const Forecast& forecast) {
  const Totals totals = totals_of(forecast);
  std::string text;
  const auto line = [&](const char* what, const std::string& says) { text += fmt::format("{:<8}{}\n", what, says); };
  line("tables", fmt::format("{}, of which {} are there", totals.materials, totals.there));
  line("memory", fmt::format("{} with {} threads; the limit is {}", amount(totals.memory_bytes), forecast.threads,
                             amount(forecast.memory_limit_bytes)));
  line("time", fmt::format("about {} of processor time, {} on {} threads that have nothing else to do",
                           cpu_text(totals.cpu_s), cpu_text(wall_seconds(forecast, totals)), forecast.threads));
  line("disk", fmt::format("about {} to be written{}", amount(totals.bytes - totals.bytes_there),
                           forecast.free_disk_bytes ? "; " + amount(*forecast.free_disk_bytes) + " are free" : ""));
  return text;
}

std::string summary(const std::vector<WorkNode>& nodes) {
  std::uint64_t memory_bytes = 0;
  double cpu_s = 0;
  for (const WorkNode& node : nodes) {
    memory_bytes = std::max(memory_bytes, node.memory_bytes);
    cpu_s += node.cpu_s;
  }
  return fmt::format("{:<8}{}, as processes of their own; the largest takes {}, all about {} of processor time\n",
                     "nodes", nodes.size(), amount(memory_bytes), cpu_text(cpu_s));
}

// ---- for scripts ----

Json json_of(const MaterialForecast& material, const Variant& variant, Metric metric) {
  const Material& m = material.planned.material;
  return {{"material", m.name()},
          {"positions", material.planned.positions},
          {"depends_on", names_of(material.planned.dependencies)},
          {"read_through_caches", names_of(material.read_through_caches)},
          {"state", state_of(material)},
          {"memory_bytes", material.memory_bytes},
          {"cpu_s", material.cpu_s},
          {"bytes", material.bytes},
          {"obstacle", material.obstacle ? Json(material.obstacle->message) : Json()},
          {"node", table_name(m, metric)},
          {"inputs", node_names(material.planned.dependencies, metric)},
          {"output", output_of(m, variant, metric)},
          {"node_memory_bytes", material.alone.memory_bytes},
          {"node_cpu_s", material.alone.cpu_s}};
}

Json json_of_nodes(const std::vector<WorkNode>& nodes, const Variant& variant) {
  Json list = Json::array();
  for (const WorkNode& node : nodes) {
    list.push_back({{"node", node.name},
                    {"inputs", inputs_of(node, nodes)},
                    {"output", output_of(node, variant)},
                    {"state", state_of(node)},
                    {"stage", node.stage},
                    {"positions", node.positions},
                    {"threads", node.threads},
                    {"memory_bytes", node.memory_bytes},
                    {"cpu_s", node.cpu_s},
                    {"bytes", node.bytes}});
  }
  return list;
}

Json json_of(const TrialResult& result) {
  return {{"material", result.material.name()},
          {"positions", result.positions},
          {"cpu_s", result.cpu_s},
          {"bytes", result.bytes}};
}

Json json_of(const Totals& totals) {
  return {{"materials", totals.materials},       {"there", totals.there}, {"positions", totals.positions},
          {"memory_bytes", totals.memory_bytes}, {"cpu_s", totals.cpu_s}, {"bytes", totals.bytes}};
}

template <class Items, class... Context>
Json json_list(const Items& items, const Context&... context) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item, context...));
  return list;
}

}  // namespace

std::string forecast_table(const Forecast& forecast, const std::vector<WorkNode>& nodes) {
  TextTable table({"material", "positions", "memory", "CPU time", "on disk", "", "depends on"}, LastColumn::left);
  for (const MaterialForecast& material : forecast.materials) table.add(cells(material));
  for (const auto& [pieces, totals] : totals_by_pieces(forecast))
    table.add(cells(fmt::format("{} pieces", pieces), totals));
  table.add(cells("all", totals_of(forecast)));
  return table.text() + "\n" + summary(forecast) + summary(nodes);
}

std::string forecast_tsv(const Forecast& forecast, const std::vector<WorkNode>& nodes, const Variant& variant) {
  std::map<Material, const MaterialForecast*> materials;
  for (const MaterialForecast& material : forecast.materials) materials[material.planned.material] = &material;
  std::string text =
      "material\tpieces\tpositions\tmemory_bytes\tcpu_s\tbytes\tstate\tdepends_on\t"
      "node\tinputs\toutput\tnode_memory_bytes\tnode_cpu_s\tnode_threads\n";
  for (const WorkNode& node : nodes) {
    const MaterialForecast& of = *materials.at(node.material);
    const std::string material = fmt::format("{}\t{}", node.material.name(), node.material.pieces());
    if (node.is_on_the_way) {
      text += fmt::format("{}\t{}\t{}\t{:.3f}\t{}\t{}\t\t", material, node.positions, node.memory_bytes, node.cpu_s,
                          node.bytes, state_of(node));
    } else {
      text += fmt::format("{}\t{}\t{}\t{:.3f}\t{}\t{}\t{}\t", material, of.planned.positions, of.memory_bytes, of.cpu_s,
                          of.bytes, state_of(of), fmt::join(names_of(of.planned.dependencies), " "));
    }
    text += fmt::format("{}\t{}\t{}\t{}\t{:.3f}\t{}\n", node.name, fmt::join(inputs_of(node, nodes), " "),
                        output_of(node, variant), node.memory_bytes, node.cpu_s, node.threads);
  }
  return text;
}

std::string forecast_json(const Forecast& forecast, const std::vector<WorkNode>& nodes, const Variant& variant,
                          Metric metric) {
  const Totals totals = totals_of(forecast);
  Json by_pieces = Json::array();
  for (const auto& [pieces, of_pieces] : totals_by_pieces(forecast)) {
    Json entry = {{"pieces", pieces}};
    entry.update(json_of(of_pieces));
    by_pieces.push_back(std::move(entry));
  }
  Json all = json_of(totals);
  all["wall_s"] = wall_seconds(forecast, totals);
  const Json json = {{"variant", variant.name()},
                     {"threads", forecast.threads},
                     {"memory_limit_bytes", forecast.memory_limit_bytes},
                     {"free_disk_bytes", forecast.free_disk_bytes ? Json(*forecast.free_disk_bytes) : Json()},
                     {"materials", json_list(forecast.materials, variant, metric)},
                     {"nodes", json_of_nodes(nodes, variant)},
                     {"by_pieces", std::move(by_pieces)},
                     {"totals", std::move(all)},
                     {"trial", json_list(forecast.trial)}};
  return json_text(json, 2) + "\n";
}

}  // namespace dambase::tools
