// How a message names a piece of the user's input.
#pragma once

#include <string>
#include <string_view>

namespace dambase {

/// `text` in quotes, fit for one line of a message: cut after 40 bytes, and every byte that is not
/// printable ASCII as `\xNN`, so that no input can break the line or reach the terminal raw.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += {'\\', 'x', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  result += text.size() > longest ? "...'" : "'";
  return result;
}

}  // namespace dambase
