#include "gen/word_store.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>

#include "formats/table_files.hpp"
#include "gen/plan.hpp"

namespace dambase {

std::uint64_t WordStore::bytes_of(const PositionSpace& space, Metric metric, const std::set<Material>& materials) {
  std::uint64_t bytes = 0;
  for (const Material& material : materials)
    bytes += WordTable::bytes(space, solving_orientation(material), WordTable::Holds::all, content_of(metric));
  return bytes;
}

std::uint64_t WordStore::bytes_held() const {
  std::uint64_t bytes = 0;
  for (const auto& [material, words] : held_) bytes += bytes_of(variant_.position_space(), metric_, {material});
  return bytes;
}

Result<void> WordStore::require(const std::set<Material>& materials, std::uint64_t spare_bytes,
                                const CacheBytes& caches) {
  caches_.clear();
  stored_.reset();
  // By rising numbers of pieces, since loading looks up what captures lead to, whether that is held or in a cache.
  auto cache = caches.begin();
  const auto open_caches = [&](int pieces) -> Result<void> {
    for (; cache != caches.end() && cache->first.pieces() < pieces; ++cache) {
      if (auto opened = open_cache(cache->first, cache->second); !opened) return opened;
    }
    return {};
  };
  for (const Material& material : materials) {
    if (auto opened = open_caches(material.pieces()); !opened) return opened;
    if (held_.contains(material)) continue;
    if (auto loaded = load(material, materials); !loaded) return loaded;
  }
  if (auto opened = open_caches(std::numeric_limits<int>::max()); !opened) return opened;
  return make_room(spare_bytes, materials, limit_bytes_);
}

Result<void> WordStore::open_cache(const Material& material, std::uint64_t bytes) {
  if (stored_ == nullptr) {
    auto stored = StoredPositions::open(variant_, metric_, folder_, stored_cache_bytes);
    if (!stored) return stored.error();
    stored_ = *std::move(stored);
  }
  const auto table = open(material);
  if (!table) return table.error();
  auto cache = material_solver(variant_, metric_)
                   .open_cache(*table, *stored_, successors_of(solving_orientation(material)), bytes);
  if (!cache) return cache.error();
  caches_[material] = *std::move(cache);
  return {};
}

// `in_use` may not be let go of meanwhile.
Result<void> WordStore::load(const Material& material, std::set<Material> in_use) {
  auto table = open(material);
  if (!table) return table.error();
  const bool is_whole = table->info().profile == Profile::fast;
  std::vector<Material> needs = dependencies_of(variant_, material);
  // Then only captures are looked up, and they lead to fewer pieces.
  if (is_whole) std::erase_if(needs, [&](const Material& need) { return need.pieces() == material.pieces(); });
  in_use.insert(needs.begin(), needs.end());
  for (const Material& need : needs) {
    if (held_.contains(need) || caches_.contains(need)) continue;
    if (auto loaded = load(need, in_use); !loaded) return loaded;
  }
  const PositionSpace space = variant_.position_space();
  const Material oriented = solving_orientation(material);
  std::uint64_t bytes = bytes_of(space, metric_, {material});
  if (!is_whole)
    bytes += solving_bytes(space, oriented, metric_, tbb::this_task_arena::max_concurrency()) +
             codes_bytes(space, material, metric_);
  const std::uint64_t limit_bytes = is_whole ? limit_bytes_ : std::max(limit_bytes_, solving_limit_bytes_);
  if (auto room = make_room(bytes, in_use, limit_bytes); !room) return room;
  auto words =
      is_whole ? material_solver(variant_, metric_).load(*std::move(table), successors_of(oriented)) : solve(material);
  if (!words) return words.error();
  put(*std::move(words));
  return {};
}

Result<std::unique_ptr<WordTable>> WordStore::solve(const Material& material) const {
  const Material oriented = solving_orientation(material);
  SolveOptions options;
  options.keep_words = true;
  std::atomic<std::uint64_t> progress{0};
  auto solved = material_solver(variant_, metric_).solve(oriented, successors_of(oriented), options, progress);
  if (!solved) return solved.error();
  return std::move(solved->words);
}

Result<TableReader> WordStore::open(const Material& material) const {
  const std::filesystem::path path = table_path(folder_, variant_, material, metric_);
  auto table = TableReader::open(path);
  if (!table) return table.error();
  if (auto belongs = check_belongs(table->info(), variant_, material, metric_, path.string()); !belongs)
    return belongs.error();
  return table;
}

Result<std::unique_ptr<WordWindow>> WordStore::open_window(const Material& material) const {
  auto table = open(material);
  if (!table) return table.error();
  return material_solver(variant_, metric_)
      .open_window(*std::move(table), successors_of(solving_orientation(material)));
}

Result<void> WordStore::make_room(std::uint64_t bytes, const std::set<Material>& in_use, std::uint64_t limit_bytes) {
  while (bytes_held() + bytes > limit_bytes) {
    // The largest first: it makes the most room, and few others need it.
    const auto found = std::ranges::find_if(held_.rbegin(), held_.rend(),
                                            [&](const auto& held) { return !in_use.contains(held.first); });
    if (found == held_.rend()) {
      return Error{ErrorCode::out_of_memory, "smaller tables take " + std::to_string((bytes_held() + bytes) >> 20) +
                                                 " MiB in memory; " + std::to_string(limit_bytes >> 20) +
                                                 " MiB are left for them"};
    }
    held_.erase(std::next(found).base());
  }
  return {};
}

void WordStore::put(std::unique_ptr<WordTable> words) {
  const Material material = words->layout().material().canonical();
  held_[material] = std::move(words);
}

void WordStore::drop(const Material& material) { held_.erase(material); }

Successors WordStore::successors_of(const Material& material) const {
  Successors successors(material);
  for (const auto& [canonical, words] : held_) successors.add(*words);
  for (const auto& [canonical, words] : caches_) successors.add(*words);
  return successors;
}

}  // namespace dambase
