// Single positions of finished tables, read through the cache of the prober.
#pragma once

#include <filesystem>
#include <memory>

#include "formats/distance_symbol.hpp"
#include "probe/stored_distances.hpp"
#include "probe/stored_tables.hpp"

namespace dambase {

/// May be used from any number of threads at once.
class StoredPositions {
 public:
  /// Of the tables of `metric` in `folder`; those of win, loss and draw go through a cache of `cache_bytes`. Errors are
  /// those of listing the folder.
  static Result<std::unique_ptr<StoredPositions>> open(const Variant& variant, Metric metric,
                                                       const std::filesystem::path& folder, std::size_t cache_bytes);

  /// The value of the position with this number in the slice of `material` with White to move, in which White cannot
  /// capture. Means nothing if White can. Errors as TableSet::probe; invalid_argument if the slice is left out.
  [[nodiscard]] Result<Value> value(const Material& material, std::uint64_t number) const;
  /// The same of its symbol, of tables of distances.
  [[nodiscard]] Result<DistanceSymbol> symbol(const Material& material, std::uint64_t number) const;

 private:
  StoredPositions(const Variant& variant, Metric metric) : symbols_(metric, variant.value_without_moves()) {}
  [[nodiscard]] Result<Distance> distance(const Material& material, std::uint64_t number) const;

  DistanceSymbols symbols_;
  std::unique_ptr<StoredTables> tables_;        ///< of win, loss and draw
  std::unique_ptr<StoredDistances> distances_;  ///< or of distances
};

}  // namespace dambase
