// Going through the words of a configuration, on several threads where there are many.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace dambase {

/// Calls `body(first, last)` for ranges that cover the rows below `count`, of so many words each; on several threads
/// where it is worth it. Threads that wait do not take up other work, whose per-thread memory is ours.
template <class Body>
void for_each_row_range(std::size_t count, std::size_t words_of_row, const Body& body) {
  constexpr std::size_t worth_sharing = 4096;
  if (count * words_of_row < worth_sharing) {
    body(std::size_t{0}, count);
    return;
  }
  const std::size_t grain = std::max<std::size_t>(1, worth_sharing / 16 / words_of_row);
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain),
                      [&](const auto& range) { body(range.begin(), range.end()); });
  });
}

/// The same for words one by one.
template <class Body>
void for_each_word_range(std::size_t count, const Body& body) {
  for_each_row_range(count, 1, body);
}

template <class Body>
void for_each_word(std::size_t count, const Body& body) {
  for_each_word_range(count, [&](std::size_t first, std::size_t last) {
    for (std::size_t word = first; word < last; ++word) body(word);
  });
}

}  // namespace dambase
