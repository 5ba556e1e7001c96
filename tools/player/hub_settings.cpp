#include "tools/player/hub_settings.hpp"

#include "dambase.h"
#include "tools/player/hub_notation.hpp"
#include "tools/player/hub_numbers.hpp"

namespace dambase::player {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

struct CountParameter {
  std::string_view name;
  std::uint64_t HubSettings::*value;
  std::uint64_t unit;
  std::uint64_t least;
  std::uint64_t most;
};

// `bb-size` is what Scan calls the pieces of its endgame tables. Amounts of memory are in MiB.
constexpr CountParameter count_parameters[] = {
    {"bb-size", &HubSettings::table_pieces, 1, 0, 16},
    {"cache", &HubSettings::cache_bytes, mebibyte, 1, 1 << 20},
    {"hash", &HubSettings::hash_bytes, mebibyte, 1, 1 << 20},
};

HubLine parameter(std::string_view name, std::string value, std::string type) {
  HubLine line("param");
  line.add("name", std::string(name)).add("value", std::move(value)).add("type", std::move(type));
  return line;
}

std::string known_variants() {
  std::string names;
  for (std::size_t i = 0; const char* const name = dambase_variant_name(i); ++i)
    names += (names.empty() ? "" : " ") + hub_variant(name);
  return names;
}

bool is_variant(std::string_view name) {
  for (std::size_t i = 0; const char* const known = dambase_variant_name(i); ++i)
    if (known == name) return true;
  return false;
}

std::optional<std::string> set_variant(HubSettings& settings, std::string_view name) {
  const std::string variant = variant_of_hub(name);
  if (!is_variant(variant)) return "no such variant";
  settings.variant = variant;
  return std::nullopt;
}

std::optional<std::string> set_tables(HubSettings& settings, std::string_view folder) {
  if (folder.empty()) return "the name of the folder is empty";
  settings.tables = folder;
  return std::nullopt;
}

}  // namespace

std::vector<HubLine> parameter_lines(const HubSettings& settings) {
  std::vector<HubLine> lines;
  lines.push_back(parameter("variant", hub_variant(settings.variant), "enum").add("values", known_variants()));
  lines.push_back(parameter("tables", settings.tables, "string"));
  for (const CountParameter& count : count_parameters)
    lines.push_back(parameter(count.name, std::to_string(settings.*count.value / count.unit), "int")
                        .add("min", std::to_string(count.least))
                        .add("max", std::to_string(count.most)));
  return lines;
}

std::optional<std::string> set_parameter(HubSettings& settings, std::string_view name, std::string_view value) {
  if (name == "variant") return set_variant(settings, value);
  if (name == "tables") return set_tables(settings, value);
  for (const CountParameter& count : count_parameters) {
    if (count.name != name) continue;
    const auto number = parse_count(value, count.least, count.most);
    if (!number) return "not a number in its range";
    settings.*count.value = *number * count.unit;
    return std::nullopt;
  }
  return "no such parameter";
}

}  // namespace dambase::player
