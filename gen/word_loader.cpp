#include "gen/word_loader.hpp"

namespace dambase {
namespace {

std::uint64_t placements(const WordLayout& layout) {
  const Material& m = layout.material();
  const int free = layout.shape().squares - m.men();
  return choose(free, m.white_kings) * choose(free - m.white_kings, m.black_kings);
}

}  // namespace

WordLoader::WordLoader(const WordLayout& layout)
    : layout_(layout),
      black_kings_(layout.shape(), layout.material().black_kings),
      turned_men_(layout.shape(), layout.material().black_men, layout.material().white_men) {}

void WordLoader::set(ConfigurationWords& configuration, Side side, Bitboard white_kings, Bitboard black_kings,
                     Value value) const {
  if (value == Value::draw) return;
  const auto set_bit = [&](Bitboard outer, Bitboard bit) {
    const std::size_t word = layout_.word(white_kings, outer);
    if (configuration.captures(side)[word].meets(bit)) return;
    Words& words = configuration.values[word];
    (value == Value::win ? words.wins(side) : words.losses(side)) |= bit.bits();
  };
  if (!layout_.has_bit_king()) set_bit(Bitboard(), Bitboard(std::uint64_t{1}));
  for (Square king : black_kings) set_bit(black_kings - Bitboard(king), Bitboard(king));
}

void WordLoader::add_white_to_move(ConfigurationWords& configuration, const StoredSlice& slice) const {
  std::uint64_t number = layout_.men().rank(configuration.men) * placements(layout_);
  const Bitboard men = configuration.men.all();
  for (std::size_t i = 0; i < layout_.white_kings().size(); ++i) {
    const Bitboard white = layout_.white_kings()[i];
    if (white.meets(men)) continue;
    for (std::size_t j = 0; j < black_kings_.size(); ++j) {
      const Bitboard black = black_kings_[j];
      if (!black.meets(men | white)) set(configuration, Side::white, white, black, slice[number++]);
    }
  }
}

void WordLoader::add_black_to_move(ConfigurationWords& configuration, const StoredSlice& slice) const {
  const int bits = layout_.shape().bits;
  const MenConfiguration turned_men{turned(configuration.men.black, bits), turned(configuration.men.white, bits)};
  std::uint64_t number = turned_men_.rank(turned_men) * placements(layout_);
  for (std::size_t i = 0; i < black_kings_.size(); ++i) {
    const Bitboard black = black_kings_[i];  // turned, like all here
    if (black.meets(turned_men.all())) continue;
    for (std::size_t j = 0; j < layout_.white_kings().size(); ++j) {
      const Bitboard white = layout_.white_kings()[j];
      if (white.meets(turned_men.all() | black)) continue;
      set(configuration, Side::black, turned(white, bits), turned(black, bits), slice[number++]);
    }
  }
}

}  // namespace dambase
