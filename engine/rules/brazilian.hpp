// Brazilian draughts: international rules on 64 squares.
#pragma once

#include "engine/rules/international.hpp"

namespace dambase {

struct Brazilian : International {
  static constexpr std::string_view name = "brazilian";
  static constexpr std::uint32_t variant_id = 5;
  static constexpr std::uint32_t rules_version = 1;

  using Board = dambase::Board<8>;
  static constexpr PlayersSquares players_squares = PlayersSquares::algebraic;
  static constexpr int rows_of_men = 3;
};

}  // namespace dambase
