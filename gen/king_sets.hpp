// All placements of some kings on a board, men or not, in colex order: an index for rows of words.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/board.hpp"
#include "formats/binomial.hpp"

namespace dambase {

class KingSets {
 public:
  KingSets(const BoardShape& shape, int kings);

  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  [[nodiscard]] Bitboard operator[](std::size_t rank) const { return sets_[rank]; }

  /// The place of `set`, which has this many kings on squares of the board.
  [[nodiscard]] std::size_t rank(Bitboard set) const {
    std::uint64_t rank = 0;
    int k = 0;
    for (Square square : set) rank += choose(index_[static_cast<std::size_t>(square)], ++k);
    return static_cast<std::size_t>(rank);
  }

 private:
  std::array<std::uint8_t, 64> index_{};  ///< of each square, from 0, gaps left out
  std::vector<Bitboard> sets_;
};

}  // namespace dambase
