// Turns the words of a solved configuration into codes in the order of the numbering, for both sides
// to move, and counts them.
#pragma once

#include <array>
#include <vector>

#include "formats/table_header.hpp"
#include "gen/configuration_words.hpp"
#include "gen/slice_codes.hpp"

namespace dambase {

/// Where the codes of both sides to move go. Sides are those of the solving orientation; the slice
/// with Black to move is numbered turned, as the twin's.
template <class Slice>
struct SliceTargetsOf {
  Slice* white_to_move;
  Slice* black_to_move;  ///< nullptr for a symmetric material
};
using SliceTargets = SliceTargetsOf<SliceCodes>;

/// Counts of the positions of a solved configuration with `side` to move.
[[nodiscard]] SliceCounts count_positions(const WordLayout& layout, const ConfigurationWords& configuration, Side side);

/// Packs configurations of a material with kings; holds working memory, so one a thread.
class SlicePacker {
 public:
  using Slice = SliceCodes;

  explicit SlicePacker(const WordLayout& layout) : SlicePacker(layout, best_bit_path()) {}
  SlicePacker(const WordLayout& layout, BitPath path);

  /// Puts the codes of a solved configuration into `targets`: of SliceCodes, or DealtSlice.
  template <class Target>
  void pack(ConfigurationWords& configuration, std::uint64_t men_rank, const SliceTargetsOf<Target>& targets);

  /// Counts of all that was packed, for `side` to move.
  [[nodiscard]] const SliceCounts& counts(Side side) const { return counts_[static_cast<std::size_t>(side)]; }

 private:
  // The two bits of the codes of one word.
  struct Planes {
    std::uint64_t low;
    std::uint64_t high;
  };
  struct PlaneMatrix {
    std::array<std::uint64_t, 64> low;
    std::array<std::uint64_t, 64> high;
  };

  [[nodiscard]] Planes planes(ConfigurationWords& configuration, Side side, std::size_t word) const;
  void append(Planes planes, Bitboard mask, CodeRun& run) const;

  void pack_white_to_move(ConfigurationWords& configuration, const WordRuns& runs, CodeRun& run);
  void pack_black_to_move(ConfigurationWords& configuration, const WordRuns& runs, CodeRun& run);
  void append_turned_bit_kings(ConfigurationWords& configuration, Bitboard outer_black, const WordRuns& runs,
                               CodeRun& run);
  void fill_matrices(ConfigurationWords& configuration, Bitboard outer_black, const WordRuns& runs);
  void append_matrix_rows(const ConfigurationWords& configuration, Bitboard outer_black, CodeRun& run);

  const WordLayout& layout_;
  KingSets white_rests_;  ///< placements of all white kings but one
  MenNumbering turned_men_;
  std::uint64_t stride_;      ///< placements of the kings of a configuration, as many with either side to move
  std::uint64_t placements_;  ///< of the slice
  bool has_bmi2_;
  CodeRun run_;
  std::vector<PlaneMatrix> matrices_;  ///< one for each placement in white_rests_
  std::array<SliceCounts, 2> counts_;
};

}  // namespace dambase
