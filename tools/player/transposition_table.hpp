// What the search found out about positions that it may meet again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dambase.h"
#include "tools/player/score.hpp"

namespace dambase::player {

/// What a score says about the true one at that depth.
enum class Bound : std::uint8_t { at_most, at_least, exact };

/// What was found out about a position.
struct Finding {
  Score score = 0;  ///< counted from the position itself
  int depth = 0;
  Bound bound = Bound::exact;
  dambase_move move{};  ///< the best one: from, to and captured are set, or all of them 0
};

/// A table of findings by position hash, of a fixed size. Not for several threads at once.
class TranspositionTable {
 public:
  /// Takes at most `bytes`, but always has room for one finding.
  explicit TranspositionTable(std::size_t bytes);

  /// Forgets everything.
  void clear();

  /// From now on findings so far only suggest moves: their scores depend on what the game had repeated then.
  void begin_search();

  /// The finding of the position, with `is_current` if it is of this search.
  struct Known {
    Finding finding;
    bool is_current;
  };
  [[nodiscard]] std::optional<Known> find(std::uint64_t hash) const;

  /// Keeps a finding. A deeper one of this search is not given up for another position.
  void store(std::uint64_t hash, const Finding& finding);

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint64_t captured = 0;
    std::int16_t score = 0;
    std::uint16_t search = 0;  // 0: empty
    std::uint8_t depth = 0;
    Bound bound = Bound::exact;
    std::uint8_t from = 0;
    std::uint8_t to = 0;
  };

  [[nodiscard]] std::size_t index_of(std::uint64_t hash) const { return hash & (entries_.size() - 1); }

  std::vector<Entry> entries_;  // a power of two of them
  std::uint16_t search_ = 1;
};

}  // namespace dambase::player
