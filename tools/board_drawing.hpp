// A position as people see it: White at the bottom, `w` and `b` men, `W` and `B` kings.
#pragma once

#include <string>

#include "engine/position.hpp"

namespace dambase::tools {

/// The board in lines of text, with the FEN number of the first and the last square beside each row.
[[nodiscard]] std::string board_drawing(const BoardShape& shape, const Position& position);

}  // namespace dambase::tools
