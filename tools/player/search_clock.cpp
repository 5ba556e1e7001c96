#include "tools/player/search_clock.hpp"

namespace dambase::player {

namespace {

// Asking for the time takes as long as searching a node or two.
constexpr std::uint64_t nodes_between_looks = 256;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

SearchClock::SearchClock(const SearchLimits& limits, const SearchSignals& signals)
    : limits_(limits), signals_(signals) {
  if (!signals.is_pondering) counts_from_ = began_;
}

bool SearchClock::must_stop(std::uint64_t nodes) {
  if (has_stopped_ || nodes >= limits_.nodes) return has_stopped_ = true;
  if (nodes % nodes_between_looks != 0) return false;
  has_stopped_ = signals_.stop || (limits_.time && counted_seconds() >= limits_.time->most);
  return has_stopped_;
}

bool SearchClock::may_deepen() { return !signals_.stop && !(limits_.time && counted_seconds() >= limits_.time->aim); }

double SearchClock::seconds() const { return seconds_since(began_); }

double SearchClock::counted_seconds() {
  if (signals_.is_pondering) return 0;
  // The first look without pondering is the moment the opponent moved, give or take a few nodes.
  if (!counts_from_) counts_from_ = Clock::now();
  return seconds_since(*counts_from_);
}

}  // namespace dambase::player
