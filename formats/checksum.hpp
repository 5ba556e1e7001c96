// XXH3 checksums of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dambase {

/// XXH3, 64 bits, seed 0.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace dambase
