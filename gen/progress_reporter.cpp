#include "gen/progress_reporter.hpp"

#include <chrono>

namespace dambase {
namespace {

constexpr std::chrono::milliseconds interval{250};

}  // namespace

ProgressReporter::ProgressReporter(BuildObserver& observer, std::mutex& observer_mutex, const BuildProgress& progress,
                                   std::uint64_t positions_total)
    : observer_(observer),
      observer_mutex_(observer_mutex),
      progress_(progress),
      positions_total_(positions_total),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void ProgressReporter::run(const std::stop_token& stop) {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(sleep_mutex_);
  while (!stop.stop_requested()) {
    sleep_.wait_for(lock, stop, interval, [] { return false; });
    if (stop.stop_requested()) return;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    const std::scoped_lock observing(observer_mutex_);
    observer_.progress({progress_.material(), progress_.positions_done(), positions_total_, elapsed.count()});
  }
}

}  // namespace dambase
