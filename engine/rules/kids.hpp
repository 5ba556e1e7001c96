// International rules on a board of 6x6, as children learn them.
#pragma once

#include "engine/rules/international.hpp"

namespace dambase {

struct Kids : International {
  static constexpr std::string_view name = "kids";
  static constexpr std::uint32_t variant_id = 6;
  static constexpr std::uint32_t rules_version = 1;

  using Board = dambase::Board<6>;
  static constexpr int rows_of_men = 2;
};

}  // namespace dambase
