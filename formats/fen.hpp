// Positions as PDN FEN: `W:W31-35,K50:B1-5,K7`.
//
// The side to move, then a field a side with its pieces; squares are numbers, `K` marks a king, a
// range holds all squares from its first to its last, kings all of them in `K4-6`. Where the players of
// a variant write algebraic squares, these are read too (`W:Wf6:Be7,Kc7`), but not in ranges. `K` and the
// letters of sides may be in lower case. A field may be empty or absent (that side has no pieces), but
// none may come twice. Reading accepts the fields in any order, blanks around fields and pieces, a final
// dot, and the move counters that some sites add (`:H0:F1`): plies counted by a rule of draws, and the number of the
// move. They say nothing about the position, for which they are checked to be numbers, no more. A field `KW15x2` says
// that White's king on 15 has made two quiet moves in a row, where the rules count them; without such a field no count
// is running. Writing gives one fixed form: White's field first, kings before men, rising numbers, no ranges.
//
// A number in a FEN is always a FEN number, 1 at the top left, also where players count otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "engine/result.hpp"
#include "engine/variant.hpp"

namespace dambase {

/// Reads `text` as a position of `variant`. invalid_fen names the token that is wrong, and why, in one
/// short line of printable ASCII whatever `text` holds. Whether the pieces may stand where they stand is
/// not asked here (Variant::check).
Result<Position> parse_fen(const Variant& variant, std::string_view text);

/// The plies that the field H of `text` has counted; nothing without one. invalid_fen as above, and if that is no int.
Result<std::optional<int>> count_in_fen(const Variant& variant, std::string_view text);

/// The FEN of `position`; parse_fen gives the same position back. In the numbering of players squares
/// are algebraic where players write them so, and FEN numbers in all other variants.
[[nodiscard]] std::string to_fen(const Variant& variant, const Position& position,
                                 Numbering numbering = Numbering::fen);

}  // namespace dambase
