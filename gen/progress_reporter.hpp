// Tells a BuildObserver how a build goes on, from a thread of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "gen/builder.hpp"

namespace dambase {

/// What the work says of itself; the solver adds, the reporter reads.
class BuildProgress {
 public:
  [[nodiscard]] std::atomic<std::uint64_t>& positions() { return positions_; }
  [[nodiscard]] std::uint64_t positions_done() const { return positions_.load(std::memory_order_relaxed); }

  void work_on(const Material& material) {
    const std::scoped_lock lock(mutex_);
    material_ = material;
  }
  [[nodiscard]] Material material() const {
    const std::scoped_lock lock(mutex_);
    return material_;
  }

 private:
  std::atomic<std::uint64_t> positions_{0};
  mutable std::mutex mutex_;
  Material material_;
};

/// Reports while it lives. `observer_mutex` is held during each call of the observer.
class ProgressReporter {
 public:
  ProgressReporter(BuildObserver& observer, std::mutex& observer_mutex, const BuildProgress& progress,
                   std::uint64_t positions_total);

 private:
  void run(const std::stop_token& stop);

  BuildObserver& observer_;
  std::mutex& observer_mutex_;
  const BuildProgress& progress_;
  std::uint64_t positions_total_;
  std::mutex sleep_mutex_;
  std::condition_variable_any sleep_;
  std::jthread thread_;  ///< last, so that it ends first
};

}  // namespace dambase
