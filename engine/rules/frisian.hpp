// Frisian draughts.
#pragma once

#include <array>

#include "engine/rules/international.hpp"

namespace dambase {

struct Frisian : International {
  static constexpr std::string_view name = "frisian";
  static constexpr std::uint32_t variant_id = 16;
  static constexpr std::uint32_t rules_version = 2;

  static constexpr bool captures_orthogonally = true;
  /// While a side has men, one king may make three quiet moves in a row; a capture by it or a move of
  /// another piece frees it.
  static constexpr int king_run_limit = 3;

  /// The greatest value, in which each king is worth a little less than two men; then by a king.
  [[nodiscard]] static constexpr std::tuple<int, bool> preference(const CaptureTraits& capture) {
    constexpr int man = 100;
    constexpr int king = 199;
    const int men = capture.pieces - capture.kings;
    return {man * men + king * capture.kings, capture.by_king};
  }

  /// King against king is a draw at once unless one can be taken by force; that takes no more than two moves of each.
  static constexpr std::array draw_rules = {DrawRule{"2 moves of king against king",
                                                     [](const Material& m) {
                                                       return m == Material{0, 1, 0, 1};
                                                     },
                                                     4, CountRestart::never, "lidraughts"},
                                            DrawRule{"7 moves against a king",
                                                     [](const Material& m) {
                                                       return m == Material{0, 2, 0, 1} || m == Material{0, 1, 0, 2};
                                                     },
                                                     14, CountRestart::never, "lidraughts"}};
};

}  // namespace dambase
