#include "tools/text_table.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace dambase::tools {

namespace {

// {fmt} pads by characters too, so that names which are not ASCII stay aligned.
std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], characters(row[column]));
  return widths;
}

std::string TextTable::text() const {
  const std::vector<std::size_t> widths = this->widths();
  std::string text;
  for (const auto& row : rows_) {
    fmt::format_to(std::back_inserter(text), "{:<{}}", row[0], widths[0]);
    const std::size_t aligned = row.size() - (last_ == LastColumn::left ? 1 : 0);
    for (std::size_t column = 1; column < aligned; ++column)
      fmt::format_to(std::back_inserter(text), "  {:>{}}", row[column], widths[column]);
    if (last_ == LastColumn::left && !row.back().empty()) text += "  " + row.back();
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace dambase::tools
