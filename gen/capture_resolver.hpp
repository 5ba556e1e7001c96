// Values of all positions of a word in which the side to move must capture, from finished tables.
//
// Nothing here is done square by square where a word will do:
//  - Captures by the men are walked once, with the bit king as the unknown piece (engine/captures.hpp);
//    each capture comes with the squares of the bit king for which it is legal, and its results are read
//    as a word.
//  - Captures by the outer kings are found once for all words that differ in that king (gen/king_jumps.hpp).
//    One that ends by taking the bit king lands anywhere behind it: what landing there gives is one word
//    over the squares of the king, and the bit king's squares are those before a good landing.
//  - The bit king's own captures that begin by taking one piece in one direction are the same from
//    every square that sees the piece that way, so they are resolved once for all these squares.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>
#include <vector>

#include "gen/capture_matrices.hpp"
#include "gen/king_jumps.hpp"

namespace dambase {

/// Placements of all outer kings of a side but one for which each thread remembers what the one captures. Distances
/// take more room.
template <class Element>
inline constexpr std::size_t most_remembered_jumps = std::is_same_v<Element, Words> ? 32768 : 4096;

/// Resolves captures in words of one material; holds working memory, so one a thread. Finds values, or distances if
/// Element is DistanceWords or RuleWords.
template <class Rules, class Element = Words>
class CaptureResolver {
  using Values = CaptureValues<Rules, Element>;

 public:
  using Captures = typename Values::Captures;

  /// `material` is in solving orientation; `reader` must outlive this object.
  CaptureResolver(const Material& material, SuccessorReaderOf<Element>& reader)
      : material_(material),
        values_(material, reader),
        white_rests_(Rules::Board::shape, std::max(0, material.white_kings - 1)),
        black_rests_(Rules::Board::shape, std::max(0, material.black_kings - 2)),
        white_jumps_(material.white_kings > 0 && material.black_kings > 0 ? remembered(white_rests_) : 0),
        black_jumps_(material.black_kings > 1 ? remembered(black_rests_) : 0) {}

  /// The captures of `side`. Quickest where words that differ in White's kings follow each other, if `side` is White;
  /// that differ in Black's, if it is Black.
  Captures resolve(const WordPieces& word, Side side) {
    outcomes_.clear();
    if (material_.kings() == 0) {
      add_men<UnknownPiece::none>(word, side);
    } else if (side == Side::white) {
      add_men<UnknownPiece::opponents>(word, side);
      add_outer_kings(word, side, white_jumps_);
    } else {
      add_men<UnknownPiece::own>(word, side);
      add_outer_kings(word, side, black_jumps_);
      add_bit_king(word);
    }
    return outcomes_.allowed() & word.legal;
  }

  /// Whether resolve_row() serves words of `material`; it is for values alone.
  [[nodiscard]] static bool has_rows(const Material& material) {
    return std::is_same_v<Element, Words> && material.black_kings == 2 && Rules::king_run_limit == 0;
  }

  /// The captures of Black in a row of words, which have all pieces but Black's outer king in the same places:
  /// what the bit king captures on one square, while the outer king stands on another, is what the outer
  /// king captures where they have changed places.
  void resolve_row(std::span<const WordPieces> row, std::span<WordCaptures> captures) {
    by_outer_.clear();
    for (const WordPieces& word : row) {
      if (word.legal.empty()) continue;
      outcomes_.clear();
      add_outer_kings(word, Side::black, black_jumps_);
      const auto outer = static_cast<std::size_t>(word.black.kings.first());
      for (const auto& outcome : outcomes_) by_outer_.add(outcome.preference, outer, outcome.captures & word.legal);
    }
    by_outer_.transpose();
    for (std::size_t i = 0; i < row.size(); ++i) {
      captures[i] = {};
      if (row[i].legal.empty()) continue;
      outcomes_.clear();
      add_men<UnknownPiece::own>(row[i], Side::black);
      by_outer_.add_both_to(outcomes_, static_cast<std::size_t>(row[i].black.kings.first()));
      captures[i] = outcomes_.allowed() & row[i].legal;
    }
  }

 private:
  using Board = typename Rules::Board;
  using Preference = decltype(Rules::preference(CaptureTraits{}));
  template <UnknownPiece bit_king>
  using Jumps = KingJumps<Rules, bit_king, Element>;

  // ---- men and outer kings ----

  static std::size_t remembered(const KingSets& rests) {
    return std::min(most_remembered_jumps<Element>, rests.size());
  }

  template <UnknownPiece bit_king>
  void add_men(const WordPieces& word, Side side) {
    const Pieces& mover = word.of(side);
    const Pieces& opponents = word.of(opponent(side));
    constexpr bool by_king = false;
    for (Square from : mover.men) {
      WordPieces rest = word;
      (side == Side::white ? rest.white : rest.black).men -= Bitboard(from);
      const auto add = [&](const auto& finished) {
        outcomes_.add(preference_of<Rules>(finished, opponents, by_king), values_.of(rest, side, by_king, finished));
      };
      CaptureWalk<Rules, decltype(add), bit_king> walk(side, {opponents, rest.occupied()}, add, word.legal);
      walk.man(from);
    }
  }

  template <UnknownPiece bit_king>
  void add_outer_kings(const WordPieces& word, Side side, std::vector<Jumps<bit_king>>& known) {
    for (Square from : word.of(side).kings) {
      WordPieces rest = word;
      Pieces& mover = side == Side::white ? rest.white : rest.black;
      mover = {mover.men, mover.kings - Bitboard(from)};  // a capture ends its run
      const std::size_t place =
          side == Side::white ? white_rests_.rank(rest.white.kings) : black_rests_.rank(rest.black.kings);
      Jumps<bit_king>& jumps = known[place < known.size() ? place : place % known.size()];
      if (!jumps.is_of(rest.white, rest.black, side)) jumps.reset(rest, side);
      jumps.add(from, values_, outcomes_);
    }
  }

  // ---- the bit king ----

  // The bit king's captures that begin with one victim in one direction.
  struct Jump {
    Bitboard squares;  ///< that the bit king may come from
    Bitboard landings;
  };
  using JumpsOfVictim = std::array<Jump, 8>;  // by direction

  void add_bit_king(const WordPieces& word) {
    first_jumps_.clear();
    Bitboard seen_once;
    Bitboard seen_twice;
    for (Square victim : word.white.all()) {
      const Bitboard squares = look_around(word, victim, first_jumps_.emplace_back());
      seen_twice |= seen_once & squares;
      seen_once |= squares;
    }
    auto jumps = first_jumps_.begin();
    for (Square victim : word.white.all()) add_jumps(word, victim, *jumps++, seen_once, seen_twice);
  }

  // From where the bit king can take `victim`, and where it may land; returns all the former.
  static Bitboard look_around(const WordPieces& word, Square victim, JumpsOfVictim& jumps) {
    const Bitboard occupied = word.occupied();
    Bitboard squares;
    for (Direction direction : capture_directions<Rules>()) {
      Jump& jump = jumps[static_cast<std::size_t>(direction)];
      jump.landings = king_landings<Rules>(victim, direction, occupied);
      if (jump.landings.any()) jump.squares = king_reach<Rules>(victim, opposite(direction), occupied);
      squares |= jump.squares;
    }
    return squares;
  }

  // `seen_once` and `seen_twice`: squares from which one, or two, of White's pieces can be taken.
  void add_jumps(const WordPieces& word, Square victim, const JumpsOfVictim& jumps, Bitboard seen_once,
                 Bitboard seen_twice) {
    Bitboard from;
    for (const Jump& jump : jumps) from |= jump.squares;
    if (from.empty()) return;
    Bitboard goes_on = seen_twice | (seen_once - from);
    // Once the victim has left, other pieces may be seen past it.
    if (Rules::captured_leave_at_once && word.white.all() != Bitboard(victim)) goes_on = Board::all;
    // In directions in which it cannot capture on, what it lands on is one word for all of them.
    const bool takes_king = word.white.kings.has(victim);
    std::optional<typename Values::Landings> single;
    for (Direction direction : capture_directions<Rules>()) {
      const Jump& jump = jumps[static_cast<std::size_t>(direction)];
      if (jump.squares.empty()) continue;
      if (jump.landings.meets(goes_on)) {
        add_long(word, victim, direction, jump.squares);
        continue;
      }
      if (!single) single = values_.of_bit_king(word, Bitboard(victim));
      const Bitboard landings = Rules::stops_behind_king && takes_king
                                    ? jump.landings & Board::step(Bitboard(victim), direction)
                                    : jump.landings;
      outcomes_.add(preference_of_single(word, victim, takes_king), single->of(jump.squares, landings));
    }
  }

  [[nodiscard]] static Preference preference_of_single(const WordPieces& word, Square victim, bool takes_king) {
    constexpr bool by_king = true;
    const FinishedCapture capture{Square{}, Bitboard(victim), by_king, false, takes_king ? first_taken : 0, {}, {}};
    return preference_of<Rules>(capture, word.white, by_king);
  }

  // The bit king may be able to capture on from where it lands.
  void add_long(const WordPieces& word, Square victim, Direction direction, Bitboard squares) {
    chains_.clear();
    Preference best{};
    const auto add = [&](const FinishedCapture& c) {
      constexpr bool by_king = true;
      const Preference preference = preference_of<Rules>(c, word.white, by_king);
      if (!chains_.empty() && preference < best) return;
      if (!chains_.empty() && preference > best) chains_.clear();
      best = preference;
      const auto known = std::ranges::find(chains_, c.captured, &Chains::captured);
      if (known == chains_.end()) {
        chains_.push_back({c.captured, Bitboard(c.to)});
      } else {
        known->landings |= Bitboard(c.to);
      }
    };
    CaptureWalk<Rules, decltype(add)> walk(Side::black, {word.white, word.occupied()}, add);
    walk.king_over(victim, direction);
    for (const Chains& chains : chains_)
      outcomes_.add(best, values_.of_bit_king(word, chains.captured).of(squares, chains.landings));
  }

  // Captures that take the same pieces.
  struct Chains {
    Bitboard captured;
    Bitboard landings;
  };

  Material material_;
  Values values_;
  CaptureOutcomes<Preference, Captures> outcomes_;
  KingSets white_rests_;  ///< White's kings without one
  KingSets black_rests_;  ///< Black's outer kings without one
  // By rank of the rest, or of what is left of it by division where there are more.
  std::vector<Jumps<UnknownPiece::opponents>> white_jumps_;
  std::vector<Jumps<UnknownPiece::own>> black_jumps_;
  CaptureMatrices<Preference> by_outer_;
  std::vector<JumpsOfVictim> first_jumps_;
  std::vector<Chains> chains_;
};

/// What one thread looks up smaller material with.
template <class Rules, class Element = Words>
struct LookUps {
  /// `successors` must outlive this object.
  LookUps(const Material& material, const Successors& successors) : reader(successors), captures(material, reader) {
    if constexpr (std::is_same_v<Element, RuleWords>) reader.count_from(material, Rules::draw_rules);
  }
  LookUps(const LookUps&) = delete;
  LookUps& operator=(const LookUps&) = delete;

  SuccessorReaderOf<Element> reader;
  CaptureResolver<Rules, Element> captures;
};

}  // namespace dambase
