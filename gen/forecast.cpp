#include "gen/forecast.hpp"

#include <algorithm>
#include <utility>

#include "formats/table_files.hpp"
#include "formats/table_reader.hpp"
#include "gen/cost_model.hpp"
#include "gen/needs.hpp"

namespace dambase {
namespace {

// By header and directory alone: that all blocks are sound is left to the builder, who reads them.
Result<void> find_table(const BuildOptions& options, MaterialForecast& forecast) {
  const Material& material = forecast.planned.material;
  const std::filesystem::path path = table_path(options.folder, *options.variant, material, options.metric);
  const auto table = TableReader::open(path);
  Result<void> sound =
      table ? check_belongs(table->info(), *options.variant, material, options.metric, path.string()) : table.error();
  if (!sound && sound.error().code != ErrorCode::missing_table && sound.error().code != ErrorCode::damaged_table)
    return sound;
  forecast.is_there = static_cast<bool>(sound);
  if (forecast.is_there) forecast.bytes = table->file_bytes();
  return {};
}

Result<void> find_tables(const BuildOptions& options, Forecast& forecast) {
  for (MaterialForecast& material : forecast.materials) {
    if (auto found = find_table(options, material); !found) return found;
  }
  return {};
}

std::vector<MaterialForecast*> missing_of(Forecast& forecast) {
  std::vector<MaterialForecast*> missing;
  for (MaterialForecast& material : forecast.materials) {
    if (!material.is_there) missing.push_back(&material);
  }
  return missing;
}

void add_needs(const BuildOptions& options, const std::vector<MaterialForecast*>& missing, Forecast& forecast) {
  std::vector<const PlannedMaterial*> planned;
  for (const MaterialForecast* material : missing) planned.push_back(&material->planned);
  const BuildNeeds needs(*options.variant, options.metric, planned, forecast.threads, options.profile);
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const MemoryNeeds of_material = needs.of(i, i + 1, forecast.memory_limit_bytes);
    missing[i]->memory_bytes = of_material.bytes();
    for (const auto& [material, bytes] : of_material.caches) missing[i]->read_through_caches.push_back(material);
    if (auto fits = needs.check(i, forecast.memory_limit_bytes); !fits) missing[i]->obstacle = fits.error();
  }
  for (MaterialForecast* material : missing) {
    const BuildNeeds alone = BuildNeeds(*options.variant, options.metric, {&material->planned}, forecast.threads,
                                        options.profile, DependencySource::files)
                                 .fitting(0, forecast.memory_limit_bytes);
    material->alone.threads = alone.threads();
    material->alone.memory_bytes = alone.of(0, 1, forecast.memory_limit_bytes).bytes();
    if (auto fits = alone.check(0, forecast.memory_limit_bytes); !fits) material->alone.obstacle = fits.error();
  }
  forecast.free_disk_bytes = free_disk_bytes(options.folder);
  if (auto fits = needs.check_disk(options.folder, forecast.memory_limit_bytes); !fits)
    forecast.disk_obstacle = fits.error();
}

double loading_seconds(const CostModel& model, const std::set<Material>& materials) {
  double seconds = 0;
  for (const Material& material : materials) seconds += model.loading_seconds(material);
  return seconds;
}

Result<void> add_estimates(const BuildOptions& options, const std::vector<MaterialForecast*>& missing,
                           std::vector<TrialResult> known, Forecast& forecast) {
  if (missing.empty()) return {};
  forecast.trial = std::move(known);
  if (forecast.trial.empty()) {
    // The threads asked for may be those of another machine.
    auto trial = run_trial(*options.variant, options.metric, std::min(forecast.threads, default_threads()));
    if (!trial) return trial.error();
    forecast.trial = *std::move(trial);
  }
  const CostModel model(*options.variant, forecast.trial);
  for (MaterialForecast* material : missing) {
    const Material& m = material->planned.material;
    material->cpu_s = model.cpu_seconds(m);
    material->bytes = model.bytes(m);
    material->alone.cpu_s = material->cpu_s + loading_seconds(model, inputs_of(*options.variant, m, options.profile));
  }
  return {};
}

}  // namespace

std::optional<Error> Forecast::obstacle() const {
  for (const MaterialForecast& material : materials) {
    if (material.obstacle) return material.obstacle;
  }
  return disk_obstacle;
}

namespace {

// All but the estimates.
Result<Forecast> needs_of_build(const BuildOptions& options) {
  if (auto can = check_metric(*options.variant, options.metric); !can) return can.error();
  auto plan = plan_build(*options.variant, options.pieces, options.materials);
  if (!plan) return plan.error();
  Forecast forecast;
  forecast.threads = options.threads > 0 ? options.threads : default_threads();
  forecast.memory_limit_bytes = options.memory_bytes > 0 ? options.memory_bytes : default_memory_bytes();
  for (PlannedMaterial& planned : *plan) forecast.materials.push_back({std::move(planned), false, 0, 0, 0, {}, {}});
  if (auto found = find_tables(options, forecast); !found) return found.error();
  add_needs(options, missing_of(forecast), forecast);
  return forecast;
}

}  // namespace

Result<Forecast> forecast_build(const BuildOptions& options, std::vector<TrialResult> known) {
  auto forecast = needs_of_build(options);
  if (!forecast) return forecast;
  if (auto estimated = add_estimates(options, missing_of(*forecast), std::move(known), *forecast); !estimated)
    return estimated.error();
  return forecast;
}

Result<void> check_build(const BuildOptions& options) {
  const auto forecast = needs_of_build(options);
  if (!forecast) return forecast.error();
  if (const auto obstacle = forecast->obstacle()) return *obstacle;
  return {};
}

}  // namespace dambase
