// All materials up to some pieces solved in memory, by any rule set, on any board.
#pragma once

#include <map>
#include <memory>

#include "gen/instances.hpp"
#include "gen/material_solver_of.hpp"
#include "gen/plan.hpp"
#include "tests/engine/every_rules.hpp"

namespace dambase::test {

/// The value for the side to move.
[[nodiscard]] inline Value value_in(SuccessorReader& reader, const Position& position) {
  return reader.value(Material::of(position), position.white(), position.black(), position.side_to_move());
}

/// Solves for win, loss and draw; made here only for rule sets that the library does not have, since that takes long to
/// compile.
template <class Rules>
[[nodiscard]] const MaterialSolver& solver_of() {
  static const MaterialSolverOf<Rules> solver;
  return solver;
}
#define DAMBASE_VARIANT(Rules, file)                              \
  template <>                                                     \
  [[nodiscard]] inline const MaterialSolver& solver_of<Rules>() { \
    return solver_of_##file(Metric::wld);                         \
  }
#include "engine/variant_list.inc"
#undef DAMBASE_VARIANT

template <class Rules>
class SolvedSet {
 public:
  explicit SolvedSet(int pieces) {
    const auto plan = plan_build(variant<Rules>(), pieces, {});
    for (const PlannedMaterial& planned : *plan) solve(planned.material);
  }

  [[nodiscard]] const std::map<Material, SolvedMaterial>& solved() const { return solved_; }
  [[nodiscard]] const SolvedMaterial& of(const Material& material) const { return solved_.at(material.canonical()); }

  /// What a solver of `material` looks up; also good for positions of `material` itself if it is solved.
  [[nodiscard]] Successors successors_of(const Material& material) const {
    Successors successors(material);
    for (const auto& [canonical, solved] : solved_) successors.add(*solved.words);
    return successors;
  }

 private:
  void solve(const Material& canonical) {
    const Material material = solving_orientation(canonical);
    SolveOptions options;
    options.keep_words = true;
    std::atomic<std::uint64_t> progress{0};
    solved_[canonical] = *solver_of<Rules>().solve(material, successors_of(material), options, progress);
  }

  std::map<Material, SolvedMaterial> solved_;
};

}  // namespace dambase::test
