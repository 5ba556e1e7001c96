// Positions as PDN FEN: `W:W31-35,K50:B1-5,K7`. docs/fen.md is not needed: this page is complete.
//
// Reading accepts ranges, a field order W/B or B/W, empty or absent fields, blanks around tokens, a
// final dot, and the tails that some sites add (`:H0:F1`). Writing gives one fixed form: White's
// field first, kings before men, rising numbers, no ranges.
#pragma once

#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "engine/result.hpp"

namespace dambase {

/// Reads `text` on a board of `shape`. invalid_fen names the token that is wrong. Whether the pieces
/// may stand where they stand is the variant's to say (Variant::check).
Result<Position> parse_fen(const BoardShape& shape, std::string_view text);

/// The FEN of `position`.
[[nodiscard]] std::string to_fen(const BoardShape& shape, const Position& position);

}  // namespace dambase
