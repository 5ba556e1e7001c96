// The finished tables that the moves out of one material lead to: captures and promotions.
#pragma once

#include <vector>

#include "gen/word_layout.hpp"

namespace dambase {

/// Finished tables by material. Immutable while positions are looked up, by SuccessorReader.
class Successors {
 public:
  struct Entry {
    const WordTable* table = nullptr;
    bool is_turned = false;  ///< the table has its bit king, or its only men, on the other side
  };

  /// Serves every material that `material` reaches by captures and at most one promotion.
  explicit Successors(const Material& material);

  /// Makes `table` known; it must outlive this object.
  void add(const WordTable& table);

  /// Where to look for `material`; nullptr in it if no table has been added.
  [[nodiscard]] const Entry& find(const Material& material) const { return entries_[index(material)]; }

 private:
  [[nodiscard]] std::size_t index(const Material& m) const {
    int index = m.white_men;
    index = index * (limits_.white_kings + 1) + m.white_kings;
    index = index * (limits_.black_men + 1) + m.black_men;
    index = index * (limits_.black_kings + 1) + m.black_kings;
    return static_cast<std::size_t>(index);
  }

  Material limits_;
  std::vector<Entry> entries_;
};

}  // namespace dambase
