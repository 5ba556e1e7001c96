// The captures of an outer king, by what they begin with.
//
// Once a king has taken its first victim in some direction, it does not matter where it came from. So with
// all other pieces fixed, what follows is found once for each first victim and direction, and serves the
// king from every square that sees that victim.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "gen/capture_values.hpp"

namespace dambase {

/// The captures of one outer king on any square, all other pieces fixed and the bit king on any square.
/// Found as they are asked for.
template <class Rules, UnknownPiece bit_king, class Element = Words>
class KingJumps {
 public:
  using Preference = decltype(Rules::preference(CaptureTraits{}));
  using Values = CaptureValues<Rules, Element>;
  using Captures = typename Values::Captures;
  using Outcomes = CaptureOutcomes<Preference, Captures>;

  /// Starts anew, for a king of `side` with `rest` as all other pieces.
  void reset(const WordPieces& rest, Side side) {
    rest_ = rest;
    side_ = side;
    occupied_ = rest.occupied();
    victims_ = rest.of(opponent(side)).all();
    for (auto& outcomes : over_bit_king_) outcomes.clear();
    walked_.fill({});
    is_known_.fill({});
    landings_.clear();
    begun_ = false;
    is_reset_ = true;
  }
  /// Whether that is what it was last reset to.
  [[nodiscard]] bool is_of(const Pieces& white, const Pieces& black, Side side) const {
    return is_reset_ && side == side_ && white == rest_.white && black == rest_.black;
  }

  /// Adds the captures of the king on `at`.
  void add(Square at, const Values& values, Outcomes& outcomes) {
    if (!begun_) begin(values);
    for (Direction direction : capture_directions<Rules>()) {
      const KingView view = king_view<Rules>(Bitboard(at), direction, occupied_);
      if constexpr (takes_bit_king) {
        const Bitboard seen = Rules::flying_kings ? view.run : Board::step(Bitboard(at), direction) - occupied_;
        for (const auto& outcome : over_bit_king(direction, seen, values)) {
          if (outcome.captures.can.meets(seen)) outcomes.add(outcome.preference, outcome.captures & seen);
        }
      }
      if (!view.piece.meets(victims_) || (Board::step(view.piece, direction) - occupied_).empty()) continue;
      for (const auto& outcome : over_known(direction, view.piece, values))
        outcomes.add(outcome.preference, outcome.captures - view.run);
    }
  }

 private:
  using Board = typename Rules::Board;
  static constexpr bool takes_bit_king = bit_king == UnknownPiece::opponents;
  static constexpr bool by_king = true;

  // Of directions that pieces capture in, numbered from 0: the diagonals are the first two and the last two of eight.
  static constexpr std::size_t directions = capture_directions<Rules>().size();
  static constexpr std::size_t number_of(Direction direction) {
    return static_cast<std::size_t>(direction) % directions;
  }

  // What a walk reports goes to `to`.
  template <class Walk>
  void walk(const Values& values, Outcomes& to, const Walk& walk) {
    const Pieces& opponents = rest_.of(opponent(side_));
    const auto add = [&](const auto& finished) {
      to.add(preference_of<Rules>(finished, opponents, by_king), value_of(finished, values));
    };
    CaptureWalk<Rules, decltype(add), bit_king> from(side_, {opponents, occupied_}, add, Board::all - occupied_);
    walk(from);
  }

  Captures value_of(const FinishedCapture& c, const Values& values) {
    // Where a run of king moves is part of a position, words over a white king are dear.
    if constexpr (takes_bit_king && Rules::king_run_limit == 0) {
      if (c.takes_unknown) return with_bit_king(c.captured, values).of(c.unknown, Bitboard(c.to));
    }
    return values.of(rest_, side_, by_king, c);
  }
  Captures value_of(const FinishedBeyond& c, const Values& values) {
    return Values::Worth::beyond(c, with_bit_king(c.captured, values));
  }

  // Captures that take the bit king and `captured` end on one of few sets of pieces: one word for each.
  const typename Values::Landings& with_bit_king(Bitboard captured, const Values& values) {
    for (const Landings& known : landings_) {
      if (known.captured == captured) return known.values;
    }
    return landings_.emplace_back(Landings{captured, values.of_white_king(rest_, by_king, captured)}).values;
  }

  void begin(const Values& values) {
    begun_ = true;
    if constexpr (takes_bit_king) {
      Outcomes unused;
      walk(values, unused, [&](auto& from) {
        const Bitboard sees_known = from.king_sees_known();
        for (Direction direction : capture_directions<Rules>()) {
          const std::size_t d = number_of(direction);
          const FinishedBeyond beyond = from.king_beyond_unknown(direction, sees_known, walked_[d]);
          if (beyond.unknown.empty()) continue;
          over_bit_king_[d].add(preference_of<Rules>(beyond, rest_.black, by_king), value_of(beyond, values));
        }
      });
    }
  }

  // Taking the bit king first, of which the squares `seen` are asked for.
  const Outcomes& over_bit_king(Direction direction, Bitboard seen, const Values& values) {
    const std::size_t d = number_of(direction);
    Outcomes& outcomes = over_bit_king_[d];
    if (const Bitboard missing = walked_[d] & seen; missing.any()) {
      walk(values, outcomes, [&](auto& from) {
        for (Square square : missing) from.king_over_unknown(square, direction);
      });
      walked_[d] -= missing;
    }
    return outcomes;
  }

  // Taking `victim` first.
  const Outcomes& over_known(Direction direction, Bitboard victim, const Values& values) {
    const std::size_t d = number_of(direction);
    const auto ordinal = static_cast<std::size_t>(few(victims_ & Bitboard(victim.bits() - 1)));
    const std::size_t place = ordinal * over_bit_king_.size() + d;
    if (over_known_.size() <= place) over_known_.resize(place + over_bit_king_.size());
    Outcomes& outcomes = over_known_[place];
    if (!is_known_[d].meets(victim)) {
      outcomes.clear();
      walk(values, outcomes, [&](auto& from) { from.king_over(victim.first(), direction); });
      is_known_[d] |= victim;
    }
    return outcomes;
  }

  struct Landings {
    Bitboard captured;
    typename Values::Landings values;
  };

  WordPieces rest_{};
  Side side_ = Side::white;
  bool is_reset_ = false;
  bool begun_ = false;
  Bitboard occupied_;
  Bitboard victims_;
  std::array<Outcomes, directions> over_bit_king_;  ///< by direction
  std::array<Bitboard, directions> walked_{};       ///< squares of the bit king that over_bit_king_ lacks as yet
  std::vector<Outcomes> over_known_;                ///< by ordinal of the victim, and direction
  std::array<Bitboard, directions> is_known_{};     ///< by direction: victims that over_known_ has
  std::vector<Landings> landings_;                  ///< of captures with the bit king among the victims
};

}  // namespace dambase
