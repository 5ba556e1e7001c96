// Squares and sets of squares. A set is one 64-bit word; it is its own iterator.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace dambase {

/// A square, named by its bit in a Bitboard (see engine/board.hpp for the layout). Not a FEN number.
enum class Square : std::uint8_t {};

[[nodiscard]] constexpr int index_of(Square square) { return static_cast<int>(square); }

/// The number of one bits. Where the processor may have no instruction for it, this is quicker than the call that
/// std::popcount becomes (Warren, Hacker's Delight, 5-1).
[[nodiscard]] constexpr int population(std::uint64_t bits) {
#ifdef __POPCNT__
  return std::popcount(bits);
#else
  bits -= bits >> 1 & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + (bits >> 2 & 0x3333333333333333U);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>(bits * 0x0101010101010101U >> 56);
#endif
}

/// A set of squares of one board. Iterating yields the squares in rising order.
class Bitboard {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    [[nodiscard]] constexpr Square operator*() const { return static_cast<Square>(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    [[nodiscard]] constexpr bool operator==(const Iterator&) const = default;

   private:
    std::uint64_t rest_;
  };

  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << index_of(square)) {}

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  [[nodiscard]] constexpr int count() const { return population(bits_); }
  [[nodiscard]] constexpr bool has(Square square) const { return (bits_ >> index_of(square) & 1) != 0; }
  [[nodiscard]] constexpr bool meets(Bitboard other) const { return (bits_ & other.bits_) != 0; }
  /// The lowest square; the set must not be empty.
  [[nodiscard]] constexpr Square first() const { return static_cast<Square>(std::countr_zero(bits_)); }
  /// The highest square; the set must not be empty.
  [[nodiscard]] constexpr Square last() const { return static_cast<Square>(63 - std::countl_zero(bits_)); }
  /// The bit number of the lowest square; the set must not be empty.
  [[nodiscard]] constexpr int first_bit() const { return std::countr_zero(bits_); }
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

  [[nodiscard]] constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
  [[nodiscard]] constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
  [[nodiscard]] constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
  /// The squares of this set that are not in `other`.
  [[nodiscard]] constexpr Bitboard operator-(Bitboard other) const { return Bitboard(bits_ & ~other.bits_); }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator-=(Bitboard other) { return *this = *this - other; }
  [[nodiscard]] constexpr auto operator<=>(const Bitboard&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace dambase
