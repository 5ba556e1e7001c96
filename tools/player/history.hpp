// The positions that a game, and then a line of the search, has passed.
#pragma once

#include <cstdint>
#include <vector>

namespace dambase::player {

/// Which positions stood on the board before, for draws by repetition. Not for several threads at once.
class History {
 public:
  /// `is_conversion`: no earlier position can come back after the move that led here.
  void add(std::uint64_t hash, bool is_conversion) {
    const int reversible = is_conversion || entries_.empty() ? 0 : entries_.back().reversible + 1;
    entries_.push_back({hash, reversible});
  }
  void remove_last() { entries_.pop_back(); }

  [[nodiscard]] std::uint64_t last() const { return entries_.back().hash; }

  /// How often the last position stood on the board before.
  [[nodiscard]] int repetitions() const {
    int count = 0;
    const Entry* const now = &entries_.back();
    for (int back = 4; back <= now->reversible; back += 2) count += (now - back)->hash == now->hash ? 1 : 0;
    return count;
  }

 private:
  struct Entry {
    std::uint64_t hash;
    int reversible;  // moves in a row that led here and could be taken back
  };

  std::vector<Entry> entries_;
};

}  // namespace dambase::player
