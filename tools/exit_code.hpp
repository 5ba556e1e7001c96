// How the command ends: the exit codes that scripts rely on.
#pragma once

#include <algorithm>

#include "engine/result.hpp"

namespace dambase::tools {

/// Fixed for scripts. Of several outcomes the highest is what the process ends with.
enum class ExitCode : int {
  done = 0,
  unanswered = 1,   ///< something could not be answered or did not verify
  invalid = 2,      ///< usage, or input that is not sound
  environment = 3,  ///< file, disk or memory
  try_later = 75,   ///< the same command may succeed when run again; EX_TEMPFAIL of sysexits.h
};

[[nodiscard]] constexpr ExitCode worse(ExitCode a, ExitCode b) { return std::max(a, b); }

/// The exit code of a command that failed with `code`.
[[nodiscard]] ExitCode exit_code_of(ErrorCode code);

}  // namespace dambase::tools
