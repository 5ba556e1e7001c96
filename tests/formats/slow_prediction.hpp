// Predicted tiles, read as docs/format.md specifies them: bit by bit and cell by cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace dambase::slow {

/// A line and a column of a tile.
using Cell = std::pair<std::uint32_t, std::uint32_t>;

/// The cells of a tile in the order in which they are coded.
[[nodiscard]] std::vector<Cell> cells_in_order(std::uint32_t lines, std::uint32_t width);

/// Rice codes, read one bit after the other.
class RiceReader {
 public:
  explicit RiceReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_at_end() const { return at_ >= bytes_.size() * 8; }
  /// Zero behind the end.
  bool read_bit();
  /// 2^30 behind the end, and where more is asked for.
  std::uint64_t read(unsigned parameter);
  [[nodiscard]] std::size_t bytes_read() const { return (at_ + 7) / 8; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

/// The bytes of a model, decompressed: parameters, then rules. Empty if they cannot be.
[[nodiscard]] std::vector<std::uint8_t> plain_model(std::span<const std::byte> bytes);

/// The values of a tile, line after line.
[[nodiscard]] std::vector<unsigned> decode_tile(const std::vector<std::uint8_t>& plain_model, std::uint32_t lines,
                                                std::uint32_t width, std::span<const std::byte> bytes);

}  // namespace dambase::slow
