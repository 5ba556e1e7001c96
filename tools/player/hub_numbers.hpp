// Numbers as the Hub protocol writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dambase::player {

/// Digits that stand for a number from `least` to `most`, and nothing else.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t least, std::uint64_t most);

/// Seconds with or without a fraction, at least 0 and at most a thousand years.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text);

/// `number` with so many digits after the point.
[[nodiscard]] std::string decimal(double number, int digits);

}  // namespace dambase::player
