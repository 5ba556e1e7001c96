// Names of nodes of work: KKMvKM.wld makes a table. Of one that is cut into 8, KKMvKM.wld.cut8.3 solves part 3,
// KKMvKM.wld.cut8.section3 encodes section 3, and KKMvKM.wld.cut8 joins the sections to the table.
#pragma once

#include <optional>
#include <string>

#include "engine/material.hpp"
#include "formats/table_header.hpp"
#include "gen/table_cut.hpp"

namespace dambase::tools {

struct NodeName {
  Material material;  ///< canonical
  Metric metric = Metric::wld;
  CutStep step;

  [[nodiscard]] std::string text() const;
  /// The name of the file that it makes.
  [[nodiscard]] std::string output() const;
};

/// None if `text` is no such name.
[[nodiscard]] std::optional<NodeName> parse_node_name(const std::string& text);

}  // namespace dambase::tools
