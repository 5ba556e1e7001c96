#include "formats/value.hpp"

#include <algorithm>

namespace dambase {

namespace {

// The first stored value from `first` on, so that a block does not begin with an arbitrary one.
unsigned first_value(std::span<const std::byte> codes, std::uint64_t first, std::size_t count) {
  for (std::uint64_t i = first; i < first + count; ++i) {
    if (const Code code = code_at(codes, i); code != Code::capture) return static_cast<unsigned>(code);
  }
  return static_cast<unsigned>(Code::draw);
}

// What five codes come to after a value, and the value that is then the last.
struct Packed {
  std::uint8_t byte;
  std::uint8_t last;
};

constexpr Packed pack_few(unsigned codes, std::size_t count, unsigned last) {
  unsigned byte = 0;
  unsigned weight = 1;
  for (std::size_t i = 0; i < count; ++i, weight *= 3, codes >>= 2) {
    const auto code = static_cast<Code>(codes & 3U);
    if (code != Code::capture) last = static_cast<unsigned>(code);
    byte += weight * last;
  }
  return {static_cast<std::uint8_t>(byte), static_cast<std::uint8_t>(last)};
}

constexpr unsigned bits_of_five = 2 * values_per_byte;

// By the last value before, and five codes.
constexpr auto packed_five = [] {
  std::array<std::array<Packed, 1U << bits_of_five>, 3> table{};
  for (unsigned last = 0; last < table.size(); ++last) {
    for (unsigned codes = 0; codes < table[last].size(); ++codes)
      table[last][codes] = pack_few(codes, values_per_byte, last);
  }
  return table;
}();

}  // namespace

void pack_values(std::span<const std::byte> codes, std::uint64_t first, std::size_t count,
                 std::span<std::byte> packed) {
  unsigned last = first_value(codes, first, count);
  std::size_t at = 0;
  for (; at + values_per_byte < count; at += values_per_byte) {
    const std::uint64_t code = first + at;
    const auto two = static_cast<unsigned>(codes[code / codes_per_byte]) |
                     static_cast<unsigned>(codes[code / codes_per_byte + 1]) << 8;
    const unsigned five = two >> (code % codes_per_byte * 2) & ((1U << bits_of_five) - 1);
    const Packed next = packed_five[last][five];
    packed[at / values_per_byte] = static_cast<std::byte>(next.byte);
    last = next.last;
  }
  unsigned rest = 0;
  for (std::size_t i = count; i > at; --i) rest = rest << 2 | static_cast<unsigned>(code_at(codes, first + i - 1));
  if (at < count) packed[at / values_per_byte] = static_cast<std::byte>(pack_few(rest, count - at, last).byte);
}

}  // namespace dambase
