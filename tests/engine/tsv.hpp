// Reads the tab-separated files of data/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dambase::test {

using Row = std::vector<std::string>;

/// The rows of data/`name` without the header; empty if the file cannot be read.
[[nodiscard]] inline std::vector<Row> read_tsv(const std::string& name) {
  std::ifstream file(std::filesystem::path(DAMBASE_DATA_DIR) / name);
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    Row row(1);
    for (const char c : line) {
      if (c == '\t') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
    rows.push_back(row);
  }
  return rows;
}

/// A line of data/perft.tsv.
struct PerftLine {
  std::string variant;
  std::string name;
  std::string fen;
  std::vector<std::uint64_t> counts;  ///< at depth 1, 2, ...
};

[[nodiscard]] inline std::vector<PerftLine> perft_lines() {
  std::vector<PerftLine> lines;
  for (const Row& row : read_tsv("perft.tsv")) {
    PerftLine line{row.at(0), row.at(1), row.at(2), {}};
    std::istringstream counts(row.at(3));
    for (std::uint64_t count = 0; counts >> count;) line.counts.push_back(count);
    lines.push_back(line);
  }
  return lines;
}

}  // namespace dambase::test
