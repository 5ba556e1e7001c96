// The two sides. White is at the bottom of the board and its men go up.
#pragma once

#include <cstdint>

namespace dambase {

enum class Side : std::uint8_t { white, black };

[[nodiscard]] constexpr Side opponent(Side side) { return side == Side::white ? Side::black : Side::white; }

}  // namespace dambase
