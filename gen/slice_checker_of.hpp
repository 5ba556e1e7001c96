// SliceChecker, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/game_end.hpp"
#include "engine/movegen.hpp"
#include "gen/slice_checker.hpp"

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

 private:
  static Value value_after(const Position& position, const Move& move, const TrueValueStore& values) {
    const Position after = position.after(move).turned(Rules::Board::shape);
    if (const auto end = value_at_end<Rules>(after.white(), after.black())) return for_opponent(*end);
    return for_opponent(values.value(after));
  }
};

}  // namespace dambase
