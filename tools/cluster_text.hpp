// How far a build on a cluster has come, as people and scripts read it.
#pragma once

#include <string>

#include "tools/cluster/reconciler.hpp"

namespace dambase::tools {

/// What is there, in work and failed, how fast it goes and how long it will take; a line for each node that has failed.
[[nodiscard]] std::string cluster_text(const ClusterView& view);

/// The same as one JSON object.
[[nodiscard]] std::string cluster_json(const ClusterView& view);

}  // namespace dambase::tools
