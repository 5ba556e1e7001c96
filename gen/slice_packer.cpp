#include "gen/slice_packer.hpp"

#include <algorithm>

#include "gen/bit_matrix.hpp"
#include "gen/code_dealer.hpp"
#include "gen/packing_order.hpp"

namespace dambase {
SlicePacker::SlicePacker(const WordLayout& layout, BitPath path)
    : layout_(layout),
      white_rests_(layout.shape(), std::max(0, layout.material().white_kings - 1)),
      turned_men_(layout.shape(), layout.material().black_men, layout.material().white_men),
      stride_(king_placements(layout)),
      placements_(stride_ * layout.men().count()),
      has_bmi2_(path == BitPath::bmi2) {}

template <class Target>
void SlicePacker::pack(ConfigurationWords& configuration, std::uint64_t men_rank,
                       const SliceTargetsOf<Target>& targets) {
  for_each_run_pair(layout_, Side::white, [&](std::uint64_t pair, const WordRuns& runs) {
    run_.begin(pair * placements_ + men_rank * stride_);
    pack_white_to_move(configuration, runs, run_);
    targets.white_to_move->place(run_);
  });
  counts_[0] += count_positions(layout_, configuration, Side::white);
  if (targets.black_to_move == nullptr) return;
  const int bits = layout_.shape().bits;
  const MenConfiguration turned_men = turned(configuration.men, bits);
  const std::uint64_t turned_rank = turned_men_.rank(turned_men);
  for_each_run_pair(layout_, Side::black, [&](std::uint64_t pair, const WordRuns& runs) {
    run_.begin(pair * placements_ + turned_rank * stride_);
    pack_black_to_move(configuration, runs, run_);
    targets.black_to_move->place(run_);
  });
  counts_[1] += count_positions(layout_, configuration, Side::black);
}

template void SlicePacker::pack(ConfigurationWords&, std::uint64_t, const SliceTargetsOf<SliceCodes>&);
template void SlicePacker::pack(ConfigurationWords&, std::uint64_t, const SliceTargetsOf<DealtSlice>&);

SlicePacker::Planes SlicePacker::planes(ConfigurationWords& configuration, Side side, std::size_t word) const {
  const Words& values = configuration.values[word];
  const std::uint64_t captures = configuration.captures(side)[word].bits();
  const std::uint64_t draws = configuration.legal[word].bits() & ~values.wins(side) & ~values.losses(side);
  return {draws | captures, values.losses(side) | captures};
}

void SlicePacker::append(Planes planes, Bitboard mask, CodeRun& run) const {
  if (mask.empty()) return;
#if DAMBASE_HAS_BMI2_PATH
  if (has_bmi2_) {
    run.append(Bmi2Bits::gather(planes.low, mask.bits()), Bmi2Bits::gather(planes.high, mask.bits()), mask.count());
    return;
  }
#endif
  run.append(PortableBits::gather(planes.low, mask.bits()), PortableBits::gather(planes.high, mask.bits()),
             mask.count());
}

// In the numbering Black's kings count last, so a word is a run of positions: those in which the bit
// king is the lowest of Black's kings.
void SlicePacker::pack_white_to_move(ConfigurationWords& configuration, const WordRuns& runs, CodeRun& run) {
  const auto pairs = static_cast<std::size_t>(layout_.white_runs() * layout_.black_runs());
  for (std::size_t word = layout_.with_runs(0, runs); word < configuration.values.size(); word += pairs) {
    if (configuration.legal[word].empty()) continue;
    const Bitboard mask = packed_squares(configuration.legal[word], layout_.outer_black_kings_of(word));
    append(planes(configuration, Side::white, word), mask, run);
  }
}

// Turned, Black's kings count before White's. So the words of all squares of one white king are
// transposed: rows for squares of the bit king, bits for squares of the white king.
void SlicePacker::pack_black_to_move(ConfigurationWords& configuration, const WordRuns& runs, CodeRun& run) {
  const KingSets& turned_outer = layout_.outer_black_kings();
  for (std::size_t i = 0; i < turned_outer.size(); ++i) {
    const Bitboard outer = turned(turned_outer[i], layout_.shape().bits);
    if (outer.meets(configuration.men.all())) continue;
    if (layout_.material().white_kings == 0) {
      append_turned_bit_kings(configuration, outer, runs, run);
    } else {
      fill_matrices(configuration, outer, runs);
      append_matrix_rows(configuration, outer, run);
    }
  }
}

void SlicePacker::append_turned_bit_kings(ConfigurationWords& configuration, Bitboard outer_black, const WordRuns& runs,
                                          CodeRun& run) {
  const int bits = layout_.shape().bits;
  const std::size_t word = layout_.word(Bitboard(), outer_black, runs);
  const Planes of_word = planes(configuration, Side::black, word);
  const Bitboard mask =
      outer_black.empty() ? configuration.legal[word] : configuration.legal[word] & above(outer_black.last());
  append({turned(Bitboard(of_word.low), bits).bits(), turned(Bitboard(of_word.high), bits).bits()}, turned(mask, bits),
         run);
}

void SlicePacker::fill_matrices(ConfigurationWords& configuration, Bitboard outer_black, const WordRuns& runs) {
  matrices_.resize(white_rests_.size());
  const Bitboard taken = configuration.men.all() | outer_black;
  for (std::size_t i = 0; i < white_rests_.size(); ++i) {
    const Bitboard rest = white_rests_[i];
    if (rest.meets(taken)) continue;
    PlaneMatrix& matrix = matrices_[i];
    matrix = {};
    const Bitboard free = layout_.shape().all - taken - rest;
    for (Square king : rest.empty() ? free : free& above(rest.last())) {
      const Planes row = planes(configuration, Side::black, layout_.word(rest | Bitboard(king), outer_black, runs));
      matrix.low[static_cast<std::size_t>(king)] = row.low;
      matrix.high[static_cast<std::size_t>(king)] = row.high;
    }
    transpose(matrix.low);
    transpose(matrix.high);
  }
}

void SlicePacker::append_matrix_rows(const ConfigurationWords& configuration, Bitboard outer_black, CodeRun& run) {
  const int bits = layout_.shape().bits;
  const Bitboard free = layout_.shape().all - configuration.men.all() - outer_black;
  const Bitboard bit_kings = outer_black.empty() ? free : free & above(outer_black.last());
  for (Square turned_bit : turned(bit_kings, bits)) {
    const Bitboard bit = turned(Bitboard(turned_bit), bits);
    for (std::size_t i = 0; i < white_rests_.size(); ++i) {
      // Rests in the order of the turned board, whose colex order the numbering has.
      const Bitboard rest = turned(white_rests_[i], bits);
      if (rest.meets(configuration.men.all() | outer_black | bit)) continue;
      const PlaneMatrix& matrix = matrices_[white_rests_.rank(rest)];
      const auto row = static_cast<std::size_t>(bit.first());
      const Bitboard mask = rest.empty() ? free - bit : (free - bit - rest) & above(rest.last());
      append({turned(Bitboard(matrix.low[row]), bits).bits(), turned(Bitboard(matrix.high[row]), bits).bits()},
             turned(mask, bits), run);
    }
  }
}

SliceCounts count_positions(const WordLayout& layout, const ConfigurationWords& configuration, Side side) {
  SliceCounts counts;
  const auto number = [](Bitboard set) { return static_cast<std::uint64_t>(set.count()); };
  for (std::size_t word = 0; word < configuration.values.size(); ++word) {
    if (configuration.legal[word].empty()) continue;
    const Bitboard mask = packed_squares(configuration.legal[word], layout.outer_black_kings_of(word));
    const std::uint64_t positions = number(mask);
    const std::uint64_t wins = number(mask & Bitboard(configuration.values[word].wins(side)));
    const std::uint64_t losses = number(mask & Bitboard(configuration.values[word].losses(side)));
    counts.positions += positions;
    counts.captures += number(mask & configuration.captures(side)[word]);
    counts.wins += wins;
    counts.losses += losses;
    counts.draws += positions - wins - losses;
  }
  return counts;
}

}  // namespace dambase
