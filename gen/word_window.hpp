// A finished table of which one level at a time is in memory as words.
//
// A promotion leads from a level of one slice to the level below of another, so while a slice is solved
// level by level, no more of what its promotions lead to is looked up.
#pragma once

#include "gen/word_layout.hpp"

namespace dambase {

class WordWindow {
 public:
  virtual ~WordWindow() = default;
  [[nodiscard]] virtual const WordTable& words() const = 0;
  /// Brings in the words of `level` and lets go of others. Errors are those of reading the table.
  virtual Result<void> move_to(std::size_t level) = 0;
};

}  // namespace dambase
