// When a search has to end.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "tools/player/score.hpp"

namespace dambase::player {

/// How long a search may think, in seconds.
struct TimeBudget {
  double aim;   ///< after this, no deeper search is begun
  double most;  ///< this ends the search wherever it is
};

/// What a search was asked for: whatever is reached first ends it.
struct SearchLimits {
  int depth = score::deepest_ply;
  std::uint64_t nodes = ~std::uint64_t{0};
  std::optional<TimeBudget> time;
  /// To play a move, not to analyse: nothing more is searched once that could not change the move.
  bool is_for_play = true;
};

/// How other threads reach a running search.
struct SearchSignals {
  std::atomic<bool> stop = false;
  std::atomic<bool> is_pondering = false;  ///< while it is set, time does not count
};

/// Watches one search. Its methods are for the thread that searches.
class SearchClock {
 public:
  /// Both must outlive this.
  SearchClock(const SearchLimits& limits, const SearchSignals& signals);

  /// Whether to end now, `nodes` having been searched. Once it does, it always does.
  [[nodiscard]] bool must_stop(std::uint64_t nodes);

  /// Whether enough time is left to search deeper.
  [[nodiscard]] bool may_deepen();

  /// Since the search began.
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] double counted_seconds();

  const SearchLimits& limits_;
  const SearchSignals& signals_;
  Clock::time_point began_ = Clock::now();
  std::optional<Clock::time_point> counts_from_;
  bool has_stopped_ = false;
};

}  // namespace dambase::player
