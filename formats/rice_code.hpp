// Rice codes in a stream of bits, the first bit of a byte its lowest: `value >> parameter` zeros, a one, and the low
// `parameter` bits of the value. After R. F. Rice, "Some practical universal noiseless coding techniques" (1979).
#pragma once

#include <algorithm>
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

  explicit RiceReader(std::span<const std::byte> bytes)
      : bytes_(bytes.data()),
        bits_(bytes.size() * 8),
        last_word_at_(bytes.size() - std::min(bytes.size(), word_bytes)) {
    if (!bytes.empty()) std::memcpy(&last_word_, bytes_ + last_word_at_, bytes.size() - last_word_at_);
  }

  [[nodiscard]] bool read_bit() {
    const bool bit = (peek() & 1) != 0;
    ++at_;
    return bit;
  }
  /// Requires parameter < 24.
  [[nodiscard]] std::uint32_t read(unsigned parameter) { return read_behind(parameter, no_bits); }
  /// The same behind a bit that tells, if it is 1, that the value is endless, and that is all.
  [[nodiscard]] std::uint32_t read_behind_bit(unsigned parameter) {
    constexpr unsigned one_bit = 1;
    return read_behind(parameter, one_bit);
  }
  /// Bytes up to the one in which the last value read ends.
  [[nodiscard]] std::size_t bytes_read() const { return (at_ + 7) / 8; }

 private:
  static constexpr std::size_t word_bytes = sizeof(std::uint64_t);
  static constexpr unsigned bits_ahead = 57;  ///< of a word that begins with any bit of a byte
  static constexpr unsigned no_bits = 0;

  // `bits` 0 or 1. Nearly always all is in one word; then there is no branch that depends on what it says.
  [[nodiscard]] std::uint32_t read_behind(unsigned parameter, unsigned bits) {
    const std::uint64_t word = peek();
    const bool is_endless = (word & bits) != 0;
    const std::uint64_t code = word >> bits;
    const auto zeros = static_cast<unsigned>(std::countr_zero(code | std::uint64_t{1} << 63));
    const unsigned length = bits + zeros + 1 + parameter;
    if (length > bits_ahead) [[unlikely]]
      return read_long(parameter, bits);
    const std::uint64_t rest = code >> zeros >> 1 & ((std::uint64_t{1} << parameter) - 1);
    at_ += is_endless ? bits : length;
    return is_endless ? endless : zeros << parameter | static_cast<std::uint32_t>(rest);
  }

  [[nodiscard, gnu::noinline]] std::uint32_t read_long(unsigned parameter, unsigned bits) {
    if (bits > 0 && read_bit()) return endless;
    std::uint32_t zeros = 0;
    while (true) {
      const std::uint64_t word = peek() & ((std::uint64_t{1} << bits_ahead) - 1);
      if (word != 0) {
        const auto here = static_cast<unsigned>(std::countr_zero(word));
        zeros += here;
        at_ += here + 1;
        break;
      }
      if (at_ >= bits_) return endless;
      zeros += bits_ahead;
      at_ += bits_ahead;
    }
    const std::uint64_t rest = peek() & ((std::uint64_t{1} << parameter) - 1);
    at_ += parameter;
    // Damaged bytes can ask for more than there ever is.
    return zeros >= endless >> parameter ? endless : zeros << parameter | static_cast<std::uint32_t>(rest);
  }

  // The next 57 bits or more, zeros behind the end.
  [[nodiscard]] std::uint64_t peek() const {
    const std::size_t byte = at_ / 8;
    if (byte < last_word_at_) [[likely]] {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes_ + byte, sizeof word);
      return word >> at_ % 8;
    }
    const std::size_t passed = at_ - last_word_at_ * 8;
    return passed < 64 ? last_word_ >> passed : 0;
  }

  const std::byte* bytes_;
  std::size_t bits_;
  std::size_t at_ = 0;        ///< in bits
  std::size_t last_word_at_;  ///< in bytes: from there on all are in the last word
  std::uint64_t last_word_ = 0;
};

}  // namespace dambase
