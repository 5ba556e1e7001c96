// A position as people see it: White at the bottom, `w` and `b` men, `W` and `B` kings.
#pragma once

#include <string>

#include "engine/position.hpp"
#include "engine/square_names.hpp"

namespace dambase::tools {

/// The board in lines of text, with the name of the first and the last square beside each row.
[[nodiscard]] std::string board_drawing(const SquareNames& names, Numbering numbering, const Position& position);

/// The board in lines of text, with the names of all its squares.
[[nodiscard]] std::string named_board(const SquareNames& names, Numbering numbering);

}  // namespace dambase::tools
