// Russian draughts, by the rules of the FMJD section 64 (Russian version).
#pragma once

#include <array>

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

  static constexpr int most_pieces = 24;
  static constexpr bool have_kings(const Material& m, int least, int most) {
    return m.white_kings > 0 && m.black_kings > 0 && m.pieces() >= least && m.pieces() <= most;
  }

  /// FMJD-64, 7.2, read as at lidraughts: each of 7.2.4 to 7.2.8 for material of its own. 7.2.7, of a king on the long
  /// diagonal, is not among them.
  static constexpr std::array draw_rules = {
      DrawRule{"5 moves against a king", [](const Material& m) { return is_against_lone_king(m, 1, 2); }, 10,
               CountRestart::never, "FMJD-64, 7.2.8"},
      DrawRule{"15 moves of kings against a king",
               [](const Material& m) { return m.men() == 0 && is_against_lone_king(m, 3, most_pieces); }, 30,
               CountRestart::by_change_of_force, "FMJD-64, 7.2.4"},
      DrawRule{"30 moves with 4 or 5 pieces", [](const Material& m) { return have_kings(m, 4, 5); }, 60,
               CountRestart::by_change_of_force, "FMJD-64, 7.2.6"},
      DrawRule{"60 moves with 6 or 7 pieces", [](const Material& m) { return have_kings(m, 6, 7); }, 120,
               CountRestart::by_change_of_force, "FMJD-64, 7.2.6"},
      DrawRule{"15 moves of kings", [](const Material& m) { return !have_kings(m, 4, 7); }, 30,
               CountRestart::by_conversions, "FMJD-64, 7.2.5"}};
  static constexpr UncountedRule uncounted_rule{"FMJD-64, 7.2.7: 5 moves against a king on the long diagonal", 4};
};

}  // namespace dambase
