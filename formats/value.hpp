// How values are packed in memory and in files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/value.hpp"

namespace dambase {

/// What a slice holds while it is built: a value, or that the side to move can capture there, so
/// that no value is stored. Two bits a position, four positions a byte, the first lowest; the
/// content digest is taken over these bytes. A decoded block has the same form, but values only.
enum class Code : std::uint8_t { win = 0, draw = 1, loss = 2, capture = 3 };

inline constexpr std::size_t codes_per_byte = 4;

[[nodiscard]] constexpr std::size_t packed_bytes(std::size_t codes) {
  return (codes + codes_per_byte - 1) / codes_per_byte;
}

[[nodiscard]] inline Code code_at(std::span<const std::byte> codes, std::uint64_t index) {
  return static_cast<Code>(static_cast<unsigned>(codes[index / codes_per_byte]) >> (index % codes_per_byte * 2) & 3U);
}

/// Value `index` of what holds no captures.
[[nodiscard]] inline Value value_at(std::span<const std::byte> packed, std::uint64_t index) {
  return static_cast<Value>(code_at(packed, index));
}

/// Sets a code whose bits are zero.
inline void add_code(std::span<std::byte> codes, std::uint64_t index, Code code) {
  codes[index / codes_per_byte] |= static_cast<std::byte>(static_cast<unsigned>(code) << index % codes_per_byte * 2);
}

}  // namespace dambase
