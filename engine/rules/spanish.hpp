// Spanish draughts.
#pragma once

#include <array>

#include "engine/rules/brazilian.hpp"

namespace dambase {

struct Spanish : Brazilian {
  static constexpr std::string_view name = "spanish";
  static constexpr std::uint32_t variant_id = 9;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr PlayableCorner playable_corner = PlayableCorner::bottom_right;
  static constexpr PlayersSquares players_squares = PlayersSquares::from_bottom_right;
  static constexpr bool men_capture_backwards = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::ends_move;

  /// The most pieces, then the most kings.
  [[nodiscard]] static constexpr std::tuple<int, int> preference(const CaptureTraits& capture) {
    return {capture.pieces, capture.kings};
  }

  static constexpr std::array draw_rules = {
      DrawRule{"20 moves of kings", is_any, 40, CountRestart::by_conversions, "Section 64"}};
};

}  // namespace dambase
