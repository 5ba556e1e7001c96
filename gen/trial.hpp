// A short trial on this machine: the smallest materials of a variant are solved and encoded, to see
// how long that takes and how well their values compress.
#pragma once

#include <vector>

#include "formats/table_header.hpp"
#include "gen/plan.hpp"

namespace dambase {

struct TrialResult {
  Material material;            ///< canonical
  std::uint64_t positions = 0;  ///< of both sides to move
  double cpu_s = 0;
  std::uint64_t bytes = 0;  ///< that its table would have on disk
};

/// Solves materials of 2 to 5 pieces for `metric`, one after the other on `threads` threads, and stops after a few
/// seconds of processor time, but not before all of 3 pieces; 5 only where 4 are a matter of a moment. Works in memory
/// alone.
Result<std::vector<TrialResult>> run_trial(const Variant& variant, Metric metric, int threads);

}  // namespace dambase
