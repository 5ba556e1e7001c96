// International draughts, by the Official FMJD Rules for International Draughts 100 (Annex 1).
#pragma once

#include <array>
#include <tuple>

#include "engine/rules.hpp"

namespace dambase {

struct International {
  static constexpr std::string_view name = "international";
  static constexpr std::uint32_t variant_id = 1;     ///< on disk; never changes
  static constexpr std::uint32_t rules_version = 1;  ///< on disk; rises when a value may change

  using Board = dambase::Board<10>;
  static constexpr PlayableCorner playable_corner = PlayableCorner::bottom_left;
  static constexpr PlayersSquares players_squares = PlayersSquares::as_fen;
  static constexpr Side first_to_move = Side::white;
  static constexpr int rows_of_men = 4;
  static constexpr bool men_capture_backwards = true;  ///< section 4
  static constexpr bool men_capture_kings = true;
  static constexpr bool captures_orthogonally = false;
  static constexpr int king_run_limit = 0;
  static constexpr bool flying_kings = true;  ///< sections 3 and 4
  static constexpr KingLanding king_landing = KingLanding::anywhere;
  static constexpr bool stops_behind_king = false;
  static constexpr bool captured_leave_at_once = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::goes_on_as_man;  ///< section 4
  static constexpr bool promotion_wins = false;
  static constexpr bool no_move_wins = false;

  /// Section 6. King against king needs no rule of its own: where neither is taken at once it is a draw anyway.
  static constexpr std::array draw_rules = {
      DrawRule{"5 moves against a king", [](const Material& m) { return is_against_lone_king(m, 1, 2); }, 10,
               CountRestart::never, "FMJD, Annex 1, 6"},
      DrawRule{"16 moves against a king", [](const Material& m) { return is_against_lone_king(m, 3, 3); }, 32,
               CountRestart::never, "FMJD, Annex 1, 6"},
      DrawRule{"25 moves of kings", is_any, 50, CountRestart::by_conversions, "FMJD, Annex 1, 6"}};
  static constexpr std::uint32_t draw_rules_version = 1;
  static constexpr UncountedRule uncounted_rule{};

  /// Section 4: as many pieces as possible must be taken; a king counts as one piece.
  [[nodiscard]] static constexpr std::tuple<int> preference(const CaptureTraits& capture) { return {capture.pieces}; }
};

}  // namespace dambase
