// Russian draughts, by the rules of the FMJD section 64 (Russian version).
#pragma once

#include "engine/rules/brazilian.hpp"

namespace dambase {

struct Russian : Brazilian {
  static constexpr std::string_view name = "russian";
  static constexpr std::uint32_t variant_id = 11;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr KingLanding king_landing = KingLanding::where_it_goes_on;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::goes_on_as_king;

  /// Any capture may be chosen; it must be completed.
  [[nodiscard]] static constexpr FreeChoice preference(const CaptureTraits&) { return {}; }
};

}  // namespace dambase
