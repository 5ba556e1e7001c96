// Killer draughts: international, but a king that takes a king last is open to be taken itself.
#pragma once

#include "engine/rules/international.hpp"

namespace dambase {

struct Killer : International {
  static constexpr std::string_view name = "killer";
  static constexpr std::uint32_t variant_id = 2;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr bool stops_behind_king = true;
};

}  // namespace dambase
