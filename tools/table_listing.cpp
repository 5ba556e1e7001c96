#include "tools/table_listing.hpp"

#include <algorithm>
#include <utility>

#include "tools/error_line.hpp"

namespace dambase::tools {

namespace {

Result<ListedTable> read_checked(const TableFile& file, const Variant& variant) {
  auto table = read_table(file.path);
  if (!table) return table;
  const Result<void> belongs = check_belongs(table->info, variant, file.material, file.metric, table->file);
  if (!belongs) return belongs.error();
  return table;
}

}  // namespace

Result<ListedTable> read_table(const std::filesystem::path& file) {
  const auto reader = TableReader::open(file);
  if (!reader) return reader.error();
  return ListedTable{reader->name(), reader->info(), reader->file_bytes()};
}

void Listing::add(Result<ListedTable> table) {
  ++files;
  if (table) {
    tables.push_back(*std::move(table));
  } else {
    exit_code = worse(exit_code, report(table.error()));
  }
}

Listing open_tables(const std::filesystem::path& folder, const Variant& variant) {
  Listing listing;
  for (const Metric metric : all_metrics) {
    const auto files = list_tables(folder, variant, metric);
    if (!files) return {{}, 0, report(files.error())};
    for (const TableFile& file : *files) listing.add(read_checked(file, variant));
  }
  return listing;
}

Error no_tables(const std::filesystem::path& folder, const Variant& variant) {
  return {ErrorCode::missing_table, variant_folder(folder, variant).string() + ": holds no tables"};
}

Result<const Variant*> variant_of(const ListedTable& table) {
  const auto variants = all_variants();
  const auto found = std::ranges::find(variants, table.info.variant_id, &Variant::id);
  if (found != variants.end()) return *found;
  return Error{ErrorCode::wrong_variant, table.file + ": is a table of variant number " +
                                             std::to_string(table.info.variant_id) +
                                             ", which this build does not know"};
}

std::string codec_name(std::uint32_t codec) {
  switch (static_cast<Codec>(codec)) {
    case Codec::raw: return "raw";
    case Codec::zstandard: return "zstandard";
    case Codec::constant: return "constant";
    case Codec::prediction: return "prediction";
  }
  return std::to_string(codec);
}

}  // namespace dambase::tools
