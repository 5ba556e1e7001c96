// Positions as 64-bit numbers, to find them again.
#pragma once

#include <cstdint>

#include "dambase.h"

namespace dambase::player {

/// A number that two different positions hardly ever share. Counts of king moves (frisian) are part of a position.
[[nodiscard]] std::uint64_t position_hash(const dambase_position& position);

}  // namespace dambase::player
