// Where the tables of a set lie: FOLDER/VARIANT/KKMvKM.wld, .dtc, .dtw or .rule.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"

namespace dambase {

/// The folder of the tables of `variant` under the folder of all variants.
[[nodiscard]] std::filesystem::path variant_folder(const std::filesystem::path& folder, const Variant& variant);

/// The file of the table of `material` (or of its twin) under the folder of all variants.
[[nodiscard]] std::filesystem::path table_path(const std::filesystem::path& folder, const Variant& variant,
                                               const Material& material, Metric metric);

/// The name of this file: KKMvKM.wld.
[[nodiscard]] std::string table_name(const Material& material, Metric metric);

/// A table file found on disk, by its name; its content has not been looked at.
struct TableFile {
  std::filesystem::path path;
  Material material;  ///< canonical
  Metric metric;
};

/// Which table the file `path` is by its name; none if its name is not that of a table.
[[nodiscard]] std::optional<TableFile> as_table(const std::filesystem::path& path);

/// The table files of `variant` and `metric` under `folder`, sorted by material. Files with other names are passed
/// over; a folder that is not there holds none. file_failed if it cannot be read.
Result<std::vector<TableFile>> list_tables(const std::filesystem::path& folder, const Variant& variant, Metric metric);

}  // namespace dambase
