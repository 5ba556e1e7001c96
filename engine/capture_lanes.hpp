// Whether White has a capture, looked for along all four diagonals at once.
//
// The same as has_capture of engine/movegen.hpp, in a form that becomes a few instructions where a register holds four
// words (AVX2), for who asks it at every node of a search.
#pragma once

#include "engine/position.hpp"
#include "engine/rules.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#define DAMBASE_HAS_LANES 1
#else
#define DAMBASE_HAS_LANES 0
#endif

namespace dambase {

#if DAMBASE_HAS_LANES

/// Whether white_has_capture_avx2 knows these rules.
template <class Rules>
inline constexpr bool fits_lanes = !Rules::captures_orthogonally;

/// Whether White, to move, has a capture. The game must not be over, and the processor must have AVX2.
template <class Rules>
[[nodiscard]] __attribute__((target("avx2,bmi,bmi2,popcnt"))) inline bool white_has_capture_avx2(const Pieces& white,
                                                                                                 const Pieces& black) {
  static_assert(fits_lanes<Rules>);
  using Board = typename Rules::Board;
  // A word for each diagonal: up-left, up-right, down-left, down-right. Captures are looked for from the victim back,
  // so that a step of a capture upwards is a shift to the left, and there is always one shift by 0.
  using Lanes = std::uint64_t __attribute__((vector_size(32)));
  constexpr std::uint64_t most = Board::per_row + 1;
  constexpr std::uint64_t least = Board::per_row;
  constexpr Lanes left = {most, least, 0, 0};
  constexpr Lanes right = {0, 0, least, most};
  constexpr std::uint64_t everywhere = ~std::uint64_t{0};
  constexpr Lanes men_capture = {everywhere, everywhere, Rules::men_capture_backwards ? everywhere : 0,
                                 Rules::men_capture_backwards ? everywhere : 0};

  const Bitboard opponents = black.all();
  const Bitboard occupied = white.all() | opponents;
  const Lanes empty = Lanes{} + (Board::all - occupied).bits();
  const Lanes behind = empty << left >> right;  // has an empty square behind it, seen along a capture
  const Lanes before_king = (Lanes{} + opponents.bits()) & behind;
  const Lanes before = before_king << left >> right;
  Lanes capturing = before & (Lanes{} + white.kings.bits());
  if constexpr (Rules::flying_kings) {
    // As Board::filled, then one step more.
    Lanes filled = before & empty;
    Lanes open = empty;
    filled |= (filled << left >> right) & open;
    open &= behind;
    filled |= (filled << 2 * left >> 2 * right) & open;
    open &= open << 2 * left >> 2 * right;
    filled |= (filled << 4 * left >> 4 * right) & open;
    capturing |= (filled << left >> right) & (Lanes{} + white.kings.bits());
  }
  if constexpr (Rules::men_capture_kings) {
    capturing |= before & (Lanes{} + white.men.bits()) & men_capture;
  } else {
    const Lanes before_man = (Lanes{} + black.men.bits()) & behind;
    capturing |= (before_man << left >> right) & (Lanes{} + white.men.bits()) & men_capture;
  }
  const auto bits = reinterpret_cast<__m256i>(capturing);
  return _mm256_testz_si256(bits, bits) == 0;
}

#endif

}  // namespace dambase
