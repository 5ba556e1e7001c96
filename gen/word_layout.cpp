#include "gen/word_layout.hpp"

#include <algorithm>

namespace dambase {

Material solving_orientation(const Material& material) {
  const Material m = material.canonical();
  if (m.kings() == 0) return m;
  if (m.black_kings == 0) return m.twin();
  if (m.white_kings == 0) return m;
  return m.black_kings <= m.white_kings ? m : m.twin();
}

WordLayout::WordLayout(const BoardShape& shape, const Material& material)
    : shape_(shape),
      material_(material),
      men_(shape, material.white_men, material.black_men),
      white_kings_(shape, material.white_kings),
      outer_black_kings_(shape, std::max(0, material.black_kings - 1)) {}

Bitboard WordLayout::legal_bits(const MenConfiguration& men, std::size_t word) const {
  const Bitboard white = white_kings_of(word);
  const Bitboard black = outer_black_kings_of(word);
  if (men.all().meets(white | black) || white.meets(black)) return Bitboard();
  if (!has_bit_king()) return Bitboard(std::uint64_t{1});
  return shape_.all - men.all() - white - black;
}

std::uint64_t WordTable::bytes(const BoardShape& shape, const Material& m) {
  const std::uint64_t configurations = MenNumbering(shape, m.white_men, m.black_men).count();
  return configurations * choose(shape.squares, m.white_kings) * choose(shape.squares, std::max(0, m.black_kings - 1)) *
         sizeof(Words);
}

}  // namespace dambase
