// How the positions of a slice lie in words while it is solved, and afterwards for larger slices.
//
// One king, the bit king, is left out; "for which squares of the bit king" is one word, and words are
// indexed by the placements of the other kings, the outer kings. A material is turned so that the bit
// king is black (`solving_orientation`); with two black kings each position is in two words.
#pragma once

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/material.hpp"
#include "engine/position_space.hpp"
#include "formats/numbering.hpp"
#include "gen/king_sets.hpp"
#include "gen/lanes.hpp"
#include "gen/levels.hpp"

namespace dambase {

/// Values of the positions that differ in the square of the bit king only; one bit a square. Without
/// kings, bit 0 alone is used.
struct Words {
  std::uint64_t white_wins = 0;    ///< White to move wins
  std::uint64_t white_losses = 0;  ///< White to move loses
  std::uint64_t black_wins = 0;
  std::uint64_t black_losses = 0;

  [[nodiscard]] std::uint64_t& wins(Side side) { return side == Side::white ? white_wins : black_wins; }
  [[nodiscard]] std::uint64_t& losses(Side side) { return side == Side::white ? white_losses : black_losses; }
  [[nodiscard]] std::uint64_t wins(Side side) const { return side == Side::white ? white_wins : black_wins; }
  [[nodiscard]] std::uint64_t losses(Side side) const { return side == Side::white ? white_losses : black_losses; }
};

/// How far the same positions are decided, as numbers of gen/win_code.hpp.
struct DistanceWords {
  Lanes white;  ///< White to move
  Lanes black;

  [[nodiscard]] Lanes& of(Side side) { return side == Side::white ? white : black; }
  [[nodiscard]] const Lanes& of(Side side) const { return side == Side::white ? white : black; }
};

/// The same under the rules that count moves, as numbers of gen/rule_code.hpp.
struct RuleWords : DistanceWords {};

/// Of a material and its twin, the one that is solved: Black has the fewer kings, but at least one if
/// there are any.
[[nodiscard]] Material solving_orientation(const Material& material);

/// Runs of king moves of both sides, as numbers. White's are PositionSpace::run_number; Black's are the
/// same with the bit king at place 0 and the outer kings after it.
struct WordRuns {
  int white = 0;
  int black = 0;

  [[nodiscard]] int& of(Side side) { return side == Side::white ? white : black; }
  [[nodiscard]] int of(Side side) const { return side == Side::white ? white : black; }
};

/// Stands for the bit king in KingRun::king where its square is not known.
inline constexpr Square bit_king_square{63};

class WordLayout {
 public:
  /// `material` is in solving orientation.
  WordLayout(const PositionSpace& space, const Material& material);

  [[nodiscard]] const Material& material() const { return material_; }
  [[nodiscard]] const PositionSpace& space() const { return space_; }
  [[nodiscard]] const BoardShape& shape() const { return space_.board; }
  [[nodiscard]] const MenNumbering& men() const { return men_; }
  [[nodiscard]] const KingSets& white_kings() const { return white_kings_; }
  [[nodiscard]] const KingSets& outer_black_kings() const { return outer_black_kings_; }
  [[nodiscard]] bool has_bit_king() const { return material_.black_kings > 0; }
  [[nodiscard]] std::size_t words_per_configuration() const {
    return white_kings_.size() * outer_black_kings_.size() * run_pairs_;
  }
  /// Of those, the words with White's kings in one place.
  [[nodiscard]] std::size_t words_per_white_placement() const { return outer_black_kings_.size() * run_pairs_; }
  /// Of those, the words with all outer kings in one place: one for each pair of runs.
  [[nodiscard]] std::size_t run_pairs() const { return run_pairs_; }
  /// words_per_configuration() without making a layout.
  [[nodiscard]] static std::uint64_t words_per_configuration(const PositionSpace& space, const Material& material);

  /// Runs that each side can be in, "none" included.
  [[nodiscard]] int white_runs() const { return white_runs_; }
  [[nodiscard]] int black_runs() const { return black_runs_; }
  [[nodiscard]] bool has_runs(Side side) const { return (side == Side::white ? white_runs_ : black_runs_) > 1; }

  /// The word of these outer kings and runs within its configuration.
  [[nodiscard]] std::size_t word(Bitboard white_kings, Bitboard outer_black_kings, const WordRuns& runs = {}) const {
    const std::size_t of_kings =
        white_kings_.rank(white_kings) * outer_black_kings_.size() + outer_black_kings_.rank(outer_black_kings);
    return of_kings * run_pairs_ + pair_of(runs);
  }
  [[nodiscard]] Bitboard white_kings_of(std::size_t word) const {
    return white_kings_[kings_index(word) / outer_black_kings_.size()];
  }
  [[nodiscard]] Bitboard outer_black_kings_of(std::size_t word) const {
    return outer_black_kings_[kings_index(word) % outer_black_kings_.size()];
  }
  [[nodiscard]] WordRuns runs_of(std::size_t word) const {
    const auto pair = static_cast<int>(word % run_pairs_);
    return {pair / black_runs_, pair % black_runs_};
  }
  /// The word of the same kings with other runs.
  [[nodiscard]] std::size_t with_runs(std::size_t word, const WordRuns& runs) const {
    return kings_index(word) * run_pairs_ + pair_of(runs);
  }

  /// The runs as KingRun of the pieces of `word`, and back. In them bit_king_square may stand for the bit king.
  [[nodiscard]] KingRun white_run_of(std::size_t word) const {
    return white_runs_ == 1 ? KingRun{} : space_.run_of(white_kings_of(word), runs_of(word).white);
  }
  [[nodiscard]] KingRun black_run_of(std::size_t word) const;
  [[nodiscard]] int black_run_number(Bitboard outer_kings, const KingRun& run) const;

  /// The bits of a word that stand for positions: squares left to the bit king, none if pieces meet.
  [[nodiscard]] Bitboard legal_bits(const MenConfiguration& men, std::size_t word) const;

 private:
  // A division that most variants need not make.
  [[nodiscard]] std::size_t kings_index(std::size_t word) const { return run_pairs_ == 1 ? word : word / run_pairs_; }
  [[nodiscard]] std::size_t pair_of(const WordRuns& runs) const {
    return static_cast<std::size_t>(runs.white) * static_cast<std::size_t>(black_runs_) +
           static_cast<std::size_t>(runs.black);
  }

  PositionSpace space_;
  Material material_;
  MenNumbering men_;
  KingSets white_kings_;
  KingSets outer_black_kings_;
  int white_runs_;
  int black_runs_;
  std::size_t run_pairs_;
};

/// What words of a table say.
enum class WordContent : std::uint8_t { values, distances, rules };

/// The words of a finished material, in memory, for larger ones to look up: all of them, or those of one
/// level of man configurations at a time.
class WordTable {
 public:
  enum class Holds : std::uint8_t { all, one_level };

  /// All words zero; of levels, none as yet. `material` is in solving orientation.
  WordTable(const PositionSpace& space, const Material& material, Holds holds = Holds::all,
            WordContent content = WordContent::values);

  [[nodiscard]] const WordLayout& layout() const { return layout_; }
  /// The levels, if one is held at a time.
  [[nodiscard]] const Levels& levels() const { return *levels_; }
  /// Makes room for the words of `level`, all zero, and lets go of others.
  void hold_level(std::size_t level);

  /// The words of a configuration that is held; Element is Words, or DistanceWords or RuleWords where that is the
  /// content.
  template <class Element = Words>
  [[nodiscard]] std::span<Element> configuration(std::uint64_t men_rank) {
    const std::size_t size = layout_.words_per_configuration();
    return std::span(elements<Element>(*this)).subspan(slot(men_rank) * size, size);
  }
  template <class Element = Words>
  [[nodiscard]] std::span<const Element> configuration(std::uint64_t men_rank) const {
    const std::size_t size = layout_.words_per_configuration();
    return std::span(elements<Element>(*this)).subspan(slot(men_rank) * size, size);
  }

  /// What a table of `material`, in solving orientation, takes in memory.
  [[nodiscard]] static std::uint64_t bytes(const PositionSpace& space, const Material& material, Holds holds,
                                           WordContent content = WordContent::values);

 private:
  // Calls `visit` with the words that the content has.
  template <class Visit>
  void with_elements(const Visit& visit) {
    switch (content_) {
      case WordContent::values: return visit(words_);
      case WordContent::distances: return visit(distances_);
      case WordContent::rules: return visit(rules_);
    }
  }
  template <class Element, class Table>
  static auto& elements(Table& table) {
    if constexpr (std::is_same_v<Element, Words>)
      return table.words_;
    else if constexpr (std::is_same_v<Element, DistanceWords>)
      return table.distances_;
    else
      return table.rules_;
  }
  [[nodiscard]] std::size_t slot(std::uint64_t men_rank) const { return levels_ ? levels_->slot(men_rank) : men_rank; }

  WordLayout layout_;
  std::optional<Levels> levels_;
  WordContent content_;
  // One of these, by the content.
  std::vector<Words> words_;
  std::vector<DistanceWords> distances_;
  std::vector<RuleWords> rules_;
};

}  // namespace dambase
