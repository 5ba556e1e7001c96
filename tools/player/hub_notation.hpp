// Positions, moves and variants as the Hub protocol writes them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dambase.h"
#include "tools/player/move_list.hpp"

namespace dambase::player {

/// Reads the side to move, `W` or `B`, and one of `wbWBe` for each square of a board with so many squares a side: white
/// or black man, white or black king, empty. Nothing if it is anything else.
[[nodiscard]] std::optional<dambase_position> parse_hub_position(std::string_view text, int board_side);

/// Writes `32-28` or `28x19x23`: from, to and all the squares captured, lowest first.
[[nodiscard]] std::string hub_move(const dambase_move& move);

/// The moves with blanks between them.
[[nodiscard]] std::string hub_moves(std::span<const dambase_move> moves);

/// The one of `moves` that `text` writes; captured squares may come in any order, or be left out where from and to
/// leave no doubt. Nothing if there is none or more than one.
[[nodiscard]] std::optional<dambase_move> find_hub_move(std::string_view text, const MoveList& moves);

/// What Hub calls a variant of this library, and back. Those that Hub does not know keep their names.
[[nodiscard]] std::string hub_variant(std::string_view variant);
[[nodiscard]] std::string variant_of_hub(std::string_view name);

}  // namespace dambase::player
