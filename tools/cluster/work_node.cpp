#include "tools/cluster/work_node.hpp"

#include <algorithm>
#include <climits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "formats/table_files.hpp"
#include "gen/cost_model.hpp"
#include "gen/needs.hpp"
#include "gen/slice_cut.hpp"
#include "gen/table_cut.hpp"

namespace dambase::tools {

namespace {

// Of the time that a table takes when it is solved at once: what its parts take together, its sections, and joining
// these. As seen in KKMvKM, cut into 11.
constexpr double solving_share = 1.1;
constexpr double sections_share = 0.2;
constexpr double joining_share = 0.02;
// Every section reads every part.
constexpr int most_parts = 500;
// Bytes of part files a position.
constexpr double part_bytes_a_position = 0.15;

class NodeList {
 public:
  NodeList(const Forecast& forecast, const BuildOptions& options, std::uint64_t part_positions)
      : forecast_(forecast), options_(options), part_positions_(part_positions) {}

  std::vector<WorkNode> list() {
    for (std::size_t first = 0; first < forecast_.materials.size();) {
      const std::size_t last = end_of_group(first);
      for (std::size_t i = first; i < last; ++i) add(forecast_.materials[i]);
      close_group();
      first = last;
    }
    return std::move(nodes_);
  }

 private:
  // A node on its way: what it needs, by the files that others make.
  struct Draft {
    WorkNode node;
    std::vector<std::string> inputs;
  };

  // Every move to other material lowers the pieces, or else the men.
  [[nodiscard]] std::size_t end_of_group(std::size_t first) const {
    const auto group_of = [&](std::size_t i) {
      const Material& material = forecast_.materials[i].planned.material;
      return std::pair(material.pieces(), material.men());
    };
    std::size_t last = first;
    while (last < forecast_.materials.size() && group_of(last) == group_of(first)) ++last;
    return last;
  }

  [[nodiscard]] int wanted_parts(const MaterialForecast& of) const {
    const bool is_cut = part_positions_ > 0 && options_.metric == Metric::wld &&
                        of.planned.positions > part_positions_ && can_be_cut(of.planned.material);
    const std::uint64_t parts = (of.planned.positions - 1) / std::max<std::uint64_t>(part_positions_, 1) + 1;
    return is_cut ? static_cast<int>(std::min<std::uint64_t>(parts, INT_MAX)) : 0;
  }

  [[nodiscard]] std::vector<std::string> tables_for(const MaterialForecast& of) const {
    std::vector<std::string> tables;
    for (const Material& dependency : of.planned.dependencies)
      tables.push_back(table_name(dependency, options_.metric));
    return tables;
  }

  void add(const MaterialForecast& of) {
    const NodeName name{of.planned.material, options_.metric, {wanted_parts(of)}};
    if (name.step.is_cut() && !of.is_there && name.step.wanted <= most_parts) return add_steps(of, name);
    WorkNode node = table_node(of, name);
    node.threads = of.alone.threads;
    node.memory_bytes = of.alone.memory_bytes;
    node.cpu_s = of.alone.cpu_s;
    node.obstacle = of.alone.obstacle;
    if (!of.is_there && name.step.wanted > most_parts) {
      node.obstacle = Error{ErrorCode::invalid_argument,
                            fmt::format("{}: would be cut into {} parts, of which {} are the most; --part-positions "
                                        "must be larger",
                                        name.material.name(), name.step.wanted, most_parts)};
    }
    drafts_.push_back({std::move(node), tables_for(of)});
  }

  [[nodiscard]] static WorkNode table_node(const MaterialForecast& of, const NodeName& name) {
    WorkNode node;
    node.material = name.material;
    node.name = name.text();
    node.output = name.output();
    node.positions = of.planned.positions;
    node.bytes = of.bytes;
    node.is_there = of.is_there;
    return node;
  }

  void add_steps(const MaterialForecast& of, const NodeName& name) {
    const TableCut cut(*options_.variant, name.material, name.step.wanted,
                       table_path(options_.folder, *options_.variant, name.material, name.metric));
    const auto [parts, stages] = add_parts(of, cut);
    std::vector<std::string> sections;
    for (std::size_t i = 0; i < cut.sections(); ++i) {
      WorkNode node = step_node(of, cut, cut.section_step(i));
      node.bytes = of.bytes / cut.sections();
      node.cpu_s = sections_share * of.cpu_s / static_cast<double>(cut.sections());
      node.stage = stages;
      sections.push_back(node.output);
      drafts_.push_back({std::move(node), parts});
    }
    WorkNode table = table_node(of, name);
    table.cpu_s = joining_share * of.cpu_s;
    table.stage = stages + 1;
    add_needs(of, cut, name.step, table);
    drafts_.push_back({std::move(table), std::move(sections)});
  }

  // The files that they make, and how many stages they are.
  std::pair<std::vector<std::string>, int> add_parts(const MaterialForecast& of, const TableCut& cut) {
    const double loading_s = of.alone.cpu_s - of.cpu_s;
    std::vector<std::string> outputs;
    std::vector<int> stages;
    for (std::size_t i = 0; i < cut.parts().size(); ++i) {
      Draft draft{step_node(of, cut, cut.part_step(i)), tables_for(of)};
      WorkNode& node = draft.node;
      node.bytes = static_cast<std::uint64_t>(part_bytes_a_position * static_cast<double>(node.positions));
      node.cpu_s = loading_s + cut.parts()[i].share * solving_share * of.cpu_s;
      for (std::size_t other = 0; other < i; ++other) {
        if (!cut.parts()[i].reads(cut.parts()[other])) continue;
        draft.inputs.push_back(outputs[other]);
        node.stage = std::max(node.stage, stages[other] + 1);
      }
      outputs.push_back(node.output);
      stages.push_back(node.stage);
      drafts_.push_back(std::move(draft));
    }
    return {std::move(outputs), std::ranges::max(stages) + 1};
  }

  [[nodiscard]] WorkNode step_node(const MaterialForecast& of, const TableCut& cut, const CutStep& step) const {
    WorkNode node;
    node.material = cut.material();
    node.name = NodeName{cut.material(), options_.metric, step}.text();
    node.output = node.name;
    node.is_on_the_way = true;
    node.positions = positions_of(cut, step, of.planned.positions);
    node.is_there = static_cast<bool>(ChunkFileReader::open(cut.path_of(step), cut.identity_of(step)));
    add_needs(of, cut, step, node);
    return node;
  }

  void add_needs(const MaterialForecast& of, const TableCut& cut, const CutStep& step, WorkNode& node) const {
    const BuildNeeds needs =
        BuildNeeds(of.planned, cut, step, forecast_.threads).fitting(0, forecast_.memory_limit_bytes);
    node.threads = needs.threads();
    node.memory_bytes = needs.of(0, 1, forecast_.memory_limit_bytes).bytes();
    if (auto fits = needs.check(0, forecast_.memory_limit_bytes); !fits) node.obstacle = fits.error();
  }

  // Gives the nodes of a group their stages, one after those of the groups before, and their places.
  void close_group() {
    std::ranges::stable_sort(drafts_, {}, [](const Draft& draft) { return draft.node.stage; });
    const int first_stage = nodes_.empty() ? 0 : nodes_.back().stage + 1;
    for (Draft& draft : drafts_) {
      draft.node.stage += first_stage;
      for (const std::string& input : draft.inputs) draft.node.inputs.push_back(places_.at(input));
      places_[draft.node.output] = nodes_.size();
      nodes_.push_back(std::move(draft.node));
    }
    drafts_.clear();
  }

  const Forecast& forecast_;
  const BuildOptions& options_;
  std::uint64_t part_positions_;
  std::vector<Draft> drafts_;  ///< of the group in work
  std::map<std::string, std::size_t> places_;
  std::vector<WorkNode> nodes_;
};

}  // namespace

std::vector<WorkNode> work_nodes(const Forecast& forecast, const BuildOptions& options, std::uint64_t part_positions) {
  return NodeList(forecast, options, part_positions).list();
}

}  // namespace dambase::tools
