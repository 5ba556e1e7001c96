// Rules that end a game as a draw after so many moves, as data.
//
// A rule governs some materials. Its count begins at 0 with the position in which such a material arises, rises by one
// with every ply, and ends the game as a draw in a position in which it has reached the limit, unless the game is over
// there anyway. Of the rules of a variant, one at most governs a material: docs/draw-rules.md shows for each variant
// why the others that are in force there never end a game before it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/material.hpp"

namespace dambase {

/// What starts the count of a rule anew while the rule goes on governing.
enum class CountRestart : std::uint8_t {
  never,
  by_change_of_force,  ///< captures and promotions
  by_conversions,      ///< captures and moves of men
};

struct DrawRule {
  std::string_view name;  ///< for people
  bool (*governs)(const Material&);
  int limit;  ///< in plies: twice the moves that each side may make
  CountRestart restart;
  std::string_view source;
};

/// The rules of a variant; of those that would govern a material, the first one does. None: no rule is known.
using DrawRules = std::span<const DrawRule>;

/// A rule that is not among those of a variant, since its count cannot be told from the position and one number:
/// answers are without it. It may come up in games from positions with so many pieces or more.
struct UncountedRule {
  std::string_view name;
  int least_pieces = 0;
};

/// The rule that governs `material`; null if none does.
[[nodiscard]] constexpr const DrawRule* governing_rule(DrawRules rules, const Material& material) {
  for (const DrawRule& rule : rules) {
    if (rule.governs(material)) return &rule;
  }
  return nullptr;
}

/// Whether a move between these materials goes on with the count that runs, or else starts one anew; `by_man` tells
/// whether a man makes it. Where no rule governs, plies are counted between conversions.
[[nodiscard]] constexpr bool count_goes_on(DrawRules rules, const Material& before, const Material& after,
                                           bool by_man) {
  const DrawRule* const rule = governing_rule(rules, before);
  if (governing_rule(rules, after) != rule) return false;
  switch (rule == nullptr ? CountRestart::by_conversions : rule->restart) {
    case CountRestart::never: return true;
    case CountRestart::by_change_of_force: return before == after;
    case CountRestart::by_conversions: return before == after && !by_man;
  }
  return false;
}

/// The same of a legal move in `position`.
[[nodiscard]] inline bool count_goes_on(DrawRules rules, const Position& position, const Move& move) {
  const bool by_man = position.of(position.side_to_move()).men.has(move.from);
  return count_goes_on(rules, Material::of(position), Material::of(position.after(move)), by_man);
}

/// Whether one side has a king alone, and the other from `least` to `most` pieces with a king among them.
[[nodiscard]] constexpr bool is_against_lone_king(const Material& material, int least, int most) {
  const auto holds = [&](const Material& m) {
    return m.black_men == 0 && m.black_kings == 1 && m.white_kings >= 1 && m.white() >= least && m.white() <= most;
  };
  return holds(material) || holds(material.twin());
}

[[nodiscard]] constexpr bool is_any(const Material&) { return true; }

}  // namespace dambase
