// Rice codes in a stream of bits, the first bit of a byte its lowest: `value >> parameter` zeros, a one, and the low
// `parameter` bits of the value. After R. F. Rice, "Some practical universal noiseless coding techniques" (1979).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace dambase {

static_assert(std::endian::native == std::endian::little, "bits are read from words of memory");

/// Bits that one Rice code takes.
[[nodiscard]] constexpr std::uint64_t rice_bits(std::uint64_t value, unsigned parameter) {
  return (value >> parameter) + 1 + parameter;
}

/// Appends to a buffer of bytes.
class RiceWriter {
 public:
  explicit RiceWriter(std::vector<std::byte>& bytes) : bytes_(bytes) {}
  RiceWriter(const RiceWriter&) = delete;
  RiceWriter& operator=(const RiceWriter&) = delete;
  /// Fills the last byte with zeros.
  ~RiceWriter() {
    if (used_ > 0) put_byte();
  }

  void write_bit(bool bit) { append(bit ? 1 : 0, 1); }
  void write(std::uint64_t value, unsigned parameter) {
    for (std::uint64_t zeros = value >> parameter; zeros > 0;) {
      const auto some = static_cast<unsigned>(zeros < 32 ? zeros : 32);
      append(0, some);
      zeros -= some;
    }
    append(1, 1);
    append(value & ((std::uint64_t{1} << parameter) - 1), parameter);
  }

 private:
  void append(std::uint64_t bits, unsigned count) {
    buffer_ |= bits << used_;
    for (used_ += count; used_ >= 8; used_ -= 8) put_byte();
  }
  void put_byte() {
    bytes_.push_back(static_cast<std::byte>(buffer_ & 0xff));
    buffer_ >>= 8;
  }

  std::vector<std::byte>& bytes_;
  std::uint64_t buffer_ = 0;
  unsigned used_ = 0;  ///< bits in the buffer, below 8 between calls
};

/// Reads what a RiceWriter wrote. Behind the end of the bytes every value is `endless`, so that a writer may leave
/// out values at the end that a reader takes for very large.
class RiceReader {
 public:
  static constexpr std::uint32_t endless = std::uint32_t{1} << 30;

  explicit RiceReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool read_bit() { return (peek_and_pass(1) & 1) != 0; }
  /// Requires parameter < 24.
  [[nodiscard]] std::uint32_t read(unsigned parameter) {
    std::uint32_t zeros = 0;
    while (true) {
      const std::uint64_t bits = peek();
      if (bits != 0) {
        const auto here = static_cast<unsigned>(std::countr_zero(bits));
        zeros += here;
        at_ += here + 1;
        break;
      }
      if (at_ >= bytes_.size() * 8) return endless;
      zeros += bits_ahead;
      at_ += bits_ahead;
    }
    const std::uint64_t rest = peek_and_pass(parameter);
    // Damaged bytes can ask for more than there ever is.
    return zeros >= endless >> parameter ? endless : zeros << parameter | static_cast<std::uint32_t>(rest);
  }
  /// Bytes up to the one in which the last value read ends.
  [[nodiscard]] std::size_t bytes_read() const { return (at_ + 7) / 8; }

 private:
  static constexpr unsigned bits_ahead = 56;

  [[nodiscard]] std::uint64_t peek_and_pass(unsigned count) {
    const std::uint64_t bits = peek() & ((std::uint64_t{1} << count) - 1);
    at_ += count;
    return bits;
  }

  // The next 56 bits, zeros behind the end.
  [[nodiscard]] std::uint64_t peek() const {
    const std::size_t byte = at_ / 8;
    std::uint64_t word = 0;
    if (byte + sizeof word <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, sizeof word);
    } else if (byte < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + byte, bytes_.size() - byte);
    }
    return word >> at_ % 8 & ((std::uint64_t{1} << bits_ahead) - 1);
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;  ///< in bits
};

}  // namespace dambase
