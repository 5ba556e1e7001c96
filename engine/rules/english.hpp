// English draughts (American checkers), by the rules of the World Checkers Draughts Federation.
#pragma once

#include <array>

#include "engine/rules/brazilian.hpp"

namespace dambase {

struct English : Brazilian {
  static constexpr std::string_view name = "english";
  static constexpr std::uint32_t variant_id = 7;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr PlayersSquares players_squares = PlayersSquares::as_fen;
  static constexpr Side first_to_move = Side::black;
  static constexpr bool men_capture_backwards = false;
  static constexpr bool flying_kings = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::ends_move;

  /// Any capture may be chosen; it must be completed.
  [[nodiscard]] static constexpr FreeChoice preference(const CaptureTraits&) { return {}; }

  /// 1.32.2: neither side has advanced a man, nor has a piece been removed, in 40 moves of each.
  static constexpr std::array draw_rules = {
      DrawRule{"40 moves without progress", is_any, 80, CountRestart::by_conversions, "WCDF, 1.32.2"}};
};

}  // namespace dambase
