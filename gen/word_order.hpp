// The order in which the captures of a configuration's words are resolved.
//
// A row of words has White's kings in one place, a column Black's outer kings. What White's kings capture is
// shared within a column, by words that differ in one white king; what Black's outer kings capture, within a
// row. Row by row is quickest, but then the captures of White's kings in all columns must be remembered; where
// they are too many, words are gone through column by column.
#pragma once

#include <cstdint>

#include "formats/binomial.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// For how many placements of all outer kings but one a thread remembers captures: where there is memory
/// for it, and where it is short.
inline constexpr std::uint64_t many_placements = 65536;
inline constexpr std::uint64_t few_placements = 4096;

class WordOrder {
 public:
  struct Place {
    std::size_t word;
    std::size_t column;  ///< from 0; always 0 if words come column by column
  };

  /// The quickest for which captures by White's kings are remembered for `placements` at most.
  WordOrder(const WordLayout& layout, std::uint64_t placements)
      : rows_(layout.white_kings().size()),
        columns_(layout.words_per_white_placement()),
        by_rows_(white_rests(layout.shape(), layout.material()) * columns_ <= placements) {}

  /// The word that comes as number `i`, from 0.
  [[nodiscard]] Place operator[](std::size_t i) const {
    return by_rows_ ? Place{i, i % columns_} : Place{i % rows_ * columns_ + i / rows_, 0};
  }
  /// Columns for which captures of White's kings are of use at once.
  [[nodiscard]] std::size_t columns_at_once() const { return by_rows_ ? columns_ : 1; }

  /// Placements of all white kings but one.
  [[nodiscard]] static std::uint64_t white_rests(const BoardShape& shape, const Material& material) {
    return material.white_kings == 0 ? 1 : choose(shape.squares, material.white_kings - 1);
  }

 private:
  std::size_t rows_;
  std::size_t columns_;
  bool by_rows_;
};

}  // namespace dambase
