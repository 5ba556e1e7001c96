#include "formats/checksum.hpp"

#include <xxhash.h>

namespace dambase {

std::uint64_t checksum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace dambase
