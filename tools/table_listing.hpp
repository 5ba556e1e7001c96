// The tables of a set, opened for what their headers say.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/table_files.hpp"
#include "formats/table_reader.hpp"
#include "tools/exit_code.hpp"

namespace dambase::tools {

/// A table whose header and directory are sound. It is closed again: a set may have more tables than a
/// process may have open files.
struct ListedTable {
  std::string file;
  TableInfo info;
  std::uint64_t bytes;  ///< of the file
};

/// Opens the table in `file`; damaged_table, missing_table, file_failed.
Result<ListedTable> read_table(const std::filesystem::path& file);

/// Tables that could be opened, in the order of listings, and how bad it was with the others.
struct Listing {
  std::vector<ListedTable> tables;
  std::size_t files = 0;  ///< table files found, those that could not be opened included
  ExitCode exit_code = ExitCode::done;

  /// Takes in one file more; what could not be opened gets an error line.
  void add(Result<ListedTable> table);
};

/// Opens the tables of `variant` under `folder`. Each one that is damaged, or not what its name says,
/// gets an error line.
[[nodiscard]] Listing open_tables(const std::filesystem::path& folder, const Variant& variant);

/// The error of a set without tables.
[[nodiscard]] Error no_tables(const std::filesystem::path& folder, const Variant& variant);

/// The variant for which a table was made; wrong_variant if this build does not know it.
Result<const Variant*> variant_of(const ListedTable& table);

/// As scripts know it: `prediction`.
[[nodiscard]] std::string codec_name(std::uint32_t codec);

}  // namespace dambase::tools
