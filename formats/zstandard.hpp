// Zstandard frames, read back.
#pragma once

#include <cstddef>
#include <span>

#include "engine/result.hpp"

namespace dambase {

/// Decompresses a frame into `to`, which it must fill: else damaged_table, and out_of_memory where that is the reason;
/// without the name of a file.
Result<void> decompress_frame(std::span<const std::byte> frame, std::span<std::byte> to);

}  // namespace dambase
