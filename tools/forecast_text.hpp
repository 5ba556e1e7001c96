// A forecast of a build, as people and scripts read it.
#pragma once

#include <string>

#include "gen/forecast.hpp"
#include "tools/cluster/work_node.hpp"

namespace dambase::tools {

/// Aligned columns, sums by number of pieces, and what it takes altogether, at once or as nodes of work.
[[nodiscard]] std::string forecast_table(const Forecast& forecast, const std::vector<WorkNode>& nodes);

/// A header and a row for each node, tab-separated.
[[nodiscard]] std::string forecast_tsv(const Forecast& forecast, const std::vector<WorkNode>& nodes,
                                       const Variant& variant);

/// One object, with all nodes of work, the totals, and the trial that the estimates come from.
[[nodiscard]] std::string forecast_json(const Forecast& forecast, const std::vector<WorkNode>& nodes,
                                        const Variant& variant, Metric metric);

}  // namespace dambase::tools
