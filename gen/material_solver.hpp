// Solves whole materials, and brings finished ones back as words. The run-time face that the builder
// uses; gen/material_solver_of.hpp implements it for a rule set.
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "formats/table_reader.hpp"
#include "gen/checkpoints.hpp"
#include "gen/slice_codes.hpp"
#include "gen/slice_distances.hpp"
#include "gen/stored_positions.hpp"
#include "gen/successors.hpp"
#include "gen/table_cut.hpp"
#include "gen/word_window.hpp"

namespace dambase {

/// What words in memory must say for larger material to be solved: DTC asks smaller material for values alone.
[[nodiscard]] constexpr WordContent content_of(Metric metric) {
  switch (metric) {
    case Metric::wld:
    case Metric::dtc: break;
    case Metric::dtw: return WordContent::distances;
    case Metric::rule: return WordContent::rules;
  }
  return WordContent::values;
}

/// A solved material: codes and counts of its slices as in TableInfo::slices, and its words if asked for.
struct SolvedMaterial {
  std::array<SliceCodes, 2> codes;          ///< of win, loss and draw
  std::array<SliceDistances, 2> distances;  ///< or of a distance
  std::array<LongestPlays, 2> longest;      ///< of a distance
  std::array<SliceCounts, 2> counts;
  std::unique_ptr<WordTable> words;
};

/// How a material is solved; none of it changes the result.
struct SolveOptions {
  bool keep_words = false;                             ///< in SolvedMaterial::words
  std::vector<std::unique_ptr<WordWindow>> windows{};  ///< promotions of which no whole table is in memory
  /// Where codes wait for their place in the table, under a name that is gone at once; empty: in memory.
  std::filesystem::path codes_folder{};
  Checkpoints* checkpoints = nullptr;  ///< of a material with kings whose words are not kept
};

/// Makes room for the codes of all positions of `material`; `positions` are those of one slice.
Result<void> prepare_codes(SolvedMaterial& solved, const Material& material, std::uint64_t positions,
                           const SolveOptions& options);

/// The same for symbols of distances.
Result<void> prepare_distances(SolvedMaterial& solved, const Material& material, std::uint64_t positions,
                               const SolveOptions& options);

/// What is said of a material with plays of more plies than are counted.
[[nodiscard]] Error too_long(const Material& material);

/// Brings in what the promotions out of `level` lead to: a man that promotes had one step to go, so the
/// configuration that it leaves is one level below. Look-ups must forget what they remember.
Result<void> move_windows(const SolveOptions& options, std::size_t level);

class MaterialSolver {
 public:
  virtual ~MaterialSolver() = default;

  /// Solves `material`, given in solving orientation, on the threads of the current arena. `successors` has
  /// the tables of the windows too. Adds the positions of each configuration to `progress` once it is
  /// solved. Errors are those of reading tables of windows and caches, and of writing codes; and `stopped`, once the
  /// checkpoint is written.
  virtual Result<SolvedMaterial> solve(const Material& material, const Successors& successors,
                                       const SolveOptions& options, std::atomic<std::uint64_t>& progress) const = 0;

  /// Solves part `index`, whose man moves lead to parts that are there, and writes it to its file; returns its size in
  /// bytes. Of win, loss and draw alone, else invalid_argument. Errors are those of solve(), and of reading parts.
  virtual Result<std::uint64_t> solve_part(const TableCut& cut, std::size_t index, const Successors& successors,
                                           const SolveOptions& options, std::atomic<std::uint64_t>& progress) const = 0;

  /// The words of a finished table. Positions with captures, which no table stores, are resolved from
  /// `successors`.
  virtual Result<std::unique_ptr<WordTable>> load(TableReader table, const Successors& successors) const = 0;
  /// The same, one level at a time.
  virtual std::unique_ptr<WordWindow> open_window(TableReader table, Successors successors) const = 0;
  /// The same of the material of `table`, configuration by configuration as they are asked for, of which so many stay
  /// as `bytes` are enough for. They are read through `stored`, which has this table too and must outlive the result.
  virtual Result<std::unique_ptr<CachedWords>> open_cache(const TableReader& table, const StoredPositions& stored,
                                                          Successors successors, std::uint64_t bytes) const = 0;
};

/// The solver of a variant of this build.
[[nodiscard]] const MaterialSolver& material_solver(const Variant& variant, Metric metric);

/// Bounds on the memory that solve() takes beside the words of successors, its own kept words and codes.
[[nodiscard]] std::uint64_t solving_bytes(const PositionSpace& space, const Material& material, Metric metric,
                                          int threads);
/// The same of solve_part(), all that it makes included.
[[nodiscard]] std::uint64_t part_solving_bytes(const TableCut& cut, std::size_t index, int threads);
/// What the codes or symbols of a material take.
[[nodiscard]] std::uint64_t codes_bytes(const PositionSpace& space, const Material& material, Metric metric);
/// What a cache takes beside the bytes that it is given: the order of its pages, and what threads load with, and hold.
/// With fewer bytes than that as well it would be of little use.
[[nodiscard]] std::uint64_t bytes_beside_cache(const PositionSpace& space, const Material& material, Metric metric,
                                               int threads);
/// What loading a table takes beside its words, all at once or level by level.
[[nodiscard]] std::uint64_t loading_bytes(const PositionSpace& space, const Material& material, Metric metric,
                                          int threads);

}  // namespace dambase
