#include "tools/program_path.hpp"

#include <filesystem>
#include <system_error>

namespace dambase::tools {

std::string program_path() {
  std::error_code failure;
  const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failure);
  return failure ? "dambase" : path.string();
}

}  // namespace dambase::tools
