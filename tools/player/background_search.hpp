// A search beside the thread that reads commands.
#pragma once

#include <atomic>
#include <functional>
#include <thread>

#include "tools/player/search_clock.hpp"

namespace dambase::player {

/// Runs one search at a time. All methods are for one thread.
class BackgroundSearch {
 public:
  BackgroundSearch() = default;
  BackgroundSearch(const BackgroundSearch&) = delete;
  BackgroundSearch& operator=(const BackgroundSearch&) = delete;
  ~BackgroundSearch() { stop_and_wait(); }

  /// Searches, then returns how to tell what came of it. Neither may throw.
  using Announcement = std::function<void()>;
  using Work = std::function<Announcement(const SearchSignals&)>;

  /// Starts `work` in a thread of its own; no search may be running. When the announcement is made none is running any
  /// more, so that whoever hears it may ask for the next search at once. Throws std::system_error if there is no
  /// thread.
  void start(Work work, bool is_pondering);

  [[nodiscard]] bool is_running() const { return is_running_; }

  /// Asks the running search to end soon.
  void stop() { signals_.stop = true; }

  /// The opponent has played the expected move: time counts from now on.
  void end_pondering() { signals_.is_pondering = false; }

  /// Ends the running search; its announcement has been made then.
  void stop_and_wait();

 private:
  SearchSignals signals_;
  std::atomic<bool> is_running_ = false;
  std::thread thread_;
};

}  // namespace dambase::player
