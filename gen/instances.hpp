// The accessors that the generated translation units of gen/ define, one of each a variant.
#pragma once

#include "gen/material_solver.hpp"
#include "gen/slice_checker.hpp"

namespace dambase {

#define DAMBASE_VARIANT(Rules, file)                     \
  const MaterialSolver& solver_of_##file(Metric metric); \
  const SliceChecker& checker_of_##file();
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT

}  // namespace dambase
