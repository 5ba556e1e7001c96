// Whether the system gives this process its threads, asked before the work begins.
#pragma once

#include "engine/result.hpp"

namespace dambase {

/// Starts and ends `threads` threads at once. out_of_memory, with the number that could be had, if the
/// system refuses: a thread pool that finds out in the middle of its work cannot go on or give up cleanly.
Result<void> check_threads(int threads);

}  // namespace dambase
