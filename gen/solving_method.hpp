// What solving for win, loss and draw, and for each distance has apart: each names its own solver of a configuration,
// of slices without kings, and what becomes of them in a table.
#pragma once

#include "gen/configuration_solver.hpp"
#include "gen/distance_packer.hpp"
#include "gen/dtc_solver.hpp"
#include "gen/dtw_solver.hpp"
#include "gen/men_distance_solver.hpp"
#include "gen/men_slice_solver.hpp"
#include "gen/rule_solver.hpp"
#include "gen/slice_packer.hpp"

namespace dambase {

/// Element is what the level below and smaller material are in memory. Of a method that solves only one of two
/// configurations that are each other's turned ones, `turns` is true.
template <class Rules, Metric metric>
struct SolvingMethod;

template <class Rules>
struct SolvingMethod<Rules, Metric::wld> {
  static constexpr Metric metric = Metric::wld;
  static constexpr bool turns = true;
  using Element = Words;
  using Configuration = ConfigurationWords;
  using Solver = ConfigurationSolver<Rules>;
  using Packer = SlicePacker;
  using MenSolving = MenSliceSolving<Rules>;
};

template <class Rules>
struct SolvingMethod<Rules, Metric::dtc> {
  static constexpr Metric metric = Metric::dtc;
  static constexpr bool turns = false;
  using Element = Words;
  using Configuration = DtcConfiguration;
  using Solver = DtcSolver<Rules>;
  using Packer = DistancePacker<Rules, Configuration>;
  using MenSolving = MenDistanceSolving<Rules, metric>;
};

template <class Rules>
struct SolvingMethod<Rules, Metric::dtw> {
  static constexpr Metric metric = Metric::dtw;
  static constexpr bool turns = false;
  using Element = DistanceWords;
  using Configuration = DtwConfiguration;
  using Solver = DtwSolver<Rules>;
  using Packer = DistancePacker<Rules, Configuration>;
  using MenSolving = MenDistanceSolving<Rules, metric>;
};

template <class Rules>
struct SolvingMethod<Rules, Metric::rule> {
  static constexpr Metric metric = Metric::rule;
  static constexpr bool turns = false;
  using Element = RuleWords;
  using Configuration = RuleConfiguration;
  using Solver = RuleSolver<Rules>;
  using Packer = DistancePacker<Rules, Configuration>;
  using MenSolving = MenDistanceSolving<Rules, metric>;
};

}  // namespace dambase
