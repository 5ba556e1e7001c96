// What captures come to, for all positions of a word at once.
#pragma once

#include <vector>

#include "engine/bitboard.hpp"
#include "gen/lanes.hpp"

namespace dambase {

/// The captures of one side in the positions of one word; bits are squares of the bit king.
struct WordCaptures {
  Bitboard can;    ///< the side can capture
  Bitboard wins;   ///< and wins by it
  Bitboard draws;  ///< a capture draws at least; `wins` go before
  [[nodiscard]] Bitboard losses() const { return can - wins - draws; }

  WordCaptures& operator|=(const WordCaptures& other) {
    can |= other.can;
    wins |= other.wins;
    draws |= other.draws;
    return *this;
  }
  [[nodiscard]] WordCaptures operator&(Bitboard squares) const {
    return {can & squares, wins & squares, draws & squares};
  }
  [[nodiscard]] WordCaptures operator-(Bitboard squares) const {
    return {can - squares, wins - squares, draws - squares};
  }
};

/// The same with how far they are decided.
struct DistanceCaptures {
  Bitboard can;
  Lanes codes;  ///< the best by gen/win_code.hpp; 0 where the side cannot capture

  DistanceCaptures& operator|=(const DistanceCaptures& other) {
    can |= other.can;
    codes.raise(other.codes);
    return *this;
  }
  [[nodiscard]] DistanceCaptures operator&(Bitboard squares) const {
    return {can & squares, Lanes(codes).keep(squares)};
  }
  [[nodiscard]] DistanceCaptures operator-(Bitboard squares) const {
    return {can - squares, Lanes(codes).keep(Bitboard(~squares.bits()))};
  }
};

/// Captures by how much the rules prefer them. Preference is what Rules::preference returns; Captures is WordCaptures
/// or DistanceCaptures.
template <class Preference, class Captures>
class CaptureOutcomes {
 public:
  struct Outcome {
    Preference preference;
    Captures captures;
  };

  void clear() { outcomes_.clear(); }
  void add(const Preference& preference, const Captures& captures) {
    for (Outcome& known : outcomes_) {
      if (known.preference == preference) {
        known.captures |= captures;
        return;
      }
    }
    outcomes_.push_back({preference, captures});
  }
  [[nodiscard]] auto begin() const { return outcomes_.begin(); }
  [[nodiscard]] auto end() const { return outcomes_.end(); }

  /// The captures that the rules allow: those that none is preferred to.
  [[nodiscard]] Captures allowed() const {
    Captures all;
    for (const Outcome& outcome : outcomes_) {
      Bitboard preferred;
      for (const Outcome& other : outcomes_) {
        if (other.preference > outcome.preference) preferred |= other.captures.can;
      }
      all |= outcome.captures - preferred;
    }
    return all;
  }

 private:
  std::vector<Outcome> outcomes_;  ///< few
};

}  // namespace dambase
