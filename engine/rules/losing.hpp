// Losing draughts (anti-draughts): international, but who cannot move, or has no piece left, wins.
#pragma once

#include "engine/rules/international.hpp"

namespace dambase {

struct Losing : International {
  static constexpr std::string_view name = "losing";
  static constexpr std::uint32_t variant_id = 4;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr bool no_move_wins = true;
  static constexpr DrawRules draw_rules{};  ///< none is known that counts moves
};

}  // namespace dambase
