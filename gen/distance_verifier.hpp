// Checks that the distances of tables follow from those after the moves.
//
// That proves them. A win in n plies has a move to a loss in n - 1, and so on down to the end of the game or a
// conversion, so wins that only support each other cannot pass. And were anything stored as a draw that is decided, one
// of these in the fewest plies would have its moves against it.
#pragma once

#include <filesystem>

#include "engine/variant.hpp"
#include "formats/table_reader.hpp"
#include "gen/failure_list.hpp"
#include "gen/slice_checker.hpp"
#include "gen/true_distances.hpp"

namespace dambase {

/// Of one metric. Keeps the distances of all materials that it has met until they are dropped.
class DistanceVerifier {
 public:
  /// All must outlive this object.
  DistanceVerifier(const Variant& variant, Metric metric, const std::filesystem::path& folder, FailureList& failures);

  /// Checks the table of `material`, on the threads of the current arena. False if it could not be, which `failures`
  /// then has.
  bool verify(const Material& material);
  void drop(const Material& material) { distances_.drop(material); }

 private:
  bool require(const Material& material);
  bool bring_in(const TableReader& table, const Material& material);
  bool resolve_slices(const TableReader& table, TrueDistances& distances);
  template <class QuietSymbol>
  void resolve_slice(const TableReader& table, std::size_t slice, TrueDistances& distances,
                     const QuietSymbol& quiet_symbol);
  void check_digest(const TableReader& table, const TrueDistances& distances);
  void check_quiet_positions(const TableReader& table, std::size_t slice, const TrueDistances& distances);
  void fail(const TableReader& table, std::size_t slice, const Position& position, const Distance& stored,
            const Distance& by_moves);
  [[nodiscard]] std::filesystem::path path_of(const Material& material) const;

  const Variant& variant_;
  Metric metric_;
  const std::filesystem::path& folder_;
  FailureList& failures_;
  const SliceChecker& checker_;
  TrueDistanceStore distances_;
};

}  // namespace dambase
