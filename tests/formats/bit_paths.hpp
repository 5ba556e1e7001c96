// The bit paths that this processor can take.
#pragma once

#include <vector>

#include "formats/bit_gather.hpp"

namespace dambase::test {

[[nodiscard]] inline bool has_bmi2() {
#if DAMBASE_HAS_BMI2_PATH
  return __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
#else
  return false;
#endif
}

[[nodiscard]] inline std::vector<BitPath> bit_paths() {
  if (has_bmi2()) return {BitPath::portable, BitPath::bmi2};
  return {BitPath::portable};
}

}  // namespace dambase::test
