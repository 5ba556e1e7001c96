// The numbering of positions as it is defined, by listing all positions of a slice and sorting them.
#pragma once

#include <vector>

#include "engine/material.hpp"
#include "engine/position_space.hpp"

namespace dambase::slow {

/// Every position of `material` with White to move; the place in the list is the number.
[[nodiscard]] std::vector<Position> positions_in_order(const PositionSpace& space, const Material& material);

/// All materials of `pieces` pieces with a piece on each side, twins included.
[[nodiscard]] std::vector<Material> materials_of(int pieces);

}  // namespace dambase::slow
