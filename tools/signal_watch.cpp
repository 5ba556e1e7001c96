#include "tools/signal_watch.hpp"

#include <csignal>
#include <utility>

namespace dambase::tools {

namespace {

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) sigaddset(&signals, signal);
  return signals;
}

}  // namespace

SignalWatch::SignalWatch(std::function<void(int)> told) {
  const sigset_t signals = watched_signals();
  // Threads that start from now on inherit the mask, so the signals wait for the one thread that asks for them.
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  thread_ = std::jthread([told = std::move(told), signals](const std::stop_token& stop) {
    for (;;) {
      int signal = 0;
      if (sigwait(&signals, &signal) != 0) continue;
      if (stop.stop_requested()) return;
      told(signal);
    }
  });
}

SignalWatch::~SignalWatch() {
  thread_.request_stop();
  pthread_kill(thread_.native_handle(), SIGUSR1);
  thread_.join();
  const sigset_t signals = watched_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace dambase::tools
