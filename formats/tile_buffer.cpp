#include "formats/tile_buffer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace dambase {
namespace {

static_assert(std::endian::native == std::endian::little, "several cells are read as one word");

// The four codes of a byte, a byte each.
constexpr auto codes_of_byte = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte)
    table[byte] = (byte & 3U) | (byte >> 2 & 3U) << 8 | (byte >> 4 & 3U) << 16 | (byte >> 6 & 3U) << 24;
  return table;
}();

void unpack(std::span<const std::byte> codes, std::uint64_t first, std::size_t count, std::uint8_t* cells) {
  std::size_t i = 0;
  for (; i < count && (first + i) % codes_per_byte != 0; ++i)
    cells[i] = static_cast<std::uint8_t>(code_at(codes, first + i));
  for (; i + codes_per_byte <= count; i += codes_per_byte)
    std::memcpy(cells + i, &codes_of_byte[static_cast<std::size_t>(codes[(first + i) / codes_per_byte])],
                codes_per_byte);
  for (; i < count; ++i) cells[i] = static_cast<std::uint8_t>(code_at(codes, first + i));
}

// The codes of eight cells in 16 bits.
std::uint64_t pack_eight(const std::uint8_t* cells) {
  std::uint64_t word = 0;
  std::memcpy(&word, cells, sizeof word);
  word = (word | word >> 6) & 0x000f000f000f000fU;
  word = (word | word >> 12) & 0x000000ff000000ffU;
  return (word | word >> 24) & 0xffffU;
}

// The codes of 32 cells.
std::uint64_t pack_32(const std::uint8_t* cells) {
  return pack_eight(cells) | pack_eight(cells + 8) << 16 | pack_eight(cells + 16) << 32 | pack_eight(cells + 24) << 48;
}

// Bytes filled from their low bits up.
class BytePacker {
 public:
  explicit BytePacker(std::span<std::byte> bytes) : bytes_(bytes) {}

  void append(std::uint64_t bits, unsigned count) {
    buffer_ |= bits << used_;
    for (used_ += count; used_ >= 8; used_ -= 8) put_byte();
  }
  // 64 bits, where all before them fill whole bytes.
  void append_word(std::uint64_t word) {
    std::memcpy(bytes_.data() + at_, &word, sizeof word);
    at_ += sizeof word;
  }
  [[nodiscard]] bool is_at_byte() const { return used_ == 0; }
  void finish() {
    if (used_ > 0) put_byte();
  }

 private:
  void put_byte() {
    bytes_[at_++] = static_cast<std::byte>(buffer_ & 0xff);
    buffer_ >>= 8;
  }

  std::span<std::byte> bytes_;
  std::size_t at_ = 0;
  std::uint64_t buffer_ = 0;
  unsigned used_ = 0;
};

}  // namespace

void TileBuffer::reset(const TileShape& shape) {
  shape_ = shape;
  stride_ = std::max(static_cast<std::ptrdiff_t>(shape.width) + 1, narrow_stride);
  cells_.resize(static_cast<std::size_t>(stride_ * (static_cast<std::ptrdiff_t>(shape.lines) + margin_lines)));
  above_.resize(3 * std::size_t{shape.width});
  std::fill_n(cells_.begin(), margin_lines * stride_, no_value);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape.lines); ++i) line(i)[shape.width] = no_value;
}

void TileBuffer::load(std::span<const std::byte> codes, const Tiling& tiling, std::uint64_t tile) {
  reset(tiling.shape_of(tile));
  std::uint64_t first = tiling.first_of(tile);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape_.lines); ++i, first += tiling.options().line) {
    const std::uint64_t there = tiling.positions() - std::min(first, tiling.positions());
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(shape_.width, there));
    unpack(codes, first, count, line(i));
    std::fill(line(i) + count, line(i) + shape_.width, static_cast<std::uint8_t>(Code::capture));
  }
}

void TileBuffer::keep_values() {
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape_.lines); ++i) {
    std::uint8_t* const cells = line(i);
    const std::size_t width = shape_.width;
    for (std::size_t column = 0; column < width; ++column) cells[column] &= 3;
  }
}

unsigned TileBuffer::kinds() const {
  unsigned kinds = 0;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape_.lines); ++i) {
    for (std::uint32_t column = 0; column < shape_.width; ++column) kinds |= 1U << line(i)[column];
  }
  return kinds;
}

void TileBuffer::fill_captures() {
  auto last = static_cast<std::uint8_t>(Code::draw);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape_.lines); ++i) {
    for (std::uint32_t column = 0; column < shape_.width; ++column) {
      std::uint8_t& cell = line(i)[column];
      if (cell == static_cast<std::uint8_t>(Code::capture)) cell = last;
      last = cell;
    }
  }
}

void TileBuffer::pack(std::span<std::byte> packed) const {
  BytePacker packer(packed);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(shape_.lines); ++i) {
    const std::uint8_t* const cells = line(i);
    std::uint32_t column = 0;
    if (packer.is_at_byte()) {
      for (; column + 32 <= shape_.width; column += 32) packer.append_word(pack_32(cells + column));
    }
    for (; column + 8 <= shape_.width; column += 8) packer.append(pack_eight(cells + column), 16);
    for (; column < shape_.width; ++column) packer.append(cells[column], 2);
  }
  packer.finish();
}

}  // namespace dambase
