// The JSON report of a build, written whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/result.hpp"

namespace dambase::tools {

/// Whether a report could be written to `path` now. Asked before the work begins: nobody wants to
/// learn it after hours.
Result<void> check_writable(const std::filesystem::path& path);

/// Writes `text` under a temporary name and renames it to `path`. Follows symbolic links, and writes
/// straight into what is no plain file, such as /dev/stdout or a pipe.
Result<void> write_report(const std::filesystem::path& path, std::string_view text);

}  // namespace dambase::tools
