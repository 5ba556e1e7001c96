#include "tools/build_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tools/json_line.hpp"
#include "tools/number_text.hpp"

namespace dambase::tools {

namespace {

struct Totals {
  int slices = 0;
  std::uint64_t positions = 0;
  std::uint64_t built_positions = 0;  // in this run
  std::uint64_t bytes = 0;
};

Totals totals_of(const BuildReport& report) {
  Totals totals;
  for (const MaterialReport& table : report.materials) {
    totals.slices += table.slices;
    totals.positions += table.positions;
    totals.built_positions += table.was_there ? 0 : table.positions;
    totals.bytes += table.bytes;
  }
  return totals;
}

Json json_of(const MaterialReport& table) {
  return {{"material", table.material.name()},
          {"positions", table.positions},
          {"bytes", table.bytes},
          {"cpu_s", table.cpu_s},
          {"wall_s", table.wall_s},
          {"slices", table.slices},
          {"was_there", table.was_there},
          {"metric", name_of(table.metric)}};
}

}  // namespace

void add(const BuildReport& report, BuildReport& all) {
  all.materials.insert(all.materials.end(), report.materials.begin(), report.materials.end());
  all.cpu_s += report.cpu_s;
  all.wall_s += report.wall_s;
  all.peak_rss_bytes = std::max(all.peak_rss_bytes, report.peak_rss_bytes);
  all.threads = report.threads;
}

std::string table_line(const MaterialReport& report) {
  const std::string begin = fmt::format("{:<10} {} {:>15} positions {:>13} bytes", report.material.name(),
                                        name_of(report.metric), grouped(report.positions), grouped(report.bytes));
  if (report.was_there) return begin + "  was there\n";
  return begin + fmt::format("  {:.1f} s, {:.1f} CPU s\n", report.wall_s, report.cpu_s);
}

std::string summary_line(const BuildReport& report) {
  const Totals totals = totals_of(report);
  const double speed = report.cpu_s > 0 ? static_cast<double>(totals.built_positions) / report.cpu_s / 1e6 : 0;
  return fmt::format("built {} tables, {} positions, {} bytes, {:.1f} s, {:.1f} CPU s, {:.1f} Mpos/CPU s\n",
                     totals.slices, totals.positions, totals.bytes, report.wall_s, report.cpu_s, speed);
}

std::string json_report(const BuildReport& report) {
  const Totals totals = totals_of(report);
  Json tables = Json::array();
  for (const MaterialReport& table : report.materials) tables.push_back(json_of(table));
  const Json json = {{"tables", tables},
                     {"totals",
                      {{"positions", totals.positions},
                       {"bytes", totals.bytes},
                       {"cpu_s", report.cpu_s},
                       {"wall_s", report.wall_s},
                       {"peak_rss_bytes", report.peak_rss_bytes},
                       {"threads", report.threads},
                       {"slices", totals.slices}}}};
  return json_text(json, 2) + "\n";
}

}  // namespace dambase::tools
