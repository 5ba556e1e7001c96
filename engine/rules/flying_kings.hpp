// Checkers with flying kings, as many programs play it on 64 squares: English men, kings that slide.
#pragma once

#include <array>

#include "engine/rules/brazilian.hpp"

namespace dambase {

struct FlyingKings : Brazilian {
  static constexpr std::string_view name = "flying-kings";
  static constexpr std::uint32_t variant_id = 14;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr PlayersSquares players_squares = PlayersSquares::as_fen;
  static constexpr bool men_capture_backwards = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::ends_move;

  /// Any capture may be chosen; it must be completed.
  [[nodiscard]] static constexpr FreeChoice preference(const CaptureTraits&) { return {}; }

  static constexpr std::array draw_rules = {
      DrawRule{"25 moves of kings", is_any, 50, CountRestart::by_conversions, "as programs play it"}};
};

}  // namespace dambase
