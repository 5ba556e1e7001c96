#include "gen/plan.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "formats/numbering.hpp"

namespace dambase {
namespace {

// The materials after a move of White, from which `add` gets each.
template <class Add>
void after_whites_move(const Variant& variant, const Material& m, const Add& add) {
  const int most_promoted = variant.has_kings() ? std::min(1, m.white_men) : 0;
  for (int promoted = 0; promoted <= most_promoted; ++promoted) {
    for (int men = 0; men <= m.black_men; ++men) {
      for (int kings = 0; kings <= m.black_kings; ++kings) {
        const Material after{m.white_men - promoted, m.white_kings + promoted, m.black_men - men,
                             m.black_kings - kings};
        if (after != m && after.black() > 0) add(after);
      }
    }
  }
}

std::vector<Material> all_materials(const Variant& variant, int pieces) {
  std::vector<Material> materials;
  for (int white_men = 0; white_men <= pieces; ++white_men) {
    for (int white_kings = 0; white_kings + white_men <= pieces; ++white_kings) {
      for (int black_men = 0; black_men + white_kings + white_men <= pieces; ++black_men) {
        const Material m{white_men, white_kings, black_men, pieces - white_men - white_kings - black_men};
        const bool is_played = variant.has_kings() || m.kings() == 0;
        if (m.white() > 0 && m.black() > 0 && is_played && m == m.canonical()) materials.push_back(m);
      }
    }
  }
  return materials;
}

std::set<Material> with_dependencies(const Variant& variant, std::vector<Material> open) {
  std::set<Material> found;
  while (!open.empty()) {
    const Material material = open.back();
    open.pop_back();
    if (!found.insert(material).second) continue;
    for (const Material& dependency : dependencies_of(variant, material)) open.push_back(dependency);
  }
  return found;
}

bool comes_before(const PlannedMaterial& a, const PlannedMaterial& b) {
  if (a.material.pieces() != b.material.pieces()) return a.material.pieces() < b.material.pieces();
  if (a.material.men() != b.material.men()) return a.material.men() < b.material.men();
  return a.material < b.material;
}

}  // namespace

std::vector<Material> dependencies_of(const Variant& variant, const Material& material) {
  std::set<Material> found;
  const auto add = [&](const Material& m) { found.insert(m.canonical()); };
  after_whites_move(variant, material, add);
  after_whites_move(variant, material.twin(), add);
  return {found.begin(), found.end()};
}

std::set<Material> with_look_ups(const Variant& variant, std::set<Material> materials, Profile profile) {
  std::vector<Material> open(materials.begin(), materials.end());
  while (!open.empty()) {
    const Material material = open.back();
    open.pop_back();
    for (const Material& needed : dependencies_of(variant, material)) {
      const bool is_looked_up = profile == Profile::compact || needed.pieces() < material.pieces();
      if (is_looked_up && materials.insert(needed).second) open.push_back(needed);
    }
  }
  return materials;
}

std::set<Material> inputs_of(const Variant& variant, const Material& material, Profile profile) {
  const std::vector<Material> dependencies = dependencies_of(variant, material);
  return with_look_ups(variant, {dependencies.begin(), dependencies.end()}, profile);
}

std::uint64_t positions_of(const PositionSpace& space, const Material& material) {
  const std::uint64_t positions = slice_positions(space, material).value();
  return material.is_symmetric() ? positions : 2 * positions;
}

Result<std::vector<PlannedMaterial>> plan_build(const Variant& variant, int pieces,
                                                const std::vector<Material>& materials) {
  std::vector<Material> wanted;
  for (int n = 2; n <= pieces; ++n) std::ranges::copy(all_materials(variant, n), std::back_inserter(wanted));
  for (const Material& material : materials) wanted.push_back(material.canonical());
  for (const Material& material : wanted) {
    if (!slice_positions(variant.position_space(), material))
      return Error{ErrorCode::invalid_argument, material.name() + " has more positions than can be numbered"};
    if (!variant.has_kings() && material.kings() > 0) {
      return Error{ErrorCode::invalid_argument,
                   material.name() + ": no king takes part in a game of " + std::string(variant.name())};
    }
  }
  std::vector<PlannedMaterial> plan;
  for (const Material& material : with_dependencies(variant, std::move(wanted)))
    plan.push_back({material, dependencies_of(variant, material), positions_of(variant.position_space(), material)});
  std::ranges::sort(plan, comes_before);
  return plan;
}

}  // namespace dambase
