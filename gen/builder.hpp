// Builds the tables of a variant, smaller material first, and keeps what is already there.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "gen/table_cut.hpp"

namespace dambase {

class SolvingStop;

/// What a build does about the tables that what is asked for depends on.
enum class Dependencies : std::uint8_t {
  build,    ///< builds those that are missing
  require,  ///< only reads them, so that several processes may build different materials in one folder
};

/// How what is solved of a table is kept, should its building end early: by a checkpoint beside the table.
struct CheckpointOptions {
  /// Must outlive the build. A request that it grants leaves a checkpoint and ends the build with ErrorCode::stopped.
  SolvingStop* stop = nullptr;
  /// So much time is between two checkpoints at least, and fifty times what writing one took; they are left where a
  /// level ends. 0: at each such place; none: only for `stop`.
  std::optional<std::chrono::seconds> interval{};
};

struct BuildOptions {
  const Variant* variant = nullptr;
  int pieces = 4;                   ///< build everything up to so many pieces; 0: only `materials`
  std::vector<Material> materials;  ///< build these and all that they depend on
  Dependencies dependencies = Dependencies::build;
  /// Of the one material, where its table is cut. Dependencies are required then, those of a part with all parts that
  /// it reads; a section needs all parts, and the table all sections.
  CutStep step;
  /// Of the one material, with kings and not cut, when dependencies are required; others have none. The building
  /// goes on from a checkpoint that is there.
  std::optional<CheckpointOptions> checkpoints{};
  std::filesystem::path folder;     ///< the folder that holds one folder a variant
  Metric metric = Metric::wld;      ///< of the tables; those of one metric need no others
  Profile profile = Profile::fast;  ///< of the tables; one folder holds one profile
  int threads = 0;                  ///< 0: as many as the machine gives this process
  std::uint64_t memory_bytes = 0;   ///< bound on peak resident memory; 0: three quarters of what is available
};

/// What was built of one material, its twin included.
struct MaterialReport {
  Material material;
  Metric metric = Metric::wld;
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;
  int slices = 0;  ///< 2, or 1 where the material is its own twin
  double cpu_s = 0;
  double wall_s = 0;
  bool was_there = false;  ///< sound before this run, so not built again; times are 0
};

struct BuildReport {
  std::vector<MaterialReport> materials;  ///< in the order of listings, tables that were there included
  double cpu_s = 0;
  double wall_s = 0;
  std::uint64_t peak_rss_bytes = 0;
  int threads = 0;
};

/// Told how a build goes on; called from one thread at a time, a few times a second at most.
class BuildObserver {
 public:
  struct Progress {
    Material material;                 ///< the largest one in work
    std::uint64_t positions_done = 0;  ///< of the whole build
    std::uint64_t positions_total = 0;
    double seconds = 0;  ///< since the build began
  };

  virtual ~BuildObserver() = default;
  virtual void progress(const Progress& progress) = 0;
  /// One more table is on disk, or was there.
  virtual void finished(const MaterialReport& report) = 0;
  /// A table that was there is damaged, and will be built again.
  virtual void found_damaged(const Error& /*error*/) {}
  /// The solving goes on from a checkpoint, with so many positions done.
  virtual void resumed(std::uint64_t /*positions*/) {}
  /// A checkpoint is in place, with so many positions done, in a file of so many bytes.
  virtual void left_checkpoint(std::uint64_t /*positions*/, std::uint64_t /*bytes*/) {}
  /// A checkpoint could not be read, or be written; the work goes on without it.
  virtual void checkpoint_failed(const Error& /*error*/) {}
};

/// Whether there can be tables of `metric` for `variant`: no_rule_known.
Result<void> check_metric(const Variant& variant, Metric metric);

/// Builds. Fails before the work begins if memory or disk cannot suffice (out_of_memory, out_of_disk,
/// with the figures), if another build holds the folder (folder_in_use), or if the folder cannot be written or holds
/// tables of the other profile (invalid_argument); later with what went wrong. Finished tables stay whatever happens.
/// Dependencies that are required and not there, or damaged, are missing_table and damaged_table. `stopped` as
/// CheckpointOptions says.
Result<BuildReport> build_tables(const BuildOptions& options, BuildObserver& observer);

}  // namespace dambase
