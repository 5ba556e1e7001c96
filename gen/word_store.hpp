// The finished tables that are in memory as words, within a bound; others are loaded when needed.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "gen/material_solver.hpp"

namespace dambase {

class WordStore {
 public:
  /// Tables of `metric` lie under `folder`.
  WordStore(const Variant& variant, Metric metric, std::filesystem::path folder)
      : variant_(variant), metric_(metric), folder_(std::move(folder)) {}

  /// From now on at most so many bytes of words are held; while a material is solved again at most `while_solving`,
  /// if that is more, with all that this takes.
  void set_limit(std::uint64_t bytes, std::uint64_t while_solving = 0) {
    limit_bytes_ = bytes;
    solving_limit_bytes_ = while_solving;
  }

  /// The bytes of each cache, by canonical material.
  using CacheBytes = std::map<Material, std::uint64_t>;

  /// Brings in all of `materials` (canonical), loading from files what is not held, and makes room for
  /// `spare_bytes` more by letting go of others. out_of_memory if they do not fit; errors of files. A compact table
  /// does not hold all that words need, so its material is solved again.
  /// Opens `caches`, outside the limit, and closes those of before.
  Result<void> require(const std::set<Material>& materials, std::uint64_t spare_bytes, const CacheBytes& caches = {});

  /// Takes up the words of a material that has just been solved.
  void put(std::unique_ptr<WordTable> words);
  void drop(const Material& material);

  /// Opens a finished table of which the words of one level at a time are to be held, outside the limit.
  /// All smaller material that its captures lead to must be held.
  Result<std::unique_ptr<WordWindow>> open_window(const Material& material) const;

  /// What a solver of `material`, in solving orientation, looks up; of tables that are held, or have caches.
  [[nodiscard]] Successors successors_of(const Material& material) const;

  /// Memory that the words of these materials take together.
  [[nodiscard]] static std::uint64_t bytes_of(const PositionSpace& space, Metric metric,
                                              const std::set<Material>& materials);
  /// What the prober's cache takes where there are caches, which read through it.
  static constexpr std::uint64_t stored_cache_bytes = std::uint64_t{64} << 20;

 private:
  [[nodiscard]] Result<TableReader> open(const Material& material) const;
  Result<void> load(const Material& material, std::set<Material> in_use);
  Result<void> open_cache(const Material& material, std::uint64_t bytes);
  Result<std::unique_ptr<WordTable>> solve(const Material& material) const;
  Result<void> make_room(std::uint64_t bytes, const std::set<Material>& in_use, std::uint64_t limit_bytes);
  [[nodiscard]] std::uint64_t bytes_held() const;

  const Variant& variant_;
  Metric metric_;
  std::filesystem::path folder_;
  std::uint64_t limit_bytes_ = 0;
  std::uint64_t solving_limit_bytes_ = 0;
  std::map<Material, std::unique_ptr<WordTable>> held_;      ///< by canonical material
  std::unique_ptr<StoredPositions> stored_;                  ///< that caches read
  std::map<Material, std::unique_ptr<CachedWords>> caches_;  ///< by canonical material
};

}  // namespace dambase
