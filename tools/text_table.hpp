// Columns of text for people: the first aligned to the left, the others to the right.
#pragma once

#include <string>
#include <vector>

namespace dambase::tools {

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) { add(std::move(header)); }

  /// A row has as many cells as the header.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dambase::tools
