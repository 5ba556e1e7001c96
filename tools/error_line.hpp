// Errors as the command shows them: one line each on standard error, beginning with `dambase: `.
#pragma once

#include <string>
#include <string_view>

#include "engine/result.hpp"
#include "tools/exit_code.hpp"

namespace dambase::tools {

/// `text` fit for one line of a terminal: control characters are replaced, so that input echoed in a
/// message can neither break the line nor command the terminal.
[[nodiscard]] std::string one_line(std::string_view text);

/// The beginning of `text` if it is long: a megabyte of input is not repeated in a message.
[[nodiscard]] std::string shortened(std::string_view text);

/// Writes one error line.
void print_error(std::string_view message);

/// Writes the line of `error` and returns the exit code it stands for.
ExitCode report(const Error& error);

}  // namespace dambase::tools
