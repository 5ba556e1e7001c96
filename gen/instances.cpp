#include "gen/instances.hpp"

#include <array>

namespace dambase {
namespace {

// The lists below have the order of all_variants(), which comes from the same file.
std::size_t place_of(const Variant& variant) {
  std::size_t place = 0;
  while (all_variants()[place] != &variant) ++place;
  return place;
}

}  // namespace

const MaterialSolver& material_solver(const Variant& variant, Metric metric) {
  static constexpr std::array solvers = {
#define DAMBASE_VARIANT(Rules, file) &solver_of_##file,
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT
  };
  return solvers[place_of(variant)](metric);
}

const SliceChecker& slice_checker(const Variant& variant) {
  static const std::array checkers = {
#define DAMBASE_VARIANT(Rules, file) &checker_of_##file(),
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT
  };
  return *checkers[place_of(variant)];
}

}  // namespace dambase
