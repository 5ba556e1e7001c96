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
  [[nodiscard]] int kings() const { return kings_; }
  [[nodiscard]] int squares() const { return squares_; }
  [[nodiscard]] Bitboard operator[](std::size_t rank) const { return sets_[rank]; }

  /// The place of `set`, which has this many kings on squares of the board.
  [[nodiscard]] std::size_t rank(Bitboard set) const {
    std::uint64_t rank = 0;
    int k = 0;
    for (Square square : set) rank += choose(index_[static_cast<std::size_t>(square)], ++k);
    return static_cast<std::size_t>(rank);
  }

 private:
  int kings_;
  int squares_;                           ///< of the board
  std::array<std::uint8_t, 64> index_{};  ///< of each square, from 0, gaps left out
  std::vector<Bitboard> sets_;
};

/// For moving one king while the others stay: the places of all sets that one more square makes of some.
class KingRows {
 public:
  /// `sets` must outlive this object.
  explicit KingRows(const KingSets& sets);

  /// By square of the king that moves; squares of the others have no place.
  class Row {
   public:
    [[nodiscard]] std::size_t operator[](Square square) const {
      return ranks_ != nullptr ? ranks_[static_cast<std::size_t>(square)] : sets_->rank(rest_ | Bitboard(square));
    }

   private:
    friend class KingRows;
    Row(const KingSets& sets, Bitboard rest, const std::uint32_t* ranks) : sets_(&sets), rest_(rest), ranks_(ranks) {}

    const KingSets* sets_;
    Bitboard rest_;
    const std::uint32_t* ranks_;  ///< by square, if there is a table
  };
  /// `rest` has one king less than the sets.
  [[nodiscard]] Row row(Bitboard rest) const {
    return {sets_, rest, ranks_.empty() ? nullptr : ranks_.data() + sets_.rank(rest) * row_length};
  }

 private:
  static constexpr std::size_t row_length = 64;

  const KingSets& sets_;
  std::vector<std::uint32_t> ranks_;  ///< by rank of the rest and square; empty where that would be too large
};

}  // namespace dambase
