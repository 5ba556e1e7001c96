// Turns the words of a solved configuration into distance symbols in the order of the numbering, for both sides to
// move, counts them, and remembers the longest plays.
#pragma once

#include <array>
#include <vector>

#include "gen/dtc_solver.hpp"
#include "gen/dtw_solver.hpp"
#include "gen/packing_order.hpp"
#include "gen/rule_solver.hpp"
#include "gen/slice_distances.hpp"
#include "gen/slice_packer.hpp"

namespace dambase {

/// The symbols of the positions of a word, by square of the bit king.
using SymbolRow = std::array<DistanceSymbol, 64>;

/// The symbols of the positions of `word` with `side` to move.
template <class Rules>
void fill_symbols(const DtcConfiguration& configuration, Side side, std::size_t word, SymbolRow& row) {
  constexpr DistanceSymbols symbols(Metric::dtc, value_without_moves<Rules>);
  const Words& values = configuration.values[word];
  const Lanes& plies = configuration.plies_of(side)[word];
  row.fill(draw_symbol);
  for (Square square : Bitboard(values.wins(side)))
    row[static_cast<std::size_t>(square)] = symbols.symbol_of({Value::win, plies[square]});
  for (Square square : Bitboard(values.losses(side)))
    row[static_cast<std::size_t>(square)] = symbols.symbol_of({Value::loss, plies[square]});
}

/// The numbers that words of distances hold for a metric.
template <class Rules, Metric metric>
using CodesOf = std::conditional_t<metric == Metric::rule, RuleCode, WinCode<Rules::no_move_wins>>;

template <class Rules, class Configuration>
void fill_symbols(const Configuration& configuration, Side side, std::size_t word, SymbolRow& row) {
  static constexpr auto symbol_of_code = [] {
    constexpr DistanceSymbols symbols(Configuration::metric, value_without_moves<Rules>);
    std::array<DistanceSymbol, 256> table{};
    for (std::size_t code = 0; code < table.size(); ++code)
      table[code] =
          symbols.symbol_of(CodesOf<Rules, Configuration::metric>::distance(static_cast<Lanes::Number>(code)));
    return table;
  }();
  const Lanes::Number* const codes = configuration.codes[word].of(side).data();
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = symbol_of_code[codes[i]];
}

/// Packs configurations of a material with kings; holds working memory, so one a thread.
template <class Rules, class Configuration>
class DistancePacker {
 public:
  using Slice = SliceDistances;

  explicit DistancePacker(const WordLayout& layout)
      : layout_(layout),
        white_rests_(layout.shape(), std::max(0, layout.material().white_kings - 1)),
        white_rows_(layout.white_kings()),
        turned_men_(layout.shape(), layout.material().black_men, layout.material().white_men),
        stride_(king_placements(layout)),
        placements_(stride_ * layout.men().count()) {}

  /// Puts the symbols of a solved configuration into `targets`.
  void pack(const Configuration& configuration, std::uint64_t men_rank, const SliceTargetsOf<Slice>& targets) {
    for_each_run_pair(layout_, Side::white, [&](std::uint64_t pair, const WordRuns& runs) {
      begin();
      pack_white_to_move(configuration, runs);
      finish(*targets.white_to_move, pair * placements_ + men_rank * stride_, Side::white);
    });
    counts_[0] += count_positions(layout_, configuration, Side::white);
    if (targets.black_to_move == nullptr) return;
    const std::uint64_t turned_rank = turned_men_.rank(turned(configuration.men, layout_.shape().bits));
    for_each_run_pair(layout_, Side::black, [&](std::uint64_t pair, const WordRuns& runs) {
      begin();
      pack_black_to_move(configuration, runs);
      finish(*targets.black_to_move, pair * placements_ + turned_rank * stride_, Side::black);
    });
    counts_[1] += count_positions(layout_, configuration, Side::black);
  }

  /// Of all that was packed, for `side` to move.
  [[nodiscard]] const SliceCounts& counts(Side side) const { return counts_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const LongestPlays& longest(Side side) const { return longest_[static_cast<std::size_t>(side)]; }

 private:
  // The largest symbol of one parity, and its first place in the run.
  struct Largest {
    DistanceSymbol symbol = draw_symbol;
    std::uint64_t place = 0;
  };

  void begin() {
    run_.clear();
    largest_ = {};
  }

  void append(DistanceSymbol symbol, bool is_capture) {
    Largest& largest = largest_[symbol % 2];
    if (symbol > largest.symbol) largest = {symbol, run_.size()};
    run_.push_back(is_capture ? capture_symbol : symbol);
  }

  void finish(Slice& slice, std::uint64_t first, Side side) {
    slice.place(first, run_);
    LongestPlays& longest = longest_[static_cast<std::size_t>(side)];
    for (const Largest& largest : largest_) {
      if (largest.symbol == draw_symbol) continue;
      const Distance distance = symbols.distance_of(largest.symbol);
      (distance.value == Value::win ? longest.win : longest.loss).add(distance.plies, first + largest.place);
    }
  }

  // As SlicePacker does.
  void pack_white_to_move(const Configuration& configuration, const WordRuns& runs) {
    SymbolRow row;
    for (std::size_t word = layout_.with_runs(0, runs); word < configuration.values.size();
         word += layout_.run_pairs()) {
      const Bitboard squares = packed_squares(configuration.legal[word], layout_.outer_black_kings_of(word));
      if (squares.empty()) continue;
      fill_symbols<Rules>(configuration, Side::white, word, row);
      const Bitboard captures = configuration.captures(Side::white)[word];
      for (Square square : squares) append(row[static_cast<std::size_t>(square)], captures.has(square));
    }
  }

  // Turned, Black's kings count before White's: for each square of the bit king, all words of White's kings.
  void pack_black_to_move(const Configuration& configuration, const WordRuns& runs) {
    const int bits = layout_.shape().bits;
    const KingSets& turned_outer = layout_.outer_black_kings();
    for (std::size_t i = 0; i < turned_outer.size(); ++i) {
      const Bitboard outer = turned(turned_outer[i], bits);
      if (outer.meets(configuration.men.all())) continue;
      read_rows(configuration, outer, runs);
      const Bitboard free = layout_.shape().all - configuration.men.all() - outer;
      const Bitboard bit_kings = outer.empty() ? free : free & above(outer.last());
      for (Square turned_bit : turned(bit_kings, bits))
        append_rows(turned(Bitboard(turned_bit), bits), free - turned(Bitboard(turned_bit), bits));
    }
  }

  // The words of all placements of White's kings beside these outer kings.
  void read_rows(const Configuration& configuration, Bitboard outer, const WordRuns& runs) {
    const KingSets& white = layout_.white_kings();
    rows_.resize(white.size());
    captures_.resize(white.size());
    for (std::size_t i = 0; i < white.size(); ++i) {
      const std::size_t word = layout_.word(white[i], outer, runs);
      if (configuration.legal[word].empty()) continue;
      fill_symbols<Rules>(configuration, Side::black, word, rows_[i]);
      captures_[i] = configuration.captures(Side::black)[word];
    }
  }

  // White's kings on the squares `free`, in the order of the turned board, whose colex order the numbering has.
  void append_rows(Bitboard bit, Bitboard free) {
    const int bits = layout_.shape().bits;
    const KingSets& white = layout_.white_kings();
    const Square square = bit.first();
    const auto append_row = [&](std::size_t rank) {
      append(rows_[rank][static_cast<std::size_t>(square)], captures_[rank].has(square));
    };
    if (white.kings() == 0) {
      append_row(0);
      return;
    }
    for (std::size_t i = 0; i < white_rests_.size(); ++i) {
      const Bitboard rest = turned(white_rests_[i], bits);
      if (!(rest - free).empty()) continue;
      const Bitboard kings = rest.empty() ? free : (free - rest) & above(rest.last());
      const KingRows::Row row = white_rows_.row(rest);
      for (Square turned_king : turned(kings, bits))
        append_row(row[static_cast<Square>(bits - 1 - index_of(turned_king))]);
    }
  }

  static constexpr DistanceSymbols symbols{Configuration::metric, value_without_moves<Rules>};

  const WordLayout& layout_;
  KingSets white_rests_;  ///< placements of all white kings but one
  KingRows white_rows_;
  MenNumbering turned_men_;
  std::uint64_t stride_;              ///< placements of the kings of a configuration
  std::uint64_t placements_;          ///< of the slice
  std::vector<DistanceSymbol> run_;   ///< the positions of a configuration with one pair of runs
  std::array<Largest, 2> largest_{};  ///< by parity of the symbol, which tells wins from losses
  std::vector<SymbolRow> rows_;       ///< by placement of White's kings
  std::vector<Bitboard> captures_;    ///< likewise
  std::array<SliceCounts, 2> counts_{};
  std::array<LongestPlays, 2> longest_{};
};

}  // namespace dambase
