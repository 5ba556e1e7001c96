#include "tools/report_file.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "formats/atomic_file.hpp"
#include "formats/system_error.hpp"
#include "formats/table_reader.hpp"
#include "tools/cluster/text_file.hpp"

namespace dambase::tools {

namespace {

namespace fs = std::filesystem;

// Renaming over a device or a link would replace it, which is not what naming it asks for.
bool is_special(const fs::path& path) {
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  return fs::exists(status) && !fs::is_regular_file(status);
}

fs::path link_target(const fs::path& path) {
  std::error_code failure;
  const fs::path target = fs::canonical(path, failure);
  return failure ? path : target;  // a new file has nothing to follow
}

Result<void> write_into(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return file ? Result<void>() : system_error(path, "write", errno);
}

}  // namespace

Result<void> check_writable(const fs::path& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) return system_error(path, "write", EISDIR);
  if (is_special(path)) return {};
  if (TableReader::open(path))
    return Error{ErrorCode::invalid_argument, path.string() + ": is a table, which is not to be written over"};
  // Goes away again without a trace.
  const auto trial = AtomicFile::create(link_target(path));
  return trial ? Result<void>() : trial.error();
}

Result<void> write_report(const fs::path& path, std::string_view text) {
  if (is_special(path)) return write_into(path, text);
  return put_text(link_target(path), text);
}

}  // namespace dambase::tools
