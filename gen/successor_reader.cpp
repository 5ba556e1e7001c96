#include "gen/successor_reader.hpp"

#include <cassert>
#include <type_traits>

#include "gen/rule_code.hpp"

namespace dambase {
namespace {

constexpr std::size_t configurations_known = 256;
// Those of distances are 64 times as large, so fewer are kept.
template <class Element>
constexpr std::size_t matrices_known = std::is_same_v<Element, Words> ? 4096 : 512;

// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4) to the place among `size`, a power of two.
constexpr std::size_t place_of(std::uint64_t key, std::size_t size) {
  return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15U >> 40) & (size - 1);
}

// The same positions seen from the other side of the board.
Words turned(const Words& words, int bits) {
  const auto turn = [&](std::uint64_t set) { return dambase::turned(Bitboard(set), bits).bits(); };
  return {turn(words.black_wins), turn(words.black_losses), turn(words.white_wins), turn(words.white_losses)};
}
DistanceWords turned(const DistanceWords& words, int bits) {
  return {words.black.turned(bits), words.white.turned(bits)};
}
RuleWords turned(const RuleWords& words, int bits) { return {{words.black.turned(bits), words.white.turned(bits)}}; }

// Makes what a word says of `bit` what it says of one position alone.
void set(Words& words, Side side, Square square, Value value) {
  if (value == Value::win) words.wins(side) |= Bitboard(square).bits();
  if (value == Value::loss) words.losses(side) |= Bitboard(square).bits();
}
void set(DistanceWords& words, Side side, Square square, Lanes::Number code) { words.of(side).set(square, code); }

// What is looked up, as a move that leads there finds it.
template <class Element>
Element as_found(Element words, [[maybe_unused]] bool starts_anew) {
  if constexpr (std::is_same_v<Element, RuleWords>) {
    if (starts_anew) {
      for (Side side : {Side::white, Side::black}) words.of(side) = RuleCode::started_anew(words.of(side));
    }
  }
  return words;
}

}  // namespace

template <class Element>
SuccessorReaderOf<Element>::SuccessorReaderOf(const Successors& successors)
    : successors_(successors), configurations_(configurations_known), held_(successors.has_caches() ? most_held : 0) {}

template <class Element>
void SuccessorReaderOf<Element>::count_from(const Material& before, DrawRules rules) {
  before_ = before;
  rules_ = rules;
  forget();
}

template <class Element>
void SuccessorReaderOf<Element>::forget() {
  for (KnownConfiguration& known : configurations_) known.configuration.layout = nullptr;
  for (HeldConfiguration& held : held_) held = {};
  for (KnownMatrix& matrix : matrices_) matrix.configuration = 0;
}

template <class Element>
std::uint64_t SuccessorReaderOf<Element>::memory_bytes() {
  return configurations_known * sizeof(KnownConfiguration) + matrices_known<Element> * sizeof(KnownMatrix);
}

template <class Element>
auto SuccessorReaderOf<Element>::find(const Material& material, Bitboard white_men, Bitboard black_men)
    -> Configuration {
  const auto kings = static_cast<std::uint64_t>(material.white_kings * 8 + material.black_kings);
  const std::uint64_t key = (white_men.bits() * 3 ^ black_men.bits()) + kings * 0x100000001b3U;
  const KnownConfiguration asked{material, {white_men, black_men}, {}};
  const KnownConfiguration& known = configurations_[place_of(key, configurations_known)];
  if (is_same(known, asked)) return known.configuration;
  if (!held_.empty()) {
    const KnownConfiguration& held = held_[place_of(key, most_held)];
    if (is_same(held, asked)) return held.configuration;
  }
  return take_up(asked, key);
}

// Finds a configuration that is not known yet; from now on it is.
template <class Element>
auto SuccessorReaderOf<Element>::take_up(const KnownConfiguration& asked, std::uint64_t key) -> Configuration {
  const Successors::Entry& entry = successors_.find(asked.material);
  assert(entry.table != nullptr || entry.cache != nullptr);
  const WordLayout& layout = entry.layout();
  const std::uint64_t rank = layout.men().rank(entry.is_turned ? turned(asked.men, layout.shape().bits) : asked.men);
  // Whose move it was does not matter: what is looked up follows captures and promotions.
  constexpr bool by_man = false;
  const bool starts_anew = !count_goes_on(rules_, before_, asked.material, by_man);
  KnownConfiguration known = asked;
  if (entry.table != nullptr) {
    const Element* const words = entry.table->template configuration<Element>(rank).data();
    known.configuration = {&layout, words, reinterpret_cast<std::uintptr_t>(words), entry.is_turned, starts_anew};
    configurations_[place_of(key, configurations_known)] = known;
  } else {
    auto configuration = static_cast<ConfigurationCache<Element>*>(entry.cache)->configuration(rank);
    known.configuration = {&layout, configuration.words, configuration.number, entry.is_turned, starts_anew};
    held_[place_of(key, most_held)] = {known, std::move(configuration)};
  }
  return known.configuration;
}

template <class Element>
Element SuccessorReaderOf<Element>::over_upper(const Configuration& found, const Pieces& lower,
                                               const Pieces& upper_without) {
  const WordLayout& layout = *found.layout;
  WordRuns runs;
  if (layout.has_runs(Side::white)) runs.white = layout.space().run_number(lower.kings, lower.run);
  if (layout.has_runs(Side::black)) runs.black = layout.black_run_number(upper_without.kings, upper_without.run);
  return found.words[layout.word(lower.kings, upper_without.kings, runs)];
}

template <class Element>
auto SuccessorReaderOf<Element>::value(const Material& material, const Pieces& white, const Pieces& black, Side side)
    -> Single {
  const Configuration found = find(material, white.men, black.men);
  const int bits = found.layout->shape().bits;
  const Pieces lower = found.is_turned ? turned(black, bits) : white;
  Pieces upper = found.is_turned ? turned(white, bits) : black;
  const Side mover = found.is_turned ? opponent(side) : side;
  Square bit{0};
  if (upper.kings.any()) {
    bit = upper.kings.first();
    upper.kings -= Bitboard(bit);
    if (upper.run.moves > 0 && upper.run.king == bit) upper.run.king = bit_king_square;
  }
  const Single there = value_of(over_upper(found, lower, upper), mover, bit);
  if constexpr (std::is_same_v<Element, RuleWords>) {
    if (found.starts_anew) return RuleCode::started_anew(there);
  }
  return there;
}

template <class Element>
Element SuccessorReaderOf<Element>::over_black_king(const Material& material, const Pieces& white,
                                                    const Pieces& black_without) {
  const Configuration found = find(material, white.men, black_without.men);
  if (!found.is_turned) return as_found(over_upper(found, white, black_without), found.starts_anew);
  const WordLayout& layout = *found.layout;
  if (layout.has_runs(Side::white) || layout.has_runs(Side::black))
    return square_by_square(material, white, black_without, Side::black);
  const int bits = layout.shape().bits;
  const Element words = over_lower(found, turned(black_without.kings, bits), turned(white.kings, bits),
                                   turned(white.men | black_without.men, bits));
  return as_found(turned(words, bits), found.starts_anew);
}

template <class Element>
Element SuccessorReaderOf<Element>::over_white_king(const Material& material, const Pieces& white_without,
                                                    const Pieces& black) {
  const Configuration found = find(material, white_without.men, black.men);
  const WordLayout& layout = *found.layout;
  const int bits = layout.shape().bits;
  if (layout.has_runs(Side::white) || layout.has_runs(Side::black))
    return square_by_square(material, white_without, black, Side::white);
  const Element words = found.is_turned
                            ? turned(over_upper(found, turned(black, bits), turned(white_without, bits)), bits)
                            : over_lower(found, white_without.kings, black.kings, white_without.men | black.men);
  return as_found(words, found.starts_anew);
}

template <class Element>
Element SuccessorReaderOf<Element>::over_lower(const Configuration& found, Bitboard lower_rest, Bitboard upper,
                                               Bitboard men) {
  const Square row = upper.first();
  const Bitboard upper_outer = upper - Bitboard(row);
  if (matrices_.empty()) matrices_.resize(matrices_known<Element>);
  // Those of one configuration lie side by side, so that none of them takes the place of another.
  const std::size_t first = place_of(found.number ^ upper_outer.bits(), matrices_known<Element>);
  const std::size_t rank = found.layout->white_kings().rank(lower_rest);
  KnownMatrix& matrix = matrices_[(first + rank) & (matrices_known<Element> - 1)];
  if (matrix.configuration != found.number || matrix.lower_rest != lower_rest || matrix.upper_outer != upper_outer)
    fill(matrix, found, lower_rest, upper_outer, men);
  return matrix.words[static_cast<std::size_t>(row)];
}

template <class Element>
void SuccessorReaderOf<Element>::fill(KnownMatrix& matrix, const Configuration& found, Bitboard lower_rest,
                                      Bitboard upper_outer, Bitboard men) {
  const WordLayout& layout = *found.layout;
  matrix.configuration = found.number;
  matrix.lower_rest = lower_rest;
  matrix.upper_outer = upper_outer;
  matrix.words.fill({});
  for (Square king : layout.shape().all - men - lower_rest - upper_outer) {
    const Element& row = found.words[layout.word(lower_rest | Bitboard(king), upper_outer)];
    matrix.words[static_cast<std::size_t>(king)] = row;
  }
  transpose(matrix.words);
}

// Where a run of king moves is part of a position, its number depends on the squares of all kings.
template <class Element>
Element SuccessorReaderOf<Element>::square_by_square(const Material& material, Pieces white, Pieces black,
                                                     Side side_of_king) {
  const Bitboard squares = successors_.find(material).layout().shape().all - white.all() - black.all();
  Element words;
  for (Square square : squares) {
    Pieces lower = white;
    Pieces upper = black;
    Pieces& with = side_of_king == Side::white ? lower : upper;
    with.kings |= Bitboard(square);
    if (with.run.king == bit_king_square) with.run.king = square;
    for (Side side : {Side::white, Side::black}) set(words, side, square, value(material, lower, upper, side));
  }
  return words;
}

template class SuccessorReaderOf<Words>;
template class SuccessorReaderOf<DistanceWords>;
template class SuccessorReaderOf<RuleWords>;

}  // namespace dambase
