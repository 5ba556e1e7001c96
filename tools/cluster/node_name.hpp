// Names of nodes of work: KKMvKM.wld makes a table; KKMvKM.wld.cut8.3 makes part 3 of its cut into 8, and
// KKMvKM.wld.cut8 the table from its parts.
#pragma once

#include <optional>
#include <string>

#include "engine/material.hpp"
#include "formats/table_header.hpp"
#include "gen/part_file.hpp"

namespace dambase::tools {

struct NodeName {
  Material material;  ///< canonical
  Metric metric = Metric::wld;
  int parts = 0;  ///< 0: not in parts
  int part = table_of_parts;

  [[nodiscard]] bool is_part() const { return parts > 0 && part != table_of_parts; }
  [[nodiscard]] std::string text() const;
  /// The name of the file that it makes.
  [[nodiscard]] std::string output() const;
};

/// None if `text` is no such name.
[[nodiscard]] std::optional<NodeName> parse_node_name(const std::string& text);

}  // namespace dambase::tools
