#include "gen/thread_check.hpp"

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace dambase {

Result<void> check_threads(int threads) {
  std::latch all_started(1);
  std::vector<std::jthread> started;
  const auto release = [&] { all_started.count_down(); };
  try {
    for (int i = 0; i < threads; ++i) started.emplace_back([&] { all_started.wait(); });
  } catch (const std::system_error&) {
    release();
    return Error{ErrorCode::out_of_memory, "the system gives this process no more than " +
                                               std::to_string(started.size()) +
                                               " threads; ask for fewer with --threads"};
  }
  release();
  return {};
}

}  // namespace dambase
