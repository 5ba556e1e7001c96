// Signals that ask the process to end, told to a function instead.
#pragma once

#include <functional>
#include <thread>

namespace dambase::tools {

/// While it lives, SIGTERM, SIGINT and SIGUSR1 do not end the process: `told` is called with their number, from a
/// thread of its own. To be made before other threads are.
class SignalWatch {
 public:
  explicit SignalWatch(std::function<void(int)> told);
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

 private:
  std::jthread thread_;
};

}  // namespace dambase::tools
