#include "tools/cluster/text_file.hpp"

#include <fstream>
#include <iterator>
#include <span>

#include "formats/atomic_file.hpp"

namespace dambase::tools {

std::optional<std::string> read_text(const std::filesystem::path& path) {
  // Of a pipe or a device there would be no end.
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return file.bad() ? std::nullopt : std::optional(std::move(text));
}

Result<void> put_text(const std::filesystem::path& path, std::string_view text) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto appended = file->append(std::as_bytes(std::span(text))); !appended) return appended;
  return file->commit();
}

}  // namespace dambase::tools
