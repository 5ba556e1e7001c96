// How a solving is asked to end before it is done.
#pragma once

#include <atomic>
#include <mutex>

namespace dambase {

/// Asked for by any thread; the threads that solve look at it as they go.
class SolvingStop {
 public:
  /// Asks what is in work to end, which it will, and with ErrorCode::stopped unless it fails before. False, and nothing
  /// is asked, while it has nothing to lose by ending at once.
  bool request() {
    const std::scoped_lock lock(mutex_);
    if (is_heeded_) is_requested_.store(true, std::memory_order_relaxed);
    return is_heeded_;
  }
  [[nodiscard]] bool is_requested() const { return is_requested_.load(std::memory_order_relaxed); }

  /// For the solving: from now on requests are heeded.
  void heed() {
    const std::scoped_lock lock(mutex_);
    is_heeded_ = true;
  }
  /// From now on they are not; returns whether there was one before, which must be heeded still.
  [[nodiscard]] bool unheed() {
    const std::scoped_lock lock(mutex_);
    is_heeded_ = false;
    return is_requested();
  }

 private:
  std::mutex mutex_;
  bool is_heeded_ = false;
  std::atomic<bool> is_requested_ = false;
};

}  // namespace dambase
