// Brazilian draughts: international rules on 64 squares.
#pragma once

#include <array>

#include "engine/rules/international.hpp"

namespace dambase {

struct Brazilian : International {
  static constexpr std::string_view name = "brazilian";
  static constexpr std::uint32_t variant_id = 5;
  static constexpr std::uint32_t rules_version = 1;

  using Board = dambase::Board<8>;
  static constexpr PlayersSquares players_squares = PlayersSquares::algebraic;
  static constexpr int rows_of_men = 3;

  // KK v KK, KK v K, KK v KM, K v K, K v KM.
  static constexpr bool has_few_kings(const Material& material) {
    const auto holds = [](const Material& m) {
      return m.white_men == 0 && m.white_kings >= 1 && m.white_kings <= 2 &&
             (m.black_men == 0 ? m.black_kings >= 1 && m.black_kings <= 2 : m.black_men == 1 && m.black_kings == 1);
    };
    return holds(material) || holds(material.twin());
  }

  /// The Brazilian confederation: 20 moves of kings; 5 moves of each side in endings of two kings, or one, against two
  /// kings, one, or a king and a man.
  static constexpr std::array draw_rules = {
      DrawRule{"5 moves with few kings", has_few_kings, 10, CountRestart::never, "CBD, 64 squares, 19"},
      DrawRule{"20 moves of kings", is_any, 40, CountRestart::by_conversions, "CBD, 64 squares, 18"}};
};

}  // namespace dambase
