// How values are packed in memory and in files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/value.hpp"

namespace dambase {

/// Five values a byte, the first the lowest digit in base 3.
inline constexpr std::size_t values_per_byte = 5;

[[nodiscard]] constexpr std::size_t packed_bytes(std::size_t values) {
  return (values + values_per_byte - 1) / values_per_byte;
}

/// digits_of_byte[b] are the five digits of byte b; bytes above 242 never occur in a sound block.
inline constexpr auto digits_of_byte = [] {
  std::array<std::array<Value, values_per_byte>, 256> table{};
  for (std::size_t byte = 0; byte < 243; ++byte) {
    std::size_t rest = byte;
    for (Value& digit : table[byte]) {
      digit = static_cast<Value>(rest % 3);
      rest /= 3;
    }
  }
  return table;
}();

/// Value `index` of a packed block.
[[nodiscard]] inline Value value_at(std::span<const std::byte> packed, std::size_t index) {
  return digits_of_byte[static_cast<std::size_t>(packed[index / values_per_byte])][index % values_per_byte];
}

/// What a slice holds while it is built: a value, or that the side to move can capture there, so
/// that no value is stored. Two bits a position, four positions a byte, the first lowest; the
/// content digest is taken over these bytes.
enum class Code : std::uint8_t { win = 0, draw = 1, loss = 2, capture = 3 };

inline constexpr std::size_t codes_per_byte = 4;

[[nodiscard]] inline Code code_at(std::span<const std::byte> codes, std::uint64_t index) {
  return static_cast<Code>(static_cast<unsigned>(codes[index / codes_per_byte]) >> (index % codes_per_byte * 2) & 3U);
}

/// Packs `count` codes from position `first` on, five values a byte. Positions without a value get
/// that of the position before, which compresses best; `packed` holds packed_bytes(count).
void pack_values(std::span<const std::byte> codes, std::uint64_t first, std::size_t count, std::span<std::byte> packed);

}  // namespace dambase
