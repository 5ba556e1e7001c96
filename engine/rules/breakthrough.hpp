// Breakthrough draughts: international up to the first promotion, which wins.
#pragma once

#include "engine/rules/international.hpp"

namespace dambase {

struct Breakthrough : International {
  static constexpr std::string_view name = "breakthrough";
  static constexpr std::uint32_t variant_id = 3;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr bool promotion_wins = true;
  static constexpr DrawRules draw_rules{};  ///< there is no draw
};

}  // namespace dambase
