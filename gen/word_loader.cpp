#include "gen/word_loader.hpp"

namespace dambase {

WordLoader::WordLoader(const WordLayout& layout)
    : layout_(layout),
      black_kings_(layout.shape(), layout.material().black_kings),
      turned_men_(layout.shape(), layout.material().black_men, layout.material().white_men) {}

// Calls `visit(word, square)` for the words that the position is in, one for each black king as the bit king.
template <class Visit>
void WordLoader::for_each_word_of(const Pieces& white, const Pieces& black, const Visit& visit) const {
  const int white_run = layout_.space().run_number(white.kings, white.run);
  const auto visit_word = [&](Bitboard outer, const KingRun& black_run, Square bit) {
    visit(layout_.word(white.kings, outer, {white_run, layout_.black_run_number(outer, black_run)}), bit);
  };
  if (!layout_.has_bit_king()) visit_word(Bitboard(), {}, Square{0});
  for (Square king : black.kings) {
    KingRun run = black.run;
    if (run.moves > 0 && run.king == king) run.king = bit_king_square;
    visit_word(black.kings - Bitboard(king), run, king);
  }
}

void WordLoader::set(ConfigurationWords& configuration, Side side, const Pieces& white, const Pieces& black,
                     Value value) const {
  if (value == Value::draw) return;
  for_each_word_of(white, black, [&](std::size_t word, Square bit) {
    if (configuration.captures(side)[word].has(bit)) return;
    Words& words = configuration.values[word];
    (value == Value::win ? words.wins(side) : words.losses(side)) |= Bitboard(bit).bits();
  });
}

template <class Element>
void WordLoader::set(const ConfigurationWords& configuration, std::span<Element> codes, Side side, const Pieces& white,
                     const Pieces& black, Lanes::Number code) const {
  for_each_word_of(white, black, [&](std::size_t word, Square bit) {
    if (!configuration.captures(side)[word].has(bit)) codes[word].of(side).set(bit, code);
  });
}

void WordLoader::add_white_to_move(ConfigurationWords& configuration, const ConfigurationValues& values,
                                   std::size_t place) const {
  for_each_position(configuration.men, layout_.white_kings(), black_kings_,
                    [&](const Pieces& white, const Pieces& black, std::uint64_t pair, std::uint64_t index) {
                      set(configuration, Side::white, white, black, values.value(place, pair, index));
                    });
}

void WordLoader::add_black_to_move(ConfigurationWords& configuration, const ConfigurationValues& values,
                                   std::size_t place) const {
  const int bits = layout_.shape().bits;
  for_each_position(turned(configuration.men, bits), black_kings_, layout_.white_kings(),
                    [&](const Pieces& white, const Pieces& black, std::uint64_t pair, std::uint64_t index) {
                      set(configuration, Side::black, turned(black, bits), turned(white, bits),
                          values.value(place, pair, index));
                    });
}

template <class Element>
void WordLoader::add_white_to_move(ConfigurationWords& configuration, std::span<Element> codes,
                                   const ConfigurationValues& values, std::size_t place,
                                   NumbersOfSymbols numbers) const {
  for_each_position(configuration.men, layout_.white_kings(), black_kings_,
                    [&](const Pieces& white, const Pieces& black, std::uint64_t pair, std::uint64_t index) {
                      set(configuration, codes, Side::white, white, black, numbers[values.symbol(place, pair, index)]);
                    });
}

template <class Element>
void WordLoader::add_black_to_move(ConfigurationWords& configuration, std::span<Element> codes,
                                   const ConfigurationValues& values, std::size_t place,
                                   NumbersOfSymbols numbers) const {
  const int bits = layout_.shape().bits;
  for_each_position(turned(configuration.men, bits), black_kings_, layout_.white_kings(),
                    [&](const Pieces& white, const Pieces& black, std::uint64_t pair, std::uint64_t index) {
                      set(configuration, codes, Side::black, turned(black, bits), turned(white, bits),
                          numbers[values.symbol(place, pair, index)]);
                    });
}

// Calls `visit(white, black, pair, index)` for all positions of a man configuration in the order of their
// numbers, pair of runs by pair of runs.
template <class Visit>
void WordLoader::for_each_position(const MenConfiguration& men, const KingSets& white_kings,
                                   const KingSets& black_kings, const Visit& visit) const {
  const PositionSpace& space = layout_.space();
  const auto runs = [&](Bitboard men_of_side, const KingSets& kings) {
    return space.runs(men_of_side.count(), kings.kings());
  };
  const int white_runs = runs(men.white, white_kings);
  const int black_runs = runs(men.black, black_kings);
  for (int pair = 0; pair < white_runs * black_runs; ++pair) {
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < white_kings.size(); ++i) {
      const Bitboard white = white_kings[i];
      if (white.meets(men.all())) continue;
      for (std::size_t j = 0; j < black_kings.size(); ++j) {
        const Bitboard black = black_kings[j];
        if (black.meets(men.all() | white)) continue;
        visit(Pieces{men.white, white, space.run_of(white, pair / black_runs)},
              Pieces{men.black, black, space.run_of(black, pair % black_runs)}, static_cast<std::uint64_t>(pair),
              index++);
      }
    }
  }
}

template void WordLoader::add_white_to_move(ConfigurationWords&, std::span<DistanceWords>, const ConfigurationValues&,
                                            std::size_t, NumbersOfSymbols) const;
template void WordLoader::add_black_to_move(ConfigurationWords&, std::span<DistanceWords>, const ConfigurationValues&,
                                            std::size_t, NumbersOfSymbols) const;
template void WordLoader::add_white_to_move(ConfigurationWords&, std::span<RuleWords>, const ConfigurationValues&,
                                            std::size_t, NumbersOfSymbols) const;
template void WordLoader::add_black_to_move(ConfigurationWords&, std::span<RuleWords>, const ConfigurationValues&,
                                            std::size_t, NumbersOfSymbols) const;

}  // namespace dambase
