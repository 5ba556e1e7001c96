#include "formats/table_files.hpp"

#include <algorithm>

namespace dambase {
namespace {

constexpr const char* extension_of(Metric metric) {
  switch (metric) {
    case Metric::wld: return ".wld";
    case Metric::dtc: return ".dtc";
    case Metric::dtw: return ".dtw";
    case Metric::rule: return ".rule";
  }
  return "";
}

}  // namespace

std::filesystem::path variant_folder(const std::filesystem::path& folder, const Variant& variant) {
  return folder / variant.name();
}

std::filesystem::path table_path(const std::filesystem::path& folder, const Variant& variant, const Material& material,
                                 Metric metric) {
  return variant_folder(folder, variant) / table_name(material, metric);
}

std::string table_name(const Material& material, Metric metric) {
  return material.canonical().name() + extension_of(metric);
}

std::optional<TableFile> as_table(const std::filesystem::path& path) {
  const auto metric = std::ranges::find(all_metrics, path.extension().string(), extension_of);
  if (metric == all_metrics.end()) return std::nullopt;
  const auto material = Material::parse(path.stem().string());
  if (!material || *material != material->canonical()) return std::nullopt;
  return TableFile{path, *material, *metric};
}

Result<std::vector<TableFile>> list_tables(const std::filesystem::path& folder, const Variant& variant, Metric metric) {
  const std::filesystem::path where = variant_folder(folder, variant);
  std::vector<TableFile> files;
  std::error_code failure;
  std::filesystem::directory_iterator entries(where, failure);
  if (failure == std::errc::no_such_file_or_directory) return files;
  for (; !failure && entries != std::filesystem::directory_iterator(); entries.increment(failure)) {
    auto table = as_table(entries->path());
    if (table && table->metric == metric) files.push_back(*std::move(table));
  }
  if (failure) return Error{ErrorCode::file_failed, where.string() + ": cannot be read: " + failure.message()};
  std::ranges::sort(files, {}, &TableFile::material);
  return files;
}

}  // namespace dambase
