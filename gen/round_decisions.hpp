// What a round of solving decides, set aside until the round is over, so that every round reads what those before it
// have decided and no more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/configuration_words.hpp"
#include "gen/marked_words.hpp"
#include "gen/word_ranges.hpp"

namespace dambase {

class RoundDecisions {
 public:
  void reset(std::size_t words) {
    decided_.resize(words);
    marks_.assign(words, 0);
  }

  /// Sets what this round decides for `side` in a word. One thread at a time for each word.
  void note(Side side, std::size_t word, const Decided& decided) {
    decided_[word].wins(side) = decided.wins.bits();
    decided_[word].losses(side) = decided.losses.bits();
    if (decided.any()) marks_[word] |= mark_of(side);
  }
  /// What has been noted.
  [[nodiscard]] Decided of(Side side, std::size_t word) const {
    if ((marks_[word] & mark_of(side)) == 0) return {};
    return {Bitboard(decided_[word].wins(side)), Bitboard(decided_[word].losses(side))};
  }

  /// Calls `take(side, word, decided)` for all that has been noted, on several threads, and forgets it.
  template <class Take>
  void hand_over(const Take& take) {
    for_each_word_range(marks_.size(), [&](std::size_t first, std::size_t last) {
      const auto passes_over = [&](std::size_t word) { return !MarksOfEight(marks_.data() + word).meet(0xff); };
      for_each_of_interest(first, last, passes_over, [&](std::size_t word) {
        for (Side side : {Side::white, Side::black}) {
          if (const Decided decided = of(side, word); decided.any()) take(side, word, decided);
        }
        marks_[word] = 0;
      });
    });
  }

 private:
  static constexpr std::uint8_t mark_of(Side side) { return side == Side::white ? 1 : 2; }

  std::vector<Words> decided_;
  std::vector<std::uint8_t> marks_;  ///< by word: for which sides something is decided
};

}  // namespace dambase
