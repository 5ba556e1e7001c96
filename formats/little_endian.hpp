// Fixed-width little-endian numbers in byte buffers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dambase {

template <std::unsigned_integral Number>
void store_little_endian(std::span<std::byte> bytes, std::size_t offset, Number number) {
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    bytes[offset + i] = static_cast<std::byte>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xff);
}

template <std::unsigned_integral Number>
[[nodiscard]] Number load_little_endian(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) number |= static_cast<std::uint64_t>(bytes[offset + i]) << (8 * i);
  return static_cast<Number>(number);
}

}  // namespace dambase
