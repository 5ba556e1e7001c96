#include "gen/successors.hpp"

#include <cassert>

namespace dambase {

// One more king than men and kings together is never needed: a promotion takes a man away.
Successors::Successors(const Material& material)
    : limits_{material.white_men, material.white_kings + (material.white_men > 0 ? 1 : 0), material.black_men,
              material.black_kings + (material.black_men > 0 ? 1 : 0)},
      entries_(index(limits_) + 1) {}

std::size_t Successors::index(const Material& m) const {
  int index = m.white_men;
  index = index * (limits_.white_kings + 1) + m.white_kings;
  index = index * (limits_.black_men + 1) + m.black_men;
  index = index * (limits_.black_kings + 1) + m.black_kings;
  return static_cast<std::size_t>(index);
}

void Successors::add(const WordTable& table) {
  constexpr bool turned = true;
  const auto fits = [&](const Material& m) {
    return m.white_men <= limits_.white_men && m.white_kings <= limits_.white_kings &&
           m.black_men <= limits_.black_men && m.black_kings <= limits_.black_kings;
  };
  const Material material = table.layout().material();
  if (fits(material.twin())) entries_[index(material.twin())] = {&table, turned};
  if (fits(material)) entries_[index(material)] = {&table, !turned};
}

const Words& Successors::word(const WordTable& table, const Pieces& white, const Pieces& outer_black) {
  const WordLayout& layout = table.layout();
  WordRuns runs;
  if (layout.has_runs(Side::white)) runs.white = layout.space().run_number(white.kings, white.run);
  if (layout.has_runs(Side::black)) runs.black = layout.black_run_number(outer_black.kings, outer_black.run);
  return table.configuration(
      layout.men().rank({white.men, outer_black.men}))[layout.word(white.kings, outer_black.kings, runs)];
}

Value Successors::value(const Material& material, const Pieces& white, const Pieces& black, Side side) const {
  const Entry& entry = find(material);
  assert(entry.table != nullptr);
  const BoardShape& shape = entry.table->layout().shape();
  const Pieces upper = entry.is_turned ? turned(white, shape.bits) : black;
  const Pieces lower = entry.is_turned ? turned(black, shape.bits) : white;
  if (upper.kings.empty())
    return value_of(word(*entry.table, lower, upper), entry.is_turned ? opponent(side) : side, Square{0});
  const Square bit = upper.kings.first();
  Pieces outer{upper.men, upper.kings - Bitboard(bit), upper.run};
  if (outer.run.moves > 0 && outer.run.king == bit) outer.run.king = bit_king_square;
  return value_of(word(*entry.table, lower, outer), entry.is_turned ? opponent(side) : side, bit);
}

const Words* Successors::word_over_black_king(const Material& material, const Pieces& white,
                                              const Pieces& black_without_bit) const {
  const Entry& entry = find(material);
  assert(entry.table != nullptr);
  return entry.is_turned ? nullptr : &word(*entry.table, white, black_without_bit);
}

}  // namespace dambase
