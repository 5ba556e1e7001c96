// Small files that are read whole and put in place whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/result.hpp"

namespace dambase::tools {

/// What is in a file; none if it cannot be read, or is no plain file.
[[nodiscard]] std::optional<std::string> read_text(const std::filesystem::path& path);

/// Writes under a temporary name and renames; errors of files.
Result<void> put_text(const std::filesystem::path& path, std::string_view text);

}  // namespace dambase::tools
