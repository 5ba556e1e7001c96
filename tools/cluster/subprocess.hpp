// Other programs, run with their arguments as they are: no shell takes part.
#pragma once

#include <string>
#include <vector>

#include "engine/result.hpp"

namespace dambase::tools {

/// How a program ended: its exit code, 128 and more if a signal ended it, and what it wrote.
struct ProgramResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Runs arguments[0], looked for in PATH, with empty standard input, and waits for its end. missing_program if there is
/// none, file_failed if it cannot be run.
Result<ProgramResult> run_program(const std::vector<std::string>& arguments);

}  // namespace dambase::tools
