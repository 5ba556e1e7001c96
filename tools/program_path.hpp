// Where this command itself lies.
#pragma once

#include <string>

namespace dambase::tools {

/// The path of the running program, for whoever is to run it again; its mere name where the system does not tell.
[[nodiscard]] std::string program_path();

}  // namespace dambase::tools
