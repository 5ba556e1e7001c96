// Thai draughts (makhos).
#pragma once

#include "engine/rules/flying_kings.hpp"

namespace dambase {

struct Thai : FlyingKings {
  static constexpr std::string_view name = "thai";
  static constexpr std::uint32_t variant_id = 15;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr int rows_of_men = 2;
  static constexpr KingLanding king_landing = KingLanding::directly_behind;
  static constexpr bool captured_leave_at_once = true;
  static constexpr DrawRules draw_rules{};  ///< none is known
};

}  // namespace dambase
