// A histogram of distances as a drawing.
#pragma once

#include <string>

#include "gen/distance_histogram.hpp"

namespace dambase::tools {

/// An SVG document: a bar a ply, wins above losses, heights by the logarithm of how many positions there are. `title`
/// is shown as it is.
[[nodiscard]] std::string histogram_svg(const DistanceHistogram& histogram, const std::string& title);

}  // namespace dambase::tools
