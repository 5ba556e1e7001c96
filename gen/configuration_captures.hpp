// What both sides can capture in the positions of one man configuration, and what that is worth.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <span>

#include "gen/capture_resolver.hpp"
#include "gen/configuration_words.hpp"
#include "gen/word_ranges.hpp"

namespace dambase {

/// May be used from several threads at once, each with its own ConfigurationWords.
template <class Rules>
class ConfigurationCaptures {
 public:
  ConfigurationCaptures(const WordLayout& layout, const Successors& successors)
      : layout_(layout), look_ups_([this, &successors] { return LookUps<Rules>(layout_.material(), successors); }) {}

  /// What both sides can capture, and the values of those positions; all else of the configuration is open.
  void resolve_captures(ConfigurationWords& configuration) {
    resolve_captures(configuration, std::array{Side::white, Side::black});
  }

  /// To be called when words in successors have changed.
  void forget_look_ups() {
    for (LookUps<Rules>& look_ups : look_ups_) look_ups.reader.forget();
  }

 protected:
  using Board = typename Rules::Board;

  template <std::size_t sides>
  void resolve_captures(ConfigurationWords& configuration, const std::array<Side, sides>& movers) {
    for_each_word(configuration.values.size(), [&](std::size_t word) {
      configuration.legal[word] = layout_.legal_bits(configuration.men, word);
      for (Side side : {Side::white, Side::black}) configuration.good_man_moves(side)[word] = Bitboard();
    });
    for (Side side : movers) {
      if (side == Side::white) {
        resolve_by_columns(configuration);
      } else if (CaptureResolver<Rules>::has_rows(layout_.material())) {
        resolve_rows(configuration);
      } else {
        resolve_by_rows(configuration);
      }
    }
  }

  // A row of words has White's kings in one place, a column Black's outer kings. What a white king captures is
  // the same in many words of a column, what a black one captures, in many of a row.

  void resolve_by_columns(ConfigurationWords& configuration) {
    const std::size_t rows = layout_.white_kings().size();
    const std::size_t columns = layout_.words_per_white_placement();
    for_each_word_range(configuration.values.size(), [&](std::size_t first, std::size_t last) {
      CaptureResolver<Rules>& resolver = look_ups_.local().captures;
      for (std::size_t i = first; i < last; ++i)
        resolve_captures(configuration, resolver, i % rows * columns + i / rows, Side::white);
    });
  }

  void resolve_by_rows(ConfigurationWords& configuration) {
    for_each_word_range(configuration.values.size(), [&](std::size_t first, std::size_t last) {
      CaptureResolver<Rules>& resolver = look_ups_.local().captures;
      for (std::size_t word = first; word < last; ++word) resolve_captures(configuration, resolver, word, Side::black);
    });
  }

  void resolve_rows(ConfigurationWords& configuration) {
    const std::size_t columns = layout_.words_per_white_placement();
    for_each_row_range(layout_.white_kings().size(), columns, [&](std::size_t first, std::size_t last) {
      CaptureResolver<Rules>& resolver = look_ups_.local().captures;
      std::array<WordPieces, 64> row;
      std::array<WordCaptures, 64> captures;
      for (std::size_t word = first * columns; word < last * columns; word += columns) {
        for (std::size_t i = 0; i < columns; ++i) row[i] = pieces_of(configuration, word + i);
        resolver.resolve_row(std::span(row).first(columns), captures);
        for (std::size_t i = 0; i < columns; ++i) set_captures(configuration, word + i, Side::black, captures[i]);
      }
    });
  }

  [[nodiscard]] WordPieces pieces_of(const ConfigurationWords& configuration, std::size_t word) const {
    WordPieces pieces{{configuration.men.white, layout_.white_kings_of(word)},
                      {configuration.men.black, layout_.outer_black_kings_of(word)},
                      configuration.legal[word]};
    if constexpr (counts_runs) {
      pieces.white.run = layout_.white_run_of(word);
      pieces.black.run = layout_.black_run_of(word);
    }
    return pieces;
  }

  static constexpr bool counts_runs = Rules::king_run_limit > 0;

  // The word of the same kings after a move by `side`, whose run then has number `run`.
  [[nodiscard]] std::size_t after_move(std::size_t word, Side side, int run) const {
    if constexpr (!counts_runs) return word;
    WordRuns runs = layout_.runs_of(word);
    runs.of(side) = run;
    return layout_.with_runs(word, runs);
  }

  void resolve_captures(ConfigurationWords& configuration, CaptureResolver<Rules>& resolver, std::size_t word,
                        Side side) const {
    const WordPieces pieces = pieces_of(configuration, word);
    WordCaptures captures;
    if (pieces.legal.any()) captures = resolver.resolve(pieces, side);
    set_captures(configuration, word, side, captures);
  }

  static void set_captures(ConfigurationWords& configuration, std::size_t word, Side side,
                           const WordCaptures& captures) {
    configuration.captures(side)[word] = captures.can;
    configuration.values[word].wins(side) = captures.wins.bits();
    configuration.values[word].losses(side) = captures.losses().bits();
  }

  static constexpr int no_run = 0;

  const WordLayout& layout_;
  tbb::enumerable_thread_specific<LookUps<Rules>> look_ups_;
};

}  // namespace dambase
