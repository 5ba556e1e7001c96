// Portuguese draughts: the rules of Spanish draughts.
#pragma once

#include "engine/rules/spanish.hpp"

namespace dambase {

struct Portuguese : Spanish {
  static constexpr std::string_view name = "portuguese";
  static constexpr std::uint32_t variant_id = 10;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr DrawRules draw_rules{};  ///< there are limits of moves, but no text of them is known
};

}  // namespace dambase
