#include "tools/cluster/work_node.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "formats/table_files.hpp"
#include "gen/cost_model.hpp"
#include "gen/needs.hpp"
#include "gen/slice_cut.hpp"

namespace dambase::tools {

namespace {

// Of the time that a table takes when it is solved at once: what its parts take together, and what making it from them
// takes. As seen in KKMvKM, cut into 11.
constexpr double solving_share = 0.9;
constexpr double gathering_share = 0.4;
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

  [[nodiscard]] int parts_of(const MaterialForecast& of) const {
    const bool is_cut = part_positions_ > 0 && options_.metric == Metric::wld &&
                        of.planned.positions > part_positions_ && can_be_cut(of.planned.material);
    return is_cut ? static_cast<int>((of.planned.positions + part_positions_ - 1) / part_positions_) : 0;
  }

  [[nodiscard]] std::vector<std::string> tables_for(const MaterialForecast& of) const {
    std::vector<std::string> tables;
    for (const Material& dependency : of.planned.dependencies)
      tables.push_back(table_name(dependency, options_.metric));
    return tables;
  }

  void add(const MaterialForecast& of) {
    const NodeName name{of.planned.material, options_.metric, parts_of(of)};
    WorkNode node;
    node.material = name.material;
    node.name = name.text();
    node.output = name.output();
    node.positions = of.planned.positions;
    node.bytes = of.bytes;
    node.is_there = of.is_there;
    if (name.parts == 0 || of.is_there) {
      node.memory_bytes = of.alone.memory_bytes;
      node.cpu_s = of.alone.cpu_s;
      node.obstacle = of.alone.obstacle;
      drafts_.push_back({std::move(node), tables_for(of)});
    } else {
      add_parts(of, name, std::move(node));
    }
  }

  void add_parts(const MaterialForecast& of, const NodeName& name, WorkNode table) {
    const std::filesystem::path path = table_path(options_.folder, *options_.variant, name.material, name.metric);
    PartOfTable whole = part_of_table({options_.variant, name.material, name.parts, table_of_parts}, path);
    std::vector<std::string> outputs;
    std::vector<int> stages;
    for (std::size_t i = 0; i < whole.parts.size(); ++i) {
      NodeName of_part = name;
      of_part.part = static_cast<int>(i);
      outputs.push_back(of_part.output());
      Draft draft{part_node(of, of_part, whole), tables_for(of)};
      for (std::size_t other = 0; other < i; ++other) {
        if (!whole.parts[i].reads(whole.parts[other])) continue;
        draft.inputs.push_back(outputs[other]);
        draft.node.stage = std::max(draft.node.stage, stages[other] + 1);
      }
      stages.push_back(draft.node.stage);
      drafts_.push_back(std::move(draft));
    }
    table.stage = std::ranges::max(stages) + 1;
    table.cpu_s = gathering_share * of.cpu_s;
    whole.identity.index = table_of_parts;
    add_needs(of, whole, table);
    drafts_.push_back({std::move(table), std::move(outputs)});
  }

  [[nodiscard]] WorkNode part_node(const MaterialForecast& of, const NodeName& name, PartOfTable& whole) const {
    whole.identity.index = name.part;
    const double share = whole.parts[static_cast<std::size_t>(name.part)].share;
    WorkNode node;
    node.material = name.material;
    node.name = name.text();
    node.output = name.output();
    node.positions = static_cast<std::uint64_t>(share * static_cast<double>(of.planned.positions));
    node.bytes = static_cast<std::uint64_t>(part_bytes_a_position * static_cast<double>(node.positions));
    const double loading_s = of.alone.cpu_s - of.cpu_s;
    node.cpu_s = loading_s + share * solving_share * of.cpu_s;
    node.is_there = static_cast<bool>(PartReader::open(whole.path_of(name.part), whole.identity));
    add_needs(of, whole, node);
    return node;
  }

  void add_needs(const MaterialForecast& of, const PartOfTable& part, WorkNode& node) const {
    const BuildNeeds needs(of.planned, part, forecast_.threads);
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
