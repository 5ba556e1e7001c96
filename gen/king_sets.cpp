#include "gen/king_sets.hpp"

#include "formats/bit_gather.hpp"

namespace dambase {

KingSets::KingSets(const BoardShape& shape, int kings) : sets_(choose(shape.squares, kings)) {
  for (Square square : shape.all)
    index_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(shape.number_of(square) - 1);
  for (std::size_t rank = 0; rank < sets_.size(); ++rank)
    sets_[rank] = Bitboard(PortableBits::scatter(colex_unrank(rank, shape.squares, kings), shape.all.bits()));
}

}  // namespace dambase
