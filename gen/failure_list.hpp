// What a verification has found wrong.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace dambase {

/// Keeps the first failures and counts all. May be used from many threads at once.
class FailureList {
 public:
  static constexpr std::size_t most_listed = 100;

  /// `line` names the table and what is wrong.
  void add(std::string line) {
    const std::scoped_lock lock(mutex_);
    ++count_;
    if (lines_.size() < most_listed) lines_.push_back(std::move(line));
  }
  [[nodiscard]] std::uint64_t count() const {
    const std::scoped_lock lock(mutex_);
    return count_;
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    const std::scoped_lock lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::uint64_t count_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace dambase
