#include "formats/system_error.hpp"

#include <cerrno>
#include <system_error>

namespace dambase {

Error system_error(const std::filesystem::path& path, const char* what, int error_number) {
  ErrorCode code = ErrorCode::file_failed;
  if (error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG) code = ErrorCode::out_of_disk;
  if (error_number == ENOMEM) code = ErrorCode::out_of_memory;
  return {code, path.string() + ": cannot " + what + ": " + std::generic_category().message(error_number)};
}

}  // namespace dambase
