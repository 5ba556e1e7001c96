// Whether a finished table is sound: every byte as it was written, and of the right variant.
#pragma once

#include <filesystem>
#include <optional>

#include "formats/table_reader.hpp"

namespace dambase {

/// Opens the table of `material` and `metric` at `path`, and reads and checks every block, on the threads of the
/// current arena. missing_table, wrong_variant, damaged_table or file_failed, naming the file.
Result<TableReader> open_sound_table(const std::filesystem::path& path, const Variant& variant,
                                     const Material& material, Metric metric);

/// That `path` holds a whole table, but of another material or metric: somebody's work under a wrong name.
[[nodiscard]] std::optional<Error> find_another_table(const std::filesystem::path& path, const Material& material,
                                                      Metric metric);

}  // namespace dambase
