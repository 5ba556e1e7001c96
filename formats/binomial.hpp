// Binomial coefficients, and the combinatorial number system over them.
//
// A set of k of the numbers 0, 1, 2, ... has the colex rank sum of C(element, i), i = 1..k from the
// smallest element up (Knuth, The Art of Computer Programming 4A, 7.2.1.3, "combinadics").
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace dambase {

inline constexpr int max_choose_from = 64;
inline constexpr int max_chosen = 16;  ///< pieces of one kind that numbering can handle

/// binomial_table[k][n] is C(n, k); 0 where k > n.
inline constexpr auto binomial_table = [] {
  std::array<std::array<std::uint64_t, max_choose_from + 1>, max_chosen + 1> table{};
  for (std::size_t n = 0; n <= max_choose_from; ++n) {
    table[0][n] = 1;
    for (std::size_t k = 1; k <= max_chosen && k <= n; ++k) table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
  }
  return table;
}();

/// C(n, k) for 0 <= n <= 64, 0 <= k <= 16.
[[nodiscard]] constexpr std::uint64_t choose(int n, int k) {
  return binomial_table[static_cast<std::size_t>(k)][static_cast<std::size_t>(n)];
}

/// The colex rank of the set of bit numbers of `set`, of at most 16 elements.
[[nodiscard]] constexpr std::uint64_t colex_rank(std::uint64_t set) {
  std::uint64_t rank = 0;
  for (int k = 1; set != 0; ++k, set &= set - 1) rank += choose(std::countr_zero(set), k);
  return rank;
}

/// The set of `k` bit numbers below `n` whose colex rank is `rank`, less than C(n, k).
[[nodiscard]] constexpr std::uint64_t colex_unrank(std::uint64_t rank, int n, int k) {
  std::uint64_t set = 0;
  for (; k > 0; --k) {
    // The largest element is the greatest n with C(n, k) <= rank.
    const auto& column = binomial_table[static_cast<std::size_t>(k)];
    n = static_cast<int>(std::upper_bound(column.begin(), column.begin() + n, rank) - column.begin()) - 1;
    rank -= choose(n, k);
    set |= std::uint64_t{1} << n;
  }
  return set;
}

}  // namespace dambase
