// Which materials to build, in which order, and what each needs first.
#pragma once

#include <set>
#include <vector>

#include "engine/material.hpp"
#include "engine/variant.hpp"
#include "formats/table_header.hpp"

namespace dambase {

/// One material of a plan, its twin included.
struct PlannedMaterial {
  Material material;                   ///< canonical
  std::vector<Material> dependencies;  ///< canonical, those that its moves lead to directly, sorted
  std::uint64_t positions = 0;         ///< of both sides to move
};

/// The materials that a capture or a promotion in `material` leads to, canonical, each once, sorted.
[[nodiscard]] std::vector<Material> dependencies_of(const Variant& variant, const Material& material);

/// `materials`, and what is looked up while their tables are loaded, and so on: what captures lead to, and where tables
/// are compact, what all moves lead to. All canonical.
[[nodiscard]] std::set<Material> with_look_ups(const Variant& variant, std::set<Material> materials, Profile profile);

/// The tables that a process reads which builds `material` alone.
[[nodiscard]] std::set<Material> inputs_of(const Variant& variant, const Material& material, Profile profile);

/// All canonical materials of 2 to `pieces` pieces, and `materials`, with all that they depend on, in an
/// order in which each comes after what it depends on: by pieces, then by men. invalid_argument for a
/// material whose slices are too large to number, or that has kings where the variant has none.
Result<std::vector<PlannedMaterial>> plan_build(const Variant& variant, int pieces,
                                                const std::vector<Material>& materials);

/// Positions of both sides to move; the slices must not be too large to number.
[[nodiscard]] std::uint64_t positions_of(const PositionSpace& space, const Material& material);

}  // namespace dambase
