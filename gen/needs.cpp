#include "gen/needs.hpp"

#include <tbb/task_arena.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/memory_limit.hpp"
#include "gen/table_section.hpp"
#include "gen/word_store.hpp"

namespace dambase {
namespace {

// No set of tables of win, loss and draw of up to six pieces has needed more, and none of distances of up to five.
constexpr std::uint64_t least_positions_a_byte(Metric metric) { return metric == Metric::wld ? 20 : 2; }

// What reading single positions takes: the prober's cache, and directories of tables.
constexpr std::uint64_t stored_bytes = WordStore::stored_cache_bytes + (std::uint64_t{32} << 20);

}  // namespace

BuildNeeds::BuildNeeds(const Variant& variant, Metric metric, std::vector<const PlannedMaterial*> missing, int threads,
                       Profile profile, DependencySource source)
    : variant_(variant),
      metric_(metric),
      missing_(std::move(missing)),
      threads_(threads),
      profile_(profile),
      source_(source) {
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    for (const Material& material : missing_[i]->dependencies) last_use_[material] = i;
  }
}

BuildNeeds::BuildNeeds(const PlannedMaterial& planned, const TableCut& cut, const CutStep& step, int threads)
    : BuildNeeds(cut.variant(), Metric::wld, {&planned}, threads, Profile::fast, DependencySource::files) {
  cut_ = &cut;
  step_ = step;
}

void BuildNeeds::add_work(const PlannedMaterial& planned, MemoryNeeds& needs) const {
  if (cut_ != nullptr) return add_step(planned, needs);
  const PositionSpace space = variant_.position_space();
  needs.dependencies.insert(planned.dependencies.begin(), planned.dependencies.end());
  needs.codes_bytes += codes_bytes(space, planned.material, metric_);
  needs.working_bytes += solving_bytes(space, solving_orientation(planned.material), metric_, threads_);
}

void BuildNeeds::add_step(const PlannedMaterial& planned, MemoryNeeds& needs) const {
  const auto index = static_cast<std::size_t>(step_.index);
  switch (step_.kind) {
    case CutStep::Kind::part:
      needs.dependencies.insert(planned.dependencies.begin(), planned.dependencies.end());
      needs.working_bytes += part_solving_bytes(*cut_, index, threads_);
      break;
    case CutStep::Kind::section: needs.working_bytes += section_bytes(*cut_, index, threads_); break;
    case CutStep::Kind::table: needs.working_bytes += joining_bytes(*cut_); break;
  }
}

std::uint64_t BuildNeeds::bytes_of_words(const std::set<Material>& materials) const {
  return WordStore::bytes_of(variant_.position_space(), metric_, materials);
}

MemoryNeeds BuildNeeds::of(std::size_t first, std::size_t last, std::uint64_t limit_bytes) const {
  // Allocators keep a little more than is asked for, so steps are taken a little below the limit.
  limit_bytes -= limit_bytes / 12;
  MemoryNeeds needs;
  needs.working_bytes = fixed_memory_bytes;
  for (std::size_t i = first; i < last; ++i) {
    const PlannedMaterial& planned = *missing_[i];
    add_work(planned, needs);
    if (is_needed_later(planned.material)) needs.kept_bytes += bytes_of_words({planned.material});
  }
  if (source_ == DependencySource::files)
    needs.dependencies = with_look_ups(variant_, std::move(needs.dependencies), profile_);
  needs.dependency_bytes = bytes_of_words(needs.dependencies);
  needs.keeps_words = true;
  if (needs.bytes() > limit_bytes) needs.keeps_words = false;
  if (needs.bytes() > limit_bytes) needs.codes_in_file = true;
  // What a compact table leaves out cannot be had level by level.
  if (last - first == 1 && profile_ == Profile::fast) {
    read_by_level(needs, missing_[first]->material, limit_bytes);
    read_through_caches(needs, missing_[first]->material, limit_bytes);
  }
  return needs;
}

// Promotions of `material`, the largest first, until the needs are within the limit.
void BuildNeeds::read_by_level(MemoryNeeds& needs, const Material& material, std::uint64_t limit_bytes) const {
  const PositionSpace space = variant_.position_space();
  std::vector<Material> promotions;
  for (const Material& dependency : needs.dependencies) {
    if (dependency.pieces() == material.pieces()) promotions.push_back(dependency);
  }
  const auto bytes_of_all = [&](const Material& m) { return bytes_of_words({m}); };
  std::ranges::sort(promotions, std::ranges::greater{}, bytes_of_all);
  for (const Material& promotion : promotions) {
    if (needs.bytes() <= limit_bytes) return;
    const Material oriented = solving_orientation(promotion);
    const std::uint64_t by_level = WordTable::bytes(space, oriented, WordTable::Holds::one_level, content_of(metric_)) +
                                   loading_bytes(space, oriented, metric_, threads_);
    if (by_level >= bytes_of_all(promotion)) continue;
    needs.dependencies.erase(promotion);
    needs.windows.insert(promotion);
    needs.dependency_bytes -= bytes_of_all(promotion);
    needs.window_bytes += by_level;
    add_captures(needs, promotion);
  }
}

// To load the words of `material`, what its captures lead to must be there.
void BuildNeeds::add_captures(MemoryNeeds& needs, const Material& material) const {
  for (const Material& capture : dependencies_of(variant_, material)) {
    if (capture.pieces() == material.pieces() || needs.caches.contains(capture)) continue;
    if (needs.dependencies.insert(capture).second) needs.dependency_bytes += bytes_of_words({capture});
  }
}

std::uint64_t BuildNeeds::beside_cache(const Material& material) const {
  return bytes_beside_cache(variant_.position_space(), solving_orientation(material), metric_, threads_);
}

// What captures of `material` lead to, the largest first, until the needs are within the limit.
void BuildNeeds::read_through_caches(MemoryNeeds& needs, const Material& material, std::uint64_t limit_bytes) const {
  const auto saved = [&](const Material& m) {
    const std::uint64_t whole = bytes_of_words({m});
    const std::uint64_t least = 2 * beside_cache(m) + (needs.caches.empty() ? stored_bytes : 0);
    return m.pieces() < material.pieces() && least < whole ? whole - least : 0;
  };
  while (needs.bytes() > limit_bytes) {
    const auto best = std::ranges::max_element(needs.dependencies, {}, saved);
    if (best == needs.dependencies.end() || saved(*best) == 0) return;
    const Material cached = *best;
    if (needs.caches.empty()) needs.cache_bytes += stored_bytes;
    needs.dependencies.erase(best);
    needs.dependency_bytes -= bytes_of_words({cached});
    needs.caches[cached] = beside_cache(cached);
    needs.cache_bytes += 2 * beside_cache(cached);
    add_captures(needs, cached);
  }
  if (!needs.caches.empty()) enlarge_caches(needs, limit_bytes);
}

// Deals out what is left to the caches, each by its size.
void BuildNeeds::enlarge_caches(MemoryNeeds& needs, std::uint64_t limit_bytes) const {
  const std::uint64_t left = limit_bytes - needs.bytes();
  std::uint64_t bytes_of_all = 0;
  for (const auto& [material, bytes] : needs.caches) bytes_of_all += bytes_of_words({material});
  for (auto& [material, bytes] : needs.caches) {
    const double share = static_cast<double>(bytes_of_words({material})) / static_cast<double>(bytes_of_all);
    const auto more = static_cast<std::uint64_t>(share * static_cast<double>(left));
    bytes += more;
    needs.cache_bytes += more;
  }
}

std::vector<Material> BuildNeeds::done_before(std::size_t next) const {
  std::vector<Material> done;
  for (const auto& [material, last] : last_use_) {
    if (last < next) done.push_back(material);
  }
  return done;
}

Result<void> BuildNeeds::check(std::size_t i, std::uint64_t limit_bytes) const {
  const Material& m = missing_[i]->material;
  if (MenNumbering(variant_.shape(), m.white_men, m.black_men).count() > Levels::max_configurations) {
    return Error{ErrorCode::invalid_argument, m.name() + " has more placements of men than this version can build: " +
                                                  std::to_string(Levels::max_configurations) + " is the most"};
  }
  const std::uint64_t needed = of(i, i + 1, limit_bytes).bytes();
  if (needed <= limit_bytes) return {};
  const int fewer = fitting(i, limit_bytes).threads_;
  return Error{ErrorCode::out_of_memory,
               fmt::format("{} needs {} of memory with {} threads, more than the limit of {}{}", m.name(),
                           amount(needed), threads_, amount(limit_bytes),
                           fewer < threads_ ? fmt::format("; with --threads {} it fits", fewer) : "")};
}

BuildNeeds BuildNeeds::fitting(std::size_t i, std::uint64_t limit_bytes) const {
  BuildNeeds fewer = *this;
  while (fewer.of(i, i + 1, limit_bytes).bytes() > limit_bytes) {
    if (fewer.threads_ == 1) return *this;
    fewer.threads_ /= 2;
  }
  return fewer;
}

Result<void> BuildNeeds::check_disk(const std::filesystem::path& folder, std::uint64_t limit_bytes) const {
  std::uint64_t positions = 0;
  std::uint64_t codes_file_bytes = 0;  // the largest, which is there while its table is written
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    positions += missing_[i]->positions;
    const MemoryNeeds needs = of(i, i + 1, limit_bytes);
    if (needs.codes_in_file) codes_file_bytes = std::max(codes_file_bytes, needs.codes_bytes);
  }
  const std::uint64_t needed = positions / least_positions_a_byte(metric_) + codes_file_bytes;
  const std::optional<std::uint64_t> free = free_disk_bytes(folder);
  if (!free || needed <= *free) return {};
  return Error{ErrorCode::out_of_disk, fmt::format("{}: the tables need up to {}, and {} are free", folder.string(),
                                                   amount(needed), amount(*free))};
}

std::uint64_t default_memory_bytes() { return available_memory() / 4 * 3; }

int default_threads() { return tbb::this_task_arena::max_concurrency(); }

std::optional<std::uint64_t> free_disk_bytes(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::path there = std::filesystem::absolute(folder, failure);
  while (!failure && !std::filesystem::exists(there, failure) && there.has_relative_path()) there = there.parent_path();
  const auto space = std::filesystem::space(there, failure);
  if (failure) return std::nullopt;
  return space.available;
}

std::string amount(std::uint64_t bytes) {
  const auto in = [&](unsigned shift) { return (bytes + (std::uint64_t{1} << shift) - 1) >> shift; };
  if (bytes < std::uint64_t{10} << 20) return fmt::format("{} KiB", in(10));
  if (bytes < std::uint64_t{10} << 30) return fmt::format("{} MiB", in(20));
  return fmt::format("{} GiB", in(30));
}

}  // namespace dambase
