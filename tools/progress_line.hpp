// How far a long command has come: one line of the terminal, rewritten in place.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "engine/material.hpp"

namespace dambase::tools {

/// Writes to standard error, and only if that is a terminal. Not for several threads at once.
class ProgressLine {
 public:
  /// Not `wanted`: writes nothing.
  explicit ProgressLine(bool wanted);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  /// Shows the slice in work, positions a second, how much is done, and the time left.
  void show(const Material& material, std::uint64_t done, std::uint64_t total);
  /// Takes the line away, so that other output may follow.
  void clear();

 private:
  void rewrite(std::string text);

  bool wanted_;
  std::size_t shown_ = 0;  // characters of the line as it stands
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace dambase::tools
