#include "gen/stored_positions.hpp"

namespace dambase {
namespace {

Error left_out(const Material& material) {
  return {ErrorCode::invalid_argument, "the table of " + material.canonical().name() + " leaves out one side to move"};
}

}  // namespace

Result<std::unique_ptr<StoredPositions>> StoredPositions::open(const Variant& variant, Metric metric,
                                                               const std::filesystem::path& folder,
                                                               std::size_t cache_bytes) {
  std::unique_ptr<StoredPositions> positions(new StoredPositions(variant, metric));
  if (metric == Metric::wld) {
    auto tables = StoredTables::open(variant, folder, {cache_bytes, Reading::plain});
    if (!tables) return tables.error();
    positions->tables_ = *std::move(tables);
  } else {
    auto distances = StoredDistances::open(variant, metric, folder);
    if (!distances) return distances.error();
    positions->distances_ = *std::move(distances);
  }
  return positions;
}

Result<Value> StoredPositions::value(const Material& material, std::uint64_t number) const {
  if (tables_ == nullptr) {
    const auto found = distance(material, number);
    if (!found) return found.error();
    return found->value;
  }
  const auto found = tables_->value(material, number, Access::read_if_needed);
  if (!found) return found.error();
  if (!*found) return left_out(material);
  return **found;
}

Result<DistanceSymbol> StoredPositions::symbol(const Material& material, std::uint64_t number) const {
  const auto found = distance(material, number);
  if (!found) return found.error();
  return symbols_.symbol_of(*found);
}

Result<Distance> StoredPositions::distance(const Material& material, std::uint64_t number) const {
  const auto found = distances_->distance(material, number, Access::read_if_needed);
  if (!found) return found.error();
  if (!*found) return left_out(material);
  return **found;
}

}  // namespace dambase
