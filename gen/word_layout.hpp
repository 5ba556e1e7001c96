// How the positions of a slice lie in words while it is solved, and afterwards for larger slices.
//
// One king, the bit king, is left out; "for which squares of the bit king" is one word, and words are
// indexed by the placements of the other kings, the outer kings. A material is turned so that the bit
// king is black (`solving_orientation`); with two black kings each position is in two words.
#pragma once

#include <span>
#include <vector>

#include "engine/material.hpp"
#include "formats/numbering.hpp"
#include "gen/king_sets.hpp"

namespace dambase {

/// Values of the positions that differ in the square of the bit king only; one bit a square. Without
/// kings, bit 0 alone is used.
struct Words {
  std::uint64_t white_wins = 0;    ///< White to move wins
  std::uint64_t white_losses = 0;  ///< White to move loses
  std::uint64_t black_wins = 0;
  std::uint64_t black_losses = 0;

  [[nodiscard]] std::uint64_t& wins(Side side) { return side == Side::white ? white_wins : black_wins; }
  [[nodiscard]] std::uint64_t& losses(Side side) { return side == Side::white ? white_losses : black_losses; }
  [[nodiscard]] std::uint64_t wins(Side side) const { return side == Side::white ? white_wins : black_wins; }
  [[nodiscard]] std::uint64_t losses(Side side) const { return side == Side::white ? white_losses : black_losses; }
};

/// Of a material and its twin, the one that is solved: Black has the fewer kings, but at least one if
/// there are any.
[[nodiscard]] Material solving_orientation(const Material& material);

class WordLayout {
 public:
  /// `material` is in solving orientation.
  WordLayout(const BoardShape& shape, const Material& material);

  [[nodiscard]] const Material& material() const { return material_; }
  [[nodiscard]] const BoardShape& shape() const { return shape_; }
  [[nodiscard]] const MenNumbering& men() const { return men_; }
  [[nodiscard]] const KingSets& white_kings() const { return white_kings_; }
  [[nodiscard]] const KingSets& outer_black_kings() const { return outer_black_kings_; }
  [[nodiscard]] bool has_bit_king() const { return material_.black_kings > 0; }
  [[nodiscard]] std::size_t words_per_configuration() const { return white_kings_.size() * outer_black_kings_.size(); }

  /// The word of these outer kings within its configuration.
  [[nodiscard]] std::size_t word(Bitboard white_kings, Bitboard outer_black_kings) const {
    return white_kings_.rank(white_kings) * outer_black_kings_.size() + outer_black_kings_.rank(outer_black_kings);
  }
  [[nodiscard]] Bitboard white_kings_of(std::size_t word) const {
    return white_kings_[word / outer_black_kings_.size()];
  }
  [[nodiscard]] Bitboard outer_black_kings_of(std::size_t word) const {
    return outer_black_kings_[word % outer_black_kings_.size()];
  }
  /// The bits of a word that stand for positions: squares left to the bit king, none if pieces meet.
  [[nodiscard]] Bitboard legal_bits(const MenConfiguration& men, std::size_t word) const;

 private:
  BoardShape shape_;
  Material material_;
  MenNumbering men_;
  KingSets white_kings_;
  KingSets outer_black_kings_;
};

/// The words of a whole finished material, in memory, for larger ones to look up.
class WordTable {
 public:
  /// All words zero. `material` is in solving orientation.
  WordTable(const BoardShape& shape, const Material& material)
      : layout_(shape, material), words_(layout_.men().count() * layout_.words_per_configuration()) {}

  [[nodiscard]] const WordLayout& layout() const { return layout_; }
  [[nodiscard]] std::span<Words> configuration(std::uint64_t men_rank) {
    const std::size_t size = layout_.words_per_configuration();
    return std::span(words_).subspan(men_rank * size, size);
  }
  [[nodiscard]] std::span<const Words> configuration(std::uint64_t men_rank) const {
    const std::size_t size = layout_.words_per_configuration();
    return std::span(words_).subspan(men_rank * size, size);
  }

  /// What a table of `material`, in solving orientation, takes in memory.
  [[nodiscard]] static std::uint64_t bytes(const BoardShape& shape, const Material& material);

 private:
  WordLayout layout_;
  std::vector<Words> words_;
};

}  // namespace dambase
