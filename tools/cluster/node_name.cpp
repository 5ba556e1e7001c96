#include "tools/cluster/node_name.hpp"

#include <charconv>

#include "formats/table_files.hpp"

namespace dambase::tools {

namespace {

constexpr const char* cut_word = ".cut";
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

std::string NodeName::output() const { return is_part() ? text() : table_name(material, metric); }

std::string NodeName::text() const {
  std::string name = table_name(material, metric);
  if (parts > 0) name += cut_word + std::to_string(parts);
  if (is_part()) name += "." + std::to_string(part);
  return name;
}

std::optional<NodeName> parse_node_name(const std::string& text) {
  const std::size_t cut = text.find(cut_word);
  const auto table = as_table(text.substr(0, cut));
  if (!table || table->path.has_parent_path()) return std::nullopt;
  NodeName name{table->material, table->metric};
  if (cut == std::string::npos) return name;
  const std::string_view numbers = std::string_view(text).substr(cut + std::string_view(cut_word).size());
  const std::size_t dot = numbers.find('.');
  const auto parts = parse_number(numbers.substr(0, dot));
  if (!parts || *parts == 0) return std::nullopt;
  name.parts = *parts;
  if (dot == std::string_view::npos) return name;
  const auto part = parse_number(numbers.substr(dot + 1));
  if (!part) return std::nullopt;
  name.part = *part;
  return name;
}

}  // namespace dambase::tools
