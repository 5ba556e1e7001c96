// Turned words against positions turned one by one.
#include "gen/word_turner.hpp"

#include <gtest/gtest.h>

#include "engine/position_space.hpp"

namespace dambase::test {
namespace {

constexpr BoardShape shape = Board<6>::shape;

// A position of a configuration with one side to move, as a number that no other has but by chance.
std::uint64_t mixed(const MenConfiguration& men, Bitboard white_kings, Bitboard black_kings) {
  std::uint64_t x = 0;
  for (const Bitboard set : {men.white, men.black, white_kings, black_kings})
    x = (x ^ set.bits()) * 0x9e3779b97f4a7c15U ^ x >> 29;
  return x >> 40;
}

// Some of the positions with `side` to move, and what is said of them: each of three sets is by itself.
bool is_in(int set, Side side, const MenConfiguration& men, Bitboard white_kings, Bitboard black_kings) {
  // Black to move is White to move turned.
  const std::uint64_t number = side == Side::white ? mixed(men, white_kings, black_kings)
                                                   : mixed(turned(men, shape.bits), turned(black_kings, shape.bits),
                                                           turned(white_kings, shape.bits));
  return (number >> set & 1) != 0;
}

struct Filled {
  Filled(const WordLayout& layout, const MenConfiguration& men) : values(layout.words_per_configuration()) {
    words.reset(men, values);
  }
  std::vector<Words> values;
  ConfigurationWords words;
};

Bitboard squares_in(const WordLayout& layout, const MenConfiguration& men, std::size_t word, int set, Side side) {
  Bitboard squares;
  for (const Square square : layout.legal_bits(men, word)) {
    if (is_in(set, side, men, layout.white_kings_of(word), layout.outer_black_kings_of(word) | Bitboard(square)))
      squares |= Bitboard(square);
  }
  return squares;
}

void fill(const WordLayout& layout, ConfigurationWords& words, Side side) {
  for (std::size_t word = 0; word < words.values.size(); ++word) {
    words.values[word].wins(side) = squares_in(layout, words.men, word, 0, side).bits();
    words.values[word].losses(side) = squares_in(layout, words.men, word, 1, side).bits();
    words.captures(side)[word] = squares_in(layout, words.men, word, 2, side);
  }
}

void expect_filled(const WordLayout& layout, ConfigurationWords& words, Side side) {
  for (std::size_t word = 0; word < words.values.size(); ++word) {
    ASSERT_EQ(words.values[word].wins(side), squares_in(layout, words.men, word, 0, side).bits()) << word;
    ASSERT_EQ(words.values[word].losses(side), squares_in(layout, words.men, word, 1, side).bits()) << word;
    ASSERT_EQ(words.captures(side)[word], squares_in(layout, words.men, word, 2, side)) << word;
  }
}

// One and two kings a side.
TEST(WordTurner, TurnsASolvedConfiguration) {
  for (const char* name : {"KMvKM", "KKMvKKM"}) {
    const WordLayout layout({shape, 0}, *Material::parse(name));
    const WordTurner turner(layout);
    const MenConfiguration men{Bitboard(shape.square_of(8)), Bitboard(shape.square_of(5))};
    Filled from(layout, men);
    Filled to(layout, turner.turned_men(men));
    for (const Side side : {Side::white, Side::black}) fill(layout, from.words, side);
    turner.turn(from.words, to.words);
    for (const Side side : {Side::white, Side::black}) expect_filled(layout, to.words, side);
    for (std::size_t word = 0; word < to.values.size(); ++word)
      ASSERT_EQ(to.words.legal[word], layout.legal_bits(to.words.men, word));
  }
}

TEST(WordTurner, FindsCapturesOfBlackWhereMenAreTheirOwnTurnedOnes) {
  for (const char* name : {"KvK", "KKvKK", "KKKvKKK"}) {
    const WordLayout layout({shape, 0}, *Material::parse(name));
    Filled filled(layout, {});
    fill(layout, filled.words, Side::white);
    WordTurner(layout).turn_captures(filled.words);
    expect_filled(layout, filled.words, Side::black);
  }
}

}  // namespace
}  // namespace dambase::test
