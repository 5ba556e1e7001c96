// Frisian draughts.
#pragma once

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
};

}  // namespace dambase
