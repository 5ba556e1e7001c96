// What a build would take, told before it begins: for each material and altogether.
#pragma once

#include <optional>
#include <vector>

#include "gen/builder.hpp"
#include "gen/plan.hpp"
#include "gen/trial.hpp"

namespace dambase {

/// Building one table by a process of its own, which reads all that it depends on from files.
struct NodeForecast {
  int threads = 1;  ///< as many as asked for, or fewer where these would take too much memory
  std::uint64_t memory_bytes = 0;
  double cpu_s = 0;               ///< estimated, loading what it depends on included
  std::optional<Error> obstacle;  ///< why it cannot be built
};

/// One material of a forecast.
struct MaterialForecast {
  PlannedMaterial planned;
  bool is_there = false;           ///< has a table already, so that only `bytes` says something
  std::uint64_t memory_bytes = 0;  ///< that building it needs, as the builder counts
  double cpu_s = 0;                ///< estimated
  std::uint64_t bytes = 0;         ///< on disk; estimated, unless its table is there
  /// Dependencies that would be read configuration by configuration, since memory does not hold them; that takes
  /// longer.
  std::vector<Material> read_through_caches;
  std::optional<Error> obstacle;  ///< why it cannot be built
  NodeForecast alone{};           ///< as a node of work
};

struct Forecast {
  std::vector<MaterialForecast> materials;  ///< in the order of building
  std::vector<TrialResult> trial;           ///< that the estimates come from; none where nothing is left to build
  int threads = 0;
  std::uint64_t memory_limit_bytes = 0;
  std::optional<std::uint64_t> free_disk_bytes;  ///< where it can be told
  std::optional<Error> disk_obstacle;

  /// The first reason for which the build would not begin.
  [[nodiscard]] std::optional<Error> obstacle() const;
};

/// Of build_tables with the same options. Writes nothing, and takes the few seconds of a trial, unless `known` holds
/// one of the same variant and metric. invalid_argument as plan_build; wrong_variant or file_failed for a folder that
/// cannot be built into.
Result<Forecast> forecast_build(const BuildOptions& options, std::vector<TrialResult> known = {});

/// Whether build_tables with the same options would begin, as far as can be told without reading whole tables. Errors
/// as forecast_build, and those that stand in the way.
Result<void> check_build(const BuildOptions& options);

}  // namespace dambase
