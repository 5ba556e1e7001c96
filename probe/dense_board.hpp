// Sets of squares without gaps, in the order of FEN numbers: the bitboards of dambase.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/board.hpp"
#include "engine/square_names.hpp"

namespace dambase {

/// Turns dense sets, where bit n is the square with FEN number n + 1, into Bitboards and back. It is on
/// the way of every probe, so it shifts all squares at once. Immutable; may be used from any thread.
class DenseBoard {
 public:
  constexpr explicit DenseBoard(const SquareNames& names)
      : all_((std::uint64_t{1} << names.count()) - 1), is_mirrored_(names.square_of(1) != Square{0}) {
    const int size = names.board_size();
    for (int gap = 0; gap < size / 2 - 1; ++gap) {
      const auto index = static_cast<std::size_t>(gap);
      behind_gap_[index] = ~std::uint64_t{0} << ((gap + 1) * (size + 1));
      before_gap_[index] = ~std::uint64_t{0} << ((gap + 1) * (size + 1) - 1);
    }
    for (int left = 0; left < size / 4; ++left) {
      Swap& swap = swaps_[static_cast<std::size_t>(left)];
      swap.distance = size / 2 - 1 - 2 * left;
      for (int row = 0; row < size; ++row) swap.left |= std::uint64_t{1} << (row * (size / 2) + left);
    }
  }

  /// Every square of the board, as a dense set.
  [[nodiscard]] constexpr std::uint64_t all() const { return all_; }

  /// The bits of the Bitboards of several dense sets that have squares of the board only.
  template <std::size_t Count>
  [[nodiscard]] constexpr std::array<std::uint64_t, Count> bitboards_of(std::array<std::uint64_t, Count> sets) const {
    // Step by step for all sets, by index: in this form the compiler makes it a few vector instructions.
    if (is_mirrored_) sets = mirrored(sets);
    for (std::size_t gap = 0; gap < most_gaps; ++gap) {
      // Adding what lies behind a gap to itself shifts it by one.
      for (std::size_t i = 0; i < Count; ++i) sets[i] += sets[i] & before_gap_[gap];
    }
    return sets;
  }

  /// The dense set of a Bitboard.
  [[nodiscard]] constexpr std::uint64_t dense_of(Bitboard set) const {
    std::uint64_t dense = set.bits();
    for (std::size_t gap = most_gaps; gap-- > 0;) dense -= (dense & behind_gap_[gap]) >> 1;
    return is_mirrored_ ? mirrored(std::array{dense})[0] : dense;
  }

 private:
  // Of ten rows, the most that a word has room for.
  static constexpr std::size_t most_gaps = 4;
  static constexpr std::size_t most_swaps = 2;

  // Exchanges the squares of one column with those `distance` further right.
  struct Swap {
    int distance = 0;
    std::uint64_t left = 0;
  };

  // Every row in the order from its other end.
  template <std::size_t Count>
  [[nodiscard]] constexpr std::array<std::uint64_t, Count> mirrored(std::array<std::uint64_t, Count> sets) const {
    for (std::size_t swap = 0; swap < most_swaps; ++swap) {
      const auto [distance, left] = swaps_[swap];
      for (std::size_t i = 0; i < Count; ++i) {
        const std::uint64_t differing = (sets[i] >> distance ^ sets[i]) & left;
        sets[i] ^= differing | differing << distance;
      }
    }
    return sets;
  }

  std::uint64_t all_;
  bool is_mirrored_;
  // By gap, from the top; 0 where the board has fewer, which then changes nothing.
  std::array<std::uint64_t, most_gaps> before_gap_{};  ///< what a gap shifts, before it does
  std::array<std::uint64_t, most_gaps> behind_gap_{};  ///< and after
  std::array<Swap, most_swaps> swaps_{};
};

}  // namespace dambase
