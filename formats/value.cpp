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

}  // namespace

void pack_values(std::span<const std::byte> codes, std::uint64_t first, std::size_t count,
                 std::span<std::byte> packed) {
  unsigned last = first_value(codes, first, count);
  for (std::size_t at = 0; at < count; at += values_per_byte) {
    unsigned byte = 0;
    unsigned weight = 1;
    for (std::size_t i = at; i < std::min(at + values_per_byte, count); ++i, weight *= 3) {
      const Code code = code_at(codes, first + i);
      if (code != Code::capture) last = static_cast<unsigned>(code);
      byte += weight * last;
    }
    packed[at / values_per_byte] = static_cast<std::byte>(byte);
  }
}

}  // namespace dambase
