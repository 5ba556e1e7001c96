// Symmetric materials: what is found with White to move holds turned with Black to move.
//
// Turning a position exchanges the sides' kings, and with them the bits of a word and the king that is moved
// over words. So words are turned as matrices: one king of each side, all other kings fixed.
#pragma once

#include <array>

#include "gen/bit_matrix.hpp"
#include "gen/configuration_words.hpp"
#include "gen/word_ranges.hpp"

namespace dambase {

class WordTurner {
 public:
  /// Of a symmetric material with kings, in rules without runs of king moves. `layout` must outlive this object.
  explicit WordTurner(const WordLayout& layout)
      : layout_(layout), rests_(layout.shape(), layout.white_kings().kings() - 1) {}

  [[nodiscard]] MenConfiguration turned_men(const MenConfiguration& men) const {
    return dambase::turned(men, layout_.shape().bits);
  }

  /// Fills `to`, which has been reset to the turned men, from a solved configuration: values, legal squares
  /// and captures.
  void turn(ConfigurationWords& from, ConfigurationWords& to) const;

  /// Of a configuration whose men are their own turned ones: fills in what Black can capture, and the values
  /// of those positions, from what White can.
  void turn_captures(ConfigurationWords& configuration) const;

 private:
  [[nodiscard]] Bitboard turned(Bitboard set) const { return dambase::turned(set, layout_.shape().bits); }

  // Calls write(word, sets) for all words with what read(word) gives for the turned positions.
  template <std::size_t sets, class Read, class Write>
  void turn_sets(const Read& read, const Write& write) const;

  const WordLayout& layout_;
  KingSets rests_;  ///< kings of one side without one
};

}  // namespace dambase
