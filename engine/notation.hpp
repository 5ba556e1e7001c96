// Moves as text: `31-27`, `13x4`, and all squares of a capture (`4x27x38x15`) where two captures
// share both ends. Squares are FEN numbers, or what the players of the variant write (`f6xd8xb6`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/variant.hpp"

namespace dambase {

/// A legal move with the text that names it and no other.
struct NamedMove {
  Move move;
  std::string text;
};

/// The legal moves of `position` with their texts, sorted by the squares of the text as FEN numbers in
/// either numbering. Of several paths to one result the text gives the one whose squares are smallest
/// in that order.
[[nodiscard]] std::vector<NamedMove> named_moves(const Variant& variant, const Position& position,
                                                 Numbering numbering = Numbering::fen);

/// Reads a move that is legal in `position`: `-` between the squares of a quiet move, `x` between
/// those of a capture; from and to where that is unambiguous, or the full path of a capture, any path
/// that leads to it. Squares are those of `numbering`; where players write algebraic squares, these and
/// FEN numbers are read in both. invalid_move, naming `text`, if it is malformed, not legal or ambiguous.
Result<Move> parse_move(const Variant& variant, const Position& position, std::string_view text,
                        Numbering numbering = Numbering::fen);

}  // namespace dambase
