// Gathering the bits of a word that a mask selects, and scattering them back: one instruction each
// (pext, pdep) where the processor has BMI2, a loop over the mask elsewhere. Chosen at run time.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#define DAMBASE_HAS_BMI2_PATH 1
#define DAMBASE_TARGET_BMI2 __attribute__((target("bmi,bmi2,popcnt")))
#else
#define DAMBASE_HAS_BMI2_PATH 0
#endif

namespace dambase {

/// The two ways to do it; both give the same numbers.
enum class BitPath : std::uint8_t { portable, bmi2 };

/// bmi2 if this processor has it and the environment variable DAMBASE_PORTABLE is not set.
[[nodiscard]] BitPath best_bit_path();

/// After Henry S. Warren, Hacker's Delight, 2nd edition, 7-4 and 7-5: six rounds, each moving the
/// bits whose distance has one more binary digit.
struct PortableBits {
  [[nodiscard]] static constexpr std::uint64_t gather(std::uint64_t from, std::uint64_t mask) {
    std::uint64_t zeros_right = ~mask << 1;  // positions that count a zero of the mask to their right
    from &= mask;
    for (int round = 0; round < 6; ++round) {
      const std::uint64_t odd = parity_prefix(zeros_right);
      const std::uint64_t moving = odd & mask;
      const int by = 1 << round;
      mask = (mask ^ moving) | (moving >> by);
      const std::uint64_t bits = from & moving;
      from = (from ^ bits) | (bits >> by);
      zeros_right &= ~odd;
    }
    return from;
  }

  [[nodiscard]] static constexpr std::uint64_t scatter(std::uint64_t from, std::uint64_t mask) {
    const std::uint64_t whole_mask = mask;
    std::uint64_t moves[6] = {};
    std::uint64_t zeros_right = ~mask << 1;
    for (int round = 0; round < 6; ++round) {
      const std::uint64_t odd = parity_prefix(zeros_right);
      moves[round] = odd & mask;
      mask = (mask ^ moves[round]) | (moves[round] >> (1 << round));
      zeros_right &= ~odd;
    }
    for (int round = 5; round >= 0; --round) {
      const std::uint64_t moved = from << (1 << round);
      from = (from & ~moves[round]) | (moved & moves[round]);
    }
    return from & whole_mask;
  }

 private:
  /// Bit i of the result is the parity of bits 0..i of `x`.
  [[nodiscard]] static constexpr std::uint64_t parity_prefix(std::uint64_t x) {
    for (int by = 1; by < 64; by *= 2) x ^= x << by;
    return x;
  }
};

#if DAMBASE_HAS_BMI2_PATH
struct Bmi2Bits {
  [[nodiscard]] DAMBASE_TARGET_BMI2 static int count(std::uint64_t bits) { return __builtin_popcountll(bits); }
  [[nodiscard]] DAMBASE_TARGET_BMI2 static std::uint64_t gather(std::uint64_t from, std::uint64_t mask) {
    return _pext_u64(from, mask);
  }
  [[nodiscard]] DAMBASE_TARGET_BMI2 static std::uint64_t scatter(std::uint64_t from, std::uint64_t mask) {
    return _pdep_u64(from, mask);
  }
};
#endif

}  // namespace dambase
