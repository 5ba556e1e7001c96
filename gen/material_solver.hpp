// Solves whole materials, and brings finished ones back as words. The run-time face that the builder
// uses; gen/material_solver_of.hpp implements it for a rule set.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <memory>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "formats/table_reader.hpp"
#include "gen/slice_codes.hpp"
#include "gen/successors.hpp"

namespace dambase {

/// A solved material: codes and counts of its slices as in TableInfo::slices, and its words if asked for.
struct SolvedMaterial {
  std::array<SliceCodes, 2> codes;
  std::array<SliceCounts, 2> counts;
  std::unique_ptr<WordTable> words;
};

class MaterialSolver {
 public:
  virtual ~MaterialSolver() = default;

  /// Solves `material`, given in solving orientation, on the threads of the current arena. Adds the
  /// positions of each configuration to `progress` once it is solved.
  virtual SolvedMaterial solve(const Material& material, const Successors& successors, bool keep_words,
                               std::atomic<std::uint64_t>& progress) const = 0;

  /// The words of a finished table. Positions with captures, which no table stores, are resolved from
  /// `successors`.
  virtual Result<std::unique_ptr<WordTable>> load(const TableReader& table, const Successors& successors) const = 0;
};

/// The solver of a variant of this build.
[[nodiscard]] const MaterialSolver& material_solver(const Variant& variant);

/// Bounds on the memory that solve() takes beside the words of successors and its own kept words.
[[nodiscard]] std::uint64_t solving_bytes(const PositionSpace& space, const Material& material, int threads);

}  // namespace dambase
