// One man configuration in work: its words, and what is found on the way to their values.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "engine/side.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// What is known of one configuration while it is solved; one entry a word. Reused from
/// configuration to configuration.
struct ConfigurationWords {
  MenConfiguration men;
  std::span<Words> values;                                 ///< the result
  std::vector<Bitboard> legal;                             ///< WordLayout::legal_bits
  std::array<std::vector<Bitboard>, 2> can_capture;        ///< by side
  std::array<std::vector<Bitboard>, 2> has_good_man_move;  ///< by side: a man move that does not lose

  std::array<std::vector<std::uint8_t>, 2> king_news;  ///< by side: what king moves must look at

  void reset(const MenConfiguration& configuration, std::span<Words> words);

  [[nodiscard]] std::vector<Bitboard>& captures(Side side) { return can_capture[static_cast<std::size_t>(side)]; }
  [[nodiscard]] std::vector<std::uint8_t>& news(Side side) { return king_news[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const std::vector<Bitboard>& captures(Side side) const {
    return can_capture[static_cast<std::size_t>(side)];
  }
  [[nodiscard]] std::vector<Bitboard>& good_man_moves(Side side) {
    return has_good_man_move[static_cast<std::size_t>(side)];
  }
  [[nodiscard]] const std::vector<Bitboard>& good_man_moves(Side side) const {
    return has_good_man_move[static_cast<std::size_t>(side)];
  }
};

/// Squares of the bit king for which positions of a word are won or lost.
struct Decided {
  Bitboard wins;
  Bitboard losses;

  [[nodiscard]] bool any() const { return (wins | losses).any(); }
};

}  // namespace dambase
