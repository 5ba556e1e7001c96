#include "formats/binomial.hpp"

namespace dambase {

const std::array<std::array<std::uint64_t, 65>, max_chosen + 1> colex_terms = [] {
  std::array<std::array<std::uint64_t, 65>, max_chosen + 1> table{};
  for (std::size_t k = 1; k < table.size(); ++k) {
    for (std::size_t n = 0; n < 64; ++n) table[k][n] = binomial_table[k][n];
  }
  return table;
}();

}  // namespace dambase
