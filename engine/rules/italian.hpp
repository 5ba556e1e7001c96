// Italian draughts, by the rules of the Federazione Italiana Dama.
#pragma once

#include <array>

#include "engine/rules/english.hpp"

namespace dambase {

struct Italian : English {
  static constexpr std::string_view name = "italian";
  static constexpr std::uint32_t variant_id = 8;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr PlayableCorner playable_corner = PlayableCorner::bottom_right;
  static constexpr Side first_to_move = Side::white;
  static constexpr bool men_capture_kings = false;

  /// The most pieces; then by a king; then the most kings; then kings earliest.
  [[nodiscard]] static constexpr std::tuple<int, bool, int, std::uint64_t> preference(const CaptureTraits& capture) {
    return {capture.pieces, capture.by_king, capture.kings, capture.king_order};
  }

  static constexpr std::array draw_rules = {
      DrawRule{"40 moves of kings", is_any, 80, CountRestart::by_conversions, "FID"}};
};

}  // namespace dambase
