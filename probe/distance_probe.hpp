// Distances of any position, from the tables of one metric: captures, and what compact tables leave out, are resolved
// by the rules.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "engine/game_end.hpp"
#include "engine/movegen.hpp"
#include "probe/stored_distances.hpp"

namespace dambase {

/// Whether a legal move in `position` is a conversion: a capture, or a move of a man.
[[nodiscard]] inline bool is_conversion(const Position& position, const Move& move) {
  return move.is_capture() || position.of(position.side_to_move()).men.has(move.from);
}

/// Whether a legal move in `position` is the last that `metric` counts: the game may go on, but plies are counted from
/// 0.
template <class Rules>
[[nodiscard]] bool is_last_counted(Metric metric, const Position& position, const Move& move) {
  switch (metric) {
    case Metric::wld:
    case Metric::dtw: break;
    case Metric::dtc: return is_conversion(position, move);
    case Metric::rule: return !count_goes_on(Rules::draw_rules, position, move);
  }
  return false;
}

/// What a move comes to for the side that makes it, if `after` is how far the position after it is for the opponent;
/// under the rules that count moves, without the limit of the position that it is made in.
[[nodiscard]] constexpr Distance of_move(bool is_last_counted, const Distance& after) {
  const Value value = for_opponent(after.value);
  if (value == Value::draw) return {};
  return {value, is_last_counted ? 1 : after.plies + 1};
}

/// `distance` in `position`; under the rules that count moves a draw, if it takes more plies than they allow.
template <class Rules>
[[nodiscard]] Distance within_limit(Metric metric, const Position& position, const Distance& distance) {
  if (metric != Metric::rule) return distance;
  const DrawRule* const rule = governing_rule(Rules::draw_rules, Material::of(position));
  return rule != nullptr && distance.plies > rule->limit ? Distance{} : distance;
}

/// May be used from any number of threads at once.
template <class Rules>
class DistanceProbe {
 public:
  explicit DistanceProbe(std::unique_ptr<StoredDistances> tables) : tables_(std::move(tables)) {}

  [[nodiscard]] const StoredDistances& tables() const { return *tables_; }

  /// Of a legal position. Captures lead to fewer pieces, and what is left out to what is stored, so this ends.
  [[nodiscard]] Result<Distance> distance(const Position& position, ProbeMode mode) const {
    const Side side = position.side_to_move();
    if (const auto end = value_at_end<Rules>(position.of(side), position.of(opponent(side)))) return Distance{*end, 0};
    if (has_capture<Rules>(position)) {
      // With more pieces than the tables have, chains of captures grow beyond measure; two pieces need no table.
      constexpr int always_tried = 2;
      const int pieces = position.count();
      if (pieces > std::max(tables_->max_pieces(), always_tried)) return tables_->too_many_pieces(pieces, mode);
      std::vector<Move> captures;
      CaptureCollector<Rules>::append(position, captures);
      return best(position, captures, mode);
    }
    const auto stored = tables_->distance(side == Side::white ? position : position.turned(Rules::Board::shape), mode);
    if (!stored) return stored.error();
    if (*stored) return **stored;
    std::vector<Move> moves;
    for_each_quiet_move<Rules>(position, [&](const Move& move) { moves.push_back(move); });
    if (moves.empty()) return Distance{value_without_moves<Rules>, 0};
    return best(position, moves, mode);
  }

  /// Of a legal move, for the side that makes it.
  [[nodiscard]] Result<Distance> distance_of(const Position& position, const Move& move, ProbeMode mode) const {
    const auto after = distance(position.after(move), mode);
    if (!after) return after;
    return of_move(is_last_counted<Rules>(tables_->metric(), position, move), *after);
  }

 private:
  // The best of some moves, not none. All must be known, since any may be the shortest way.
  [[nodiscard]] Result<Distance> best(const Position& position, const std::vector<Move>& moves, ProbeMode mode) const {
    std::optional<Distance> best;
    for (const Move& move : moves) {
      const auto of_this = distance_of(position, move, mode);
      if (!of_this) return of_this;
      if (!best || goodness(*of_this) > goodness(*best)) best = *of_this;
      // Nothing wins sooner.
      if (*best == Distance{Value::win, 1}) break;
    }
    return within_limit<Rules>(tables_->metric(), position, *best);
  }

  std::unique_ptr<StoredDistances> tables_;
};

}  // namespace dambase
