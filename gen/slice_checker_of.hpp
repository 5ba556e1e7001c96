// SliceChecker, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <vector>

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
    for_each_quiet_move<Rules>(position, [&](const Move& move) {
      if (best != Value::win) best = std::min(best, value_after(position, move, values));
    });
    return best;
  }

 private:
  static Value value_after(const Position& position, const Move& move, const TrueValueStore& values) {
    return for_opponent(values.value(position.after(move).turned(Rules::Board::shape)));
  }
};

}  // namespace dambase
