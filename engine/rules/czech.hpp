// Czech draughts.
#pragma once

#include <array>

#include "engine/rules/russian.hpp"

namespace dambase {

struct Czech : Russian {
  static constexpr std::string_view name = "czech";
  static constexpr std::uint32_t variant_id = 13;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr bool men_capture_backwards = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::ends_move;

  /// Free, but if a king can capture, a king must.
  [[nodiscard]] static constexpr std::tuple<bool> preference(const CaptureTraits& capture) { return {capture.by_king}; }

  static constexpr UncountedRule uncounted_rule{};
  static constexpr std::array draw_rules = {
      DrawRule{"15 moves of kings", is_any, 30, CountRestart::by_conversions, "FMJD, Brief Rules of Czech Draughts"}};
};

}  // namespace dambase
