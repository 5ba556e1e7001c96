// Positions as PDN FEN: `W:W31-35,K50:B1-5,K7`.
//
// The side to move, then a field a side with its pieces; squares are numbers, `K` marks a king, a
// range holds all squares from its first to its last, kings all of them in `K4-6`. Letters may be in
// lower case. A field may be empty or absent (that side has no pieces), but none may come twice.
// Reading accepts the fields in any order, blanks around fields and pieces, a final dot, and the move
// counters that some sites add (`:H0:F1`); they say nothing about the position and are checked to be
// numbers, no more. Writing gives one fixed form: White's field first, kings before men, rising
// numbers, no ranges.
#pragma once

#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "engine/result.hpp"

namespace dambase {

/// Reads `text` on a board of `shape`. invalid_fen names the token that is wrong, and why, in one
/// short line of printable ASCII whatever `text` holds. Whether the pieces may stand where they stand
/// is the variant's to say (Variant::check).
Result<Position> parse_fen(const BoardShape& shape, std::string_view text);

/// The FEN of `position`; parse_fen gives the same position back.
[[nodiscard]] std::string to_fen(const BoardShape& shape, const Position& position);

}  // namespace dambase
