// The finished tables that the moves out of one material lead to: captures and promotions.
#pragma once

#include <vector>

#include "gen/configuration_cache.hpp"

namespace dambase {

/// Finished tables by material. Immutable while positions are looked up, by SuccessorReader.
class Successors {
 public:
  /// Either `table` or `cache` is set, once the material is known.
  struct Entry {
    const WordTable* table = nullptr;
    CachedWords* cache = nullptr;
    bool is_turned = false;  ///< the table has its bit king, or its only men, on the other side

    [[nodiscard]] const WordLayout& layout() const { return table != nullptr ? table->layout() : cache->layout(); }
  };

  /// Serves every material that `material` reaches by captures and at most one promotion.
  explicit Successors(const Material& material);

  /// Makes `table` known; it must outlive this object.
  void add(const WordTable& table) { add(table.layout().material(), {&table, nullptr}); }
  /// The same of a table whose configurations come and go. Says the same as those who solve.
  void add(CachedWords& cache) {
    add(cache.layout().material(), {nullptr, &cache});
    caches_.push_back(&cache);
  }
  [[nodiscard]] bool has_caches() const { return !caches_.empty(); }
  /// What stood in the way of loading what has been looked up.
  [[nodiscard]] Result<void> failure() const;

  /// Where to look for `material`; nothing in it if no table has been added.
  [[nodiscard]] const Entry& find(const Material& material) const { return entries_[index(material)]; }

 private:
  void add(const Material& material, Entry entry);
  [[nodiscard]] std::size_t index(const Material& m) const {
    int index = m.white_men;
    index = index * (limits_.white_kings + 1) + m.white_kings;
    index = index * (limits_.black_men + 1) + m.black_men;
    index = index * (limits_.black_kings + 1) + m.black_kings;
    return static_cast<std::size_t>(index);
  }

  Material limits_;
  std::vector<Entry> entries_;
  std::vector<const CachedWords*> caches_;
};

}  // namespace dambase
