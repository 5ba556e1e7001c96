// Win, draw or loss.
#pragma once

#include <cstdint>

namespace dambase {

/// For the side to move. The numbers are those on disk; never change. Better values are smaller.
enum class Value : std::uint8_t { win = 0, draw = 1, loss = 2 };

[[nodiscard]] constexpr Value for_opponent(Value value) { return static_cast<Value>(2 - static_cast<int>(value)); }

/// `win`, `draw` or `loss`.
[[nodiscard]] const char* name_of(Value value);

}  // namespace dambase
