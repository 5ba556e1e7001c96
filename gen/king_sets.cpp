#include "gen/king_sets.hpp"

#include "formats/bit_gather.hpp"

namespace dambase {

KingSets::KingSets(const BoardShape& shape, int kings)
    : kings_(kings), squares_(shape.squares), sets_(choose(shape.squares, kings)) {
  for (Square square : shape.all)
    index_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(shape.number_of(square) - 1);
  for (std::size_t rank = 0; rank < sets_.size(); ++rank)
    sets_[rank] = Bitboard(PortableBits::scatter(colex_unrank(rank, shape.squares, kings), shape.all.bits()));
}

KingRows::KingRows(const KingSets& sets) : sets_(sets) {
  constexpr std::uint64_t most_rows = 20'000;
  if (sets.kings() == 0 || choose(sets.squares(), sets.kings() - 1) > most_rows) return;
  ranks_.resize(choose(sets.squares(), sets.kings() - 1) * row_length);
  for (std::size_t rank = 0; rank < sets.size(); ++rank) {
    for (Square square : sets[rank])
      ranks_[sets.rank(sets[rank] - Bitboard(square)) * row_length + static_cast<std::size_t>(square)] =
          static_cast<std::uint32_t>(rank);
  }
}

}  // namespace dambase
