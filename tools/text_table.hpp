// Columns of text for people: the first aligned to the left, the others to the right; the last as asked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dambase::tools {

enum class LastColumn : std::uint8_t { right, left };

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header, LastColumn last = LastColumn::right) : last_(last) {
    add(std::move(header));
  }

  /// A row has as many cells as the header.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  LastColumn last_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dambase::tools
