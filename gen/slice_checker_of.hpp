// SliceChecker, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/game_end.hpp"
#include "engine/movegen.hpp"
#include "gen/slice_checker.hpp"
#include "probe/distance_probe.hpp"

namespace dambase {

template <class Rules>
class SliceCheckerOf final : public SliceChecker {
 public:
  std::optional<Value> value_of_captures(const Position& position, const TrueValueStore& values) const override {
    if (!has_capture<Rules>(position)) return std::nullopt;
    thread_local std::vector<Move> captures;
    captures.clear();
    CaptureCollector<Rules>::append(position, captures);
    Value best = Value::loss;
    for (const Move& move : captures) best = std::min(best, value_after(position, move, values));
    return best;
  }

  Value value_of_quiet_moves(const Position& position, const TrueValueStore& values) const override {
    Value best = Value::loss;
    bool can_move = false;
    for_each_quiet_move<Rules>(position, [&](const Move& move) {
      can_move = true;
      if (best != Value::win) best = std::min(best, value_after(position, move, values));
    });
    return can_move ? best : value_without_moves<Rules>;
  }

  std::optional<Distance> distance_by_captures(const Position& position,
                                               const TrueDistanceStore& distances) const override {
    if (!has_capture<Rules>(position)) return std::nullopt;
    thread_local std::vector<Move> captures;
    captures.clear();
    CaptureCollector<Rules>::append(position, captures);
    std::optional<Distance> best;
    for (const Move& move : captures) take_better(best, distance_of(position, move, distances));
    return within_limit<Rules>(distances.symbols().metric(), position, *best);
  }

  Distance distance_by_quiet_moves(const Position& position, const TrueDistanceStore& distances) const override {
    std::optional<Distance> best;
    for_each_quiet_move<Rules>(position,
                               [&](const Move& move) { take_better(best, distance_of(position, move, distances)); });
    return within_limit<Rules>(distances.symbols().metric(), position,
                               best.value_or(Distance{value_without_moves<Rules>, 0}));
  }

 private:
  static void take_better(std::optional<Distance>& best, const Distance& distance) {
    if (!best || goodness(distance) > goodness(*best)) best = distance;
  }

  // Of a legal move, for White who makes it.
  static Distance distance_of(const Position& position, const Move& move, const TrueDistanceStore& distances) {
    const Position after = position.after(move).turned(Rules::Board::shape);
    const auto end = value_at_end<Rules>(after.white(), after.black());
    return of_move(is_last_counted<Rules>(distances.symbols().metric(), position, move),
                   end ? Distance{*end, 0} : distances.distance(after));
  }

  static Value value_after(const Position& position, const Move& move, const TrueValueStore& values) {
    const Position after = position.after(move).turned(Rules::Board::shape);
    if (const auto end = value_at_end<Rules>(after.white(), after.black())) return for_opponent(*end);
    return for_opponent(values.value(after));
  }
};

}  // namespace dambase
