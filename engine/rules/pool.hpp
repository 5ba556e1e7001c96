// Pool checkers (American pool), by the rules of the American Pool Checkers Association.
#pragma once

#include <array>

#include "engine/rules/russian.hpp"

namespace dambase {

struct Pool : Russian {
  static constexpr std::string_view name = "pool";
  static constexpr std::uint32_t variant_id = 12;
  static constexpr std::uint32_t rules_version = 1;

  static constexpr PlayersSquares players_squares = PlayersSquares::as_fen;
  static constexpr Side first_to_move = Side::black;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::goes_on_as_man;

  static constexpr UncountedRule uncounted_rule{};
  static constexpr std::array draw_rules = {DrawRule{"13 moves against a king",
                                                     [](const Material& m) {
                                                       return m == Material{0, 3, 0, 1} || m == Material{0, 1, 0, 3};
                                                     },
                                                     26, CountRestart::never, "American pool"}};
};

}  // namespace dambase
