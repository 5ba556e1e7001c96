// The parts of a slice, gathered into what its table is made from.
#pragma once

#include "gen/material_solver.hpp"

namespace dambase {

/// What MaterialSolver::solve finds of the same material, for win, loss and draw, from all of its parts. Runs on the
/// threads of the current arena. Errors are those of PartReader, and of making room for codes.
Result<SolvedMaterial> gather_parts(const PartOfTable& table, const SolveOptions& options,
                                    std::atomic<std::uint64_t>& progress);

}  // namespace dambase
