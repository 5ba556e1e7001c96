#include "tools/cluster/node_name.hpp"

#include <charconv>

#include "formats/table_files.hpp"

namespace dambase::tools {

namespace {

constexpr const char* cut_word = ".cut";
constexpr const char* section_word = "section";
constexpr int most_parts = 1'000'000;

// A whole number without leading zeros, so that a node has one name.
std::optional<int> parse_number(std::string_view text) {
  int number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = failure == std::errc() && end == text.data() + text.size();
  if (!is_number || number < 0 || number > most_parts || std::to_string(number) != text) return std::nullopt;
  return number;
}

}  // namespace

std::string NodeName::text() const {
  return table_name(material, metric) + (step.is_cut() ? step.suffix() : std::string());
}

std::string NodeName::output() const { return step.is_on_the_way() ? text() : table_name(material, metric); }

std::optional<NodeName> parse_node_name(const std::string& text) {
  const std::size_t cut = text.find(cut_word);
  const auto table = as_table(text.substr(0, cut));
  if (!table || table->path.has_parent_path()) return std::nullopt;
  NodeName name{table->material, table->metric, {}};
  if (cut == std::string::npos) return name;
  const std::string_view numbers = std::string_view(text).substr(cut + std::string_view(cut_word).size());
  const std::size_t dot = numbers.find('.');
  const auto wanted = parse_number(numbers.substr(0, dot));
  if (!wanted || *wanted == 0) return std::nullopt;
  name.step.wanted = *wanted;
  if (dot == std::string_view::npos) return name;
  std::string_view which = numbers.substr(dot + 1);
  name.step.kind = which.starts_with(section_word) ? CutStep::Kind::section : CutStep::Kind::part;
  if (name.step.kind == CutStep::Kind::section) which.remove_prefix(std::string_view(section_word).size());
  const auto index = parse_number(which);
  if (!index) return std::nullopt;
  name.step.index = *index;
  return name;
}

}  // namespace dambase::tools
