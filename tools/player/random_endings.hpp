// Endings for matches between players.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "dambase.h"

namespace dambase::player {

/// Endings on random squares that take some playing: nobody can capture, and neither side has much more. In won ones
/// the side to move has at most one piece more than the opponent, in drawn ones no more pieces. The same for the same
/// seed.
class RandomEndings {
 public:
  /// Positions with so many pieces, for which `set` has tables; it must outlive this.
  RandomEndings(const dambase_set& set, int pieces, std::uint64_t seed);

  /// So many endings with this value for the side to move: a win or a draw.
  [[nodiscard]] std::vector<dambase_position> of(dambase_value value, int count);

 private:
  [[nodiscard]] int below(int bound);
  [[nodiscard]] dambase_position any();
  [[nodiscard]] bool is_fit(const dambase_position& position, dambase_value value) const;
  [[nodiscard]] bool is_quiet(dambase_position position, int side) const;

  const dambase_set& set_;
  int pieces_;
  std::mt19937_64 random_;
  int in_row_;
  int squares_;
};

}  // namespace dambase::player
