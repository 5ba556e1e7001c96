#include "tools/cluster/work_node.hpp"

#include <map>
#include <utility>

#include "formats/table_files.hpp"

namespace dambase::tools {

std::vector<WorkNode> work_nodes(const Forecast& forecast, Metric metric) {
  std::vector<WorkNode> nodes;
  std::map<Material, std::size_t> places;
  std::pair<int, int> group;  // every move to other material lowers the pieces, or else the men
  for (const MaterialForecast& of : forecast.materials) {
    const Material& material = of.planned.material;
    WorkNode node;
    node.material = material;
    node.name = table_name(material, metric);
    for (const Material& dependency : of.planned.dependencies) node.inputs.push_back(places.at(dependency));
    const std::pair<int, int> own_group = {material.pieces(), material.men()};
    node.stage = nodes.empty() ? 0 : nodes.back().stage + (own_group == group ? 0 : 1);
    group = own_group;
    node.positions = of.planned.positions;
    node.memory_bytes = of.alone.memory_bytes;
    node.bytes = of.bytes;
    node.cpu_s = of.alone.cpu_s;
    node.is_there = of.is_there;
    node.obstacle = of.alone.obstacle;
    places[material] = nodes.size();
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace dambase::tools
