// Walks all positions of a slice in the order of their numbers, quicker than unranking each.
#pragma once

#include "formats/numbering.hpp"

namespace dambase {

class PositionWalk {
 public:
  /// Begins at the position with `number` of the slice of `numbering`, which must outlive the walk.
  PositionWalk(const PositionSpace& space, const SliceNumbering& numbering, std::uint64_t number);

  /// The position, White to move.
  [[nodiscard]] Position position() const { return {Side::white, white_, black_}; }
  /// Goes on to the next number; after the last, what position() is means nothing.
  void next();

 private:
  void place_black_kings();

  PositionSpace space_;
  const SliceNumbering& numbering_;
  std::uint64_t number_;
  std::uint64_t left_;             ///< positions with these men and white kings that are still to come
  int black_run_ = 0;              ///< PositionSpace::run_number
  std::uint64_t black_kings_ = 0;  ///< on the squares left to them, pushed together
  Bitboard left_to_black_kings_;
  Pieces white_;
  Pieces black_;
};

}  // namespace dambase
