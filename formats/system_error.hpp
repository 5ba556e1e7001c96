// Errors of the operating system, as Errors that name what and where.
#pragma once

#include <filesystem>

#include "engine/result.hpp"

namespace dambase {

/// "PATH: cannot WHAT: reason", with the reason and code that `error_number` stands for: out_of_disk
/// for a full disk or quota, out_of_memory, else file_failed.
[[nodiscard]] Error system_error(const std::filesystem::path& path, const char* what, int error_number);

}  // namespace dambase
