// International draughts, by the Official FMJD Rules for International Draughts 100 (Annex 1).
#pragma once

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

  /// Section 4: as many pieces as possible must be taken; a king counts as one piece.
  [[nodiscard]] static constexpr std::tuple<int> preference(const CaptureTraits& capture) { return {capture.pieces}; }
};

}  // namespace dambase
