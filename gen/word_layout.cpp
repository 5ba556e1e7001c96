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

WordLayout::WordLayout(const PositionSpace& space, const Material& material)
    : space_(space),
      material_(material),
      men_(space.board, material.white_men, material.black_men),
      white_kings_(space.board, material.white_kings),
      outer_black_kings_(space.board, std::max(0, material.black_kings - 1)),
      white_runs_(space.runs(material.white_men, material.white_kings)),
      black_runs_(space.runs(material.black_men, material.black_kings)),
      run_pairs_(static_cast<std::size_t>(white_runs_) * static_cast<std::size_t>(black_runs_)) {}

std::uint64_t WordLayout::words_per_configuration(const PositionSpace& space, const Material& m) {
  return choose(space.board.squares, m.white_kings) * choose(space.board.squares, std::max(0, m.black_kings - 1)) *
         static_cast<std::uint64_t>(space.runs(m.white_men, m.white_kings)) *
         static_cast<std::uint64_t>(space.runs(m.black_men, m.black_kings));
}

KingRun WordLayout::black_run_of(std::size_t word) const {
  const int number = black_runs_ == 1 ? 0 : runs_of(word).black;
  if (number == 0) return {};
  if (space_.place_of_run(number) == 0) return {static_cast<std::uint8_t>(number), bit_king_square};
  return space_.run_of(outer_black_kings_of(word), number - space_.king_run_limit);
}

int WordLayout::black_run_number(Bitboard outer_kings, const KingRun& run) const {
  if (run.moves == 0 || run.king == bit_king_square) return run.moves;
  return space_.run_number(outer_kings, run) + space_.king_run_limit;
}

Bitboard WordLayout::legal_bits(const MenConfiguration& men, std::size_t word) const {
  const Bitboard white = white_kings_of(word);
  const Bitboard black = outer_black_kings_of(word);
  if (men.all().meets(white | black) || white.meets(black)) return Bitboard();
  if (!has_bit_king()) return Bitboard(std::uint64_t{1});
  return shape().all - men.all() - white - black;
}

WordTable::WordTable(const PositionSpace& space, const Material& material, Holds holds, WordContent content)
    : layout_(space, material), content_(content) {
  with_elements([&](auto& words) {
    if (holds == Holds::one_level) {
      levels_.emplace(space.board, layout_.men());
      // So that no level is moved to make room for a larger one.
      words.reserve(levels_->widest() * layout_.words_per_configuration());
    } else {
      words.resize(layout_.men().count() * layout_.words_per_configuration());
    }
  });
}

void WordTable::hold_level(std::size_t level) {
  const std::size_t configurations = level < levels_->size() ? (*levels_)[level].size() : 0;
  const std::size_t size = configurations * layout_.words_per_configuration();
  with_elements([&](auto& words) { words.assign(size, {}); });
}

std::uint64_t WordTable::bytes(const PositionSpace& space, const Material& m, Holds holds, WordContent content) {
  const std::uint64_t configurations = MenNumbering(space.board, m.white_men, m.black_men).count();
  const std::uint64_t of_each = WordLayout::words_per_configuration(space, m) *
                                (content == WordContent::values ? sizeof(Words) : sizeof(DistanceWords));
  if (holds == Holds::all) return configurations * of_each;
  return Levels::bytes(configurations) + Levels::widest_at_most(space.board, m.white_men, m.black_men) * of_each;
}

}  // namespace dambase
