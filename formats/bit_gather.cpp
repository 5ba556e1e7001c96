#include "formats/bit_gather.hpp"

#include <cstdlib>

namespace dambase {

BitPath best_bit_path() {
#if DAMBASE_HAS_BMI2_PATH
  static const BitPath path =
      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") && std::getenv("DAMBASE_PORTABLE") == nullptr
          ? BitPath::bmi2
          : BitPath::portable;
  return path;
#else
  return BitPath::portable;
#endif
}

}  // namespace dambase
