// Captures by the squares of two kings of one side, one of which captures.
#pragma once

#include <array>
#include <vector>

#include "gen/bit_matrix.hpp"
#include "gen/capture_outcomes.hpp"

namespace dambase {

/// For each square of one king, the captures that it makes by the squares of the other, the bit king, which
/// is of the same side: matrices of bits, for each Preference (see CaptureOutcomes) that occurs.
template <class Preference>
class CaptureMatrices {
 public:
  void clear() { used_ = 0; }

  /// Adds captures of the king on `outer`; bits are squares of the bit king.
  void add(const Preference& preference, std::size_t outer, const WordCaptures& captures) {
    Rows& rows = matrices_of(preference).by_outer;
    rows.can[outer] |= captures.can.bits();
    rows.wins[outer] |= captures.wins.bits();
    rows.draws[outer] |= captures.draws.bits();
  }

  /// To be called when all have been added.
  void transpose() {
    for (std::size_t i = 0; i < used_; ++i) {
      Matrices& m = matrices_[i];
      m.by_bit = m.by_outer;
      for (auto* matrix : {&m.by_bit.can, &m.by_bit.wins, &m.by_bit.draws}) dambase::transpose(*matrix);
    }
  }

  /// What either king captures, in the word of the outer king on `outer`.
  void add_both_to(CaptureOutcomes<Preference, WordCaptures>& outcomes, std::size_t outer) const {
    for (std::size_t i = 0; i < used_; ++i) {
      const Matrices& m = matrices_[i];
      WordCaptures both = m.by_outer.row(outer);
      both |= m.by_bit.row(outer);
      if (both.can.any()) outcomes.add(m.preference, both);
    }
  }

 private:
  struct Rows {
    std::array<std::uint64_t, 64> can{};
    std::array<std::uint64_t, 64> wins{};
    std::array<std::uint64_t, 64> draws{};

    [[nodiscard]] WordCaptures row(std::size_t i) const {
      return {Bitboard(can[i]), Bitboard(wins[i]), Bitboard(draws[i])};
    }
  };
  struct Matrices {
    Preference preference;
    Rows by_outer;
    Rows by_bit;
  };

  Matrices& matrices_of(const Preference& preference) {
    for (std::size_t i = 0; i < used_; ++i) {
      if (matrices_[i].preference == preference) return matrices_[i];
    }
    if (used_ == matrices_.size()) matrices_.emplace_back();
    Matrices& fresh = matrices_[used_++];
    fresh.preference = preference;
    fresh.by_outer = {};
    return fresh;
  }

  std::vector<Matrices> matrices_;  ///< few; their memory is kept
  std::size_t used_ = 0;
};

}  // namespace dambase
