// What a build needs of the machine, known before it begins. The builder refuses by these figures, and
// `dambase plan` prints them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "formats/table_header.hpp"
#include "gen/material_solver.hpp"
#include "gen/plan.hpp"

namespace dambase {

/// What the program itself takes, its libraries, and blocks on their way to disk.
inline constexpr std::uint64_t fixed_memory_bytes = std::uint64_t{96} << 20;

/// Memory of materials that are solved at once, and how it is kept down.
struct MemoryNeeds {
  std::set<Material> dependencies;  ///< canonical; all of their words are looked up in memory
  std::set<Material> windows;       ///< canonical; those of which one level at a time is in memory
  /// Canonical; those of which configurations are in memory as they are asked for, as many as so many bytes hold.
  std::map<Material, std::uint64_t> caches;
  bool keeps_words = false;  ///< for later materials, which else load them again
  bool codes_in_file = false;
  std::uint64_t dependency_bytes = 0;
  std::uint64_t window_bytes = 0;
  std::uint64_t cache_bytes = 0;    ///< of all caches, with what they take beside
  std::uint64_t working_bytes = 0;  ///< while they are solved, the program itself included
  std::uint64_t codes_bytes = 0;
  std::uint64_t kept_bytes = 0;  ///< of their own words, if later materials need them

  [[nodiscard]] std::uint64_t bytes() const {
    return dependency_bytes + window_bytes + cache_bytes + working_bytes + (codes_in_file ? 0 : codes_bytes) +
           (keeps_words ? kept_bytes : 0);
  }
};

/// Where the words of dependencies come from.
enum class DependencySource : std::uint8_t {
  memory,  ///< most were solved before by the same process
  files,   ///< all are loaded, so what loading them needs is in memory too
};

/// The needs of some materials that are built one after the other, or neighbours at once.
class BuildNeeds {
 public:
  /// `missing` in the order of building; `threads` work on each. Tables of `metric` and `profile` are made, and read
  /// back.
  BuildNeeds(const Variant& variant, Metric metric, std::vector<const PlannedMaterial*> missing, int threads,
             Profile profile = Profile::fast, DependencySource source = DependencySource::memory);

  /// The needs of one step of a table that is cut; `cut` must outlive this.
  BuildNeeds(const PlannedMaterial& planned, const TableCut& cut, const CutStep& step, int threads);

  /// Of missing[first] to missing[last - 1], solved at once, within `limit_bytes` if that can be: words for
  /// later are let go of first, then codes go to a file, then promotions are read level by level, and at last other
  /// tables are read configuration by configuration.
  [[nodiscard]] MemoryNeeds of(std::size_t first, std::size_t last, std::uint64_t limit_bytes) const;

  /// The same with fewer threads, half as many until missing[i] fits into `limit_bytes`; this one if it never does.
  [[nodiscard]] BuildNeeds fitting(std::size_t i, std::uint64_t limit_bytes) const;
  [[nodiscard]] int threads() const { return threads_; }

  /// Whether `material` (canonical) is a dependency of one that is missing.
  [[nodiscard]] bool is_needed_later(const Material& material) const { return last_use_.contains(material); }
  /// Dependencies of which none of missing[next] and later has need.
  [[nodiscard]] std::vector<Material> done_before(std::size_t next) const;

  /// Whether missing[i] can be built within `limit_bytes` of memory: out_of_memory with both figures, and a number of
  /// threads with which it can, if not; invalid_argument if it has more man configurations than the solver numbers.
  Result<void> check(std::size_t i, std::uint64_t limit_bytes) const;

  /// Whether all missing tables, and codes on their way, fit on the disk of `folder`: out_of_disk with both
  /// figures if not. Where it cannot be told, writing will tell.
  [[nodiscard]] Result<void> check_disk(const std::filesystem::path& folder, std::uint64_t limit_bytes) const;

 private:
  void add_work(const PlannedMaterial& planned, MemoryNeeds& needs) const;
  void add_step(const PlannedMaterial& planned, MemoryNeeds& needs) const;
  void read_by_level(MemoryNeeds& needs, const Material& material, std::uint64_t limit_bytes) const;
  void read_through_caches(MemoryNeeds& needs, const Material& material, std::uint64_t limit_bytes) const;
  void enlarge_caches(MemoryNeeds& needs, std::uint64_t limit_bytes) const;
  void add_captures(MemoryNeeds& needs, const Material& material) const;
  [[nodiscard]] std::uint64_t beside_cache(const Material& material) const;

  [[nodiscard]] std::uint64_t bytes_of_words(const std::set<Material>& materials) const;

  const Variant& variant_;
  Metric metric_;
  std::vector<const PlannedMaterial*> missing_;
  int threads_;
  Profile profile_;
  DependencySource source_;
  const TableCut* cut_ = nullptr;
  CutStep step_;
  std::map<Material, std::size_t> last_use_;  ///< in missing_, by dependency
};

/// The limit on memory where none is given: three quarters of what is available.
[[nodiscard]] std::uint64_t default_memory_bytes();

/// The number of threads where none is given: as many as the machine gives this process.
[[nodiscard]] int default_threads();

/// Free space of the disk on which `folder` is or would be; none where it cannot be told.
[[nodiscard]] std::optional<std::uint64_t> free_disk_bytes(const std::filesystem::path& folder);

/// Bytes for people, rounded up, in the largest unit that says something: `412 KiB`, `96 MiB`, `31 GiB`.
[[nodiscard]] std::string amount(std::uint64_t bytes);

}  // namespace dambase
