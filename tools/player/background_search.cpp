#include "tools/player/background_search.hpp"

#include <utility>

namespace dambase::player {

void BackgroundSearch::start(Work work, bool is_pondering) {
  stop_and_wait();  // a search that has ended may still be telling so
  signals_.stop = false;
  signals_.is_pondering = is_pondering;
  const auto run = [this, work = std::move(work)] {
    const Announcement announce = work(signals_);
    is_running_ = false;
    announce();
  };
  is_running_ = true;
  try {
    thread_ = std::thread(run);
  } catch (...) {
    is_running_ = false;
    throw;
  }
}

void BackgroundSearch::stop_and_wait() {
  stop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace dambase::player
