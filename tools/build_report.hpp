// What a build reports: the line of a table, the last line, and the JSON report.
#pragma once

#include <string>

#include "gen/builder.hpp"

namespace dambase::tools {

/// Adds what one build made to what others did before it.
void add(const BuildReport& report, BuildReport& all);

/// One table, for people.
[[nodiscard]] std::string table_line(const MaterialReport& report);

/// The last line of a build. Tables are slices with White to move; the positions per CPU second are
/// those built in this run, since tables that were there cost it nothing.
[[nodiscard]] std::string summary_line(const BuildReport& report);

/// `tables`, an object for each file, and `totals`.
[[nodiscard]] std::string json_report(const BuildReport& report);

}  // namespace dambase::tools
