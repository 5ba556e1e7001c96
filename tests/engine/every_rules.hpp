// The rule sets of all variants, for tests that go through them.
#pragma once

#include <gtest/gtest.h>

#include "engine/rules/brazilian.hpp"
#include "engine/rules/breakthrough.hpp"
#include "engine/rules/czech.hpp"
#include "engine/rules/english.hpp"
#include "engine/rules/flying_kings.hpp"
#include "engine/rules/frisian.hpp"
#include "engine/rules/international.hpp"
#include "engine/rules/italian.hpp"
#include "engine/rules/kids.hpp"
#include "engine/rules/killer.hpp"
#include "engine/rules/losing.hpp"
#include "engine/rules/pool.hpp"
#include "engine/rules/portuguese.hpp"
#include "engine/rules/russian.hpp"
#include "engine/rules/spanish.hpp"
#include "engine/rules/thai.hpp"
#include "tests/engine/other_rules.hpp"

namespace dambase::test {

/// The same rules on the smallest board of the game, where slices are small.
template <class Rules>
struct OnSixBySix : Rules {
  using Board = dambase::Board<6>;
};

#ifndef DAMBASE_TEST_FEW_RULES

/// Those of the variants, and the two that are in tests only.
using EveryRules =
    testing::Types<International, Killer, Breakthrough, Losing, Frisian, English, Italian, Spanish, Portuguese, Russian,
                   Brazilian, Pool, Czech, Thai, FlyingKings, Kids, PromoteAndGoOn, FlyingItalian>;

/// One of each kind that captures or ends differently, for tests that take long to compile for each; values
/// of all variants are compared elsewhere.
using SixBySixKinds =
    testing::Types<Kids, OnSixBySix<Killer>, OnSixBySix<Breakthrough>, OnSixBySix<Losing>, OnSixBySix<Frisian>,
                   OnSixBySix<Italian>, OnSixBySix<Russian>, OnSixBySix<Thai>, OnSixBySix<FlyingItalian>>;
using LargeKinds = testing::Types<Russian, Thai, International>;

#else

// For builds where each costs much time: some that differ most, those of the preset asan-quick among them.
using EveryRules = testing::Types<International, Breakthrough, Frisian, Italian, Russian, FlyingItalian>;
using SixBySixKinds = testing::Types<Kids, OnSixBySix<Breakthrough>, OnSixBySix<Frisian>, OnSixBySix<Italian>,
                                     OnSixBySix<Russian>, OnSixBySix<FlyingItalian>>;
using LargeKinds = testing::Types<International>;

#endif

}  // namespace dambase::test
