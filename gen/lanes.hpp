// Numbers of the 64 squares of a word, side by side: what a word of bits is to a set, lanes are to a number a square.
//
// They are worked on sixteen bytes at a time, with the vector types that GCC and Clang have for every processor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/bitboard.hpp"

namespace dambase {

static_assert(std::endian::native == std::endian::little, "lanes are masked by words");

class alignas(16) Lanes {
 public:
  using Number = std::uint8_t;

  /// All 0.
  constexpr Lanes() = default;
  [[nodiscard]] static Lanes all(Number number) {
    Lanes lanes;
    lanes.numbers_.fill(number);
    return lanes;
  }

  [[nodiscard]] Number operator[](Square square) const { return numbers_[static_cast<std::size_t>(square)]; }
  void set(Square square, Number number) { numbers_[static_cast<std::size_t>(square)] = number; }
  [[nodiscard]] const Number* data() const { return numbers_.data(); }

  /// The squares that have this number.
  [[nodiscard]] Bitboard equal_to(Number number) const {
    const Row wanted = row_of(number);
    return bits([&](const Row& row) { return mask(row == wanted); });
  }
  /// The squares that have this number or a smaller one.
  [[nodiscard]] Bitboard at_most(Number number) const {
    const Row most = row_of(number);
    return bits([&](const Row& row) { return mask(row <= most); });
  }

  /// On each square the larger number.
  Lanes& raise(const Lanes& other) {
    return each(other, [](const Row& a, const Row& b) {
      const Row is_more = mask(a > b);
      return (a & is_more) | (b & ~is_more);
    });
  }
  /// 0 on all squares but those of `squares`.
  Lanes& keep(Bitboard squares) {
    for (std::size_t i = 0; i < rows; ++i) store(i, load(i) & row_mask(squares, i));
    return *this;
  }
  /// `number` on `squares`.
  Lanes& fill(Bitboard squares, Number number) {
    const Row filled = row_of(number);
    for (std::size_t i = 0; i < rows; ++i) {
      const Row chosen = row_mask(squares, i);
      store(i, (load(i) & ~chosen) | (filled & chosen));
    }
    return *this;
  }
  /// The largest number on `squares`, 0 if there are none.
  [[nodiscard]] Number most_on(Bitboard squares) const {
    Number most = 0;
    for (Square square : squares) most = std::max(most, (*this)[square]);
    return most;
  }

  /// Seen from the other side of a board of so many bits.
  [[nodiscard]] Lanes turned(int bits) const {
    Lanes result;
    std::reverse_copy(numbers_.begin(), numbers_.begin() + bits, result.numbers_.begin());
    return result;
  }

  /// The least number that is at least `from`; 255 if there is none.
  [[nodiscard]] Number least_from(Number from) const {
    const Row bound = row_of(from);
    Row least = row_of(255);
    for (std::size_t i = 0; i < rows; ++i) {
      // What is too small becomes 255.
      const Row row = load(i) | mask(load(i) < bound);
      const Row is_less = mask(row < least);
      least = (row & is_less) | (least & ~is_less);
    }
    return std::ranges::min(std::bit_cast<std::array<Number, row_length>>(least));
  }
  /// The largest number that is at most `to`; 0 if there is none.
  [[nodiscard]] Number most_up_to(Number to) const {
    const Row bound = row_of(to);
    Row most{};
    for (std::size_t i = 0; i < rows; ++i) {
      const Row row = load(i) & mask(load(i) <= bound);
      const Row is_more = mask(row > most);
      most = (row & is_more) | (most & ~is_more);
    }
    return std::ranges::max(std::bit_cast<std::array<Number, row_length>>(most));
  }

  /// The numbers moved `by` squares up, or down if it is negative; what moves in is 0.
  [[nodiscard]] Lanes shifted(int by) const {
    std::array<Number, 3 * 64> room{};
    std::memcpy(room.data() + 64, numbers_.data(), sizeof numbers_);
    Lanes result;
    std::memcpy(result.numbers_.data(), room.data() + (64 - by), sizeof numbers_);
    return result;
  }

  [[nodiscard]] bool any() const {
    const auto words = std::bit_cast<std::array<std::uint64_t, 8>>(numbers_);
    return std::any_of(words.begin(), words.end(), [](std::uint64_t word) { return word != 0; });
  }

  /// On each square what `change` makes of its number; it is called with rows of numbers, and must return a row.
  template <class Change>
  Lanes& change(const Change& change_row) {
    for (std::size_t i = 0; i < rows; ++i) store(i, change_row(load(i)));
    return *this;
  }

  // ---- rows of numbers ----

  using Row = Number __attribute__((vector_size(16)));
  /// All ones where a comparison holds.
  template <class Compared>
  [[nodiscard]] static Row mask(const Compared& compared) {
    static_assert(sizeof(Compared) == sizeof(Row));
    return std::bit_cast<Row>(compared);
  }
  [[nodiscard]] static Row row_of(Number number) { return Row{} + number; }

 private:
  static constexpr std::size_t row_length = 16;
  static constexpr std::size_t rows = 64 / row_length;

  [[nodiscard]] Row load(std::size_t row) const {
    Row result;
    std::memcpy(&result, numbers_.data() + row * row_length, sizeof result);
    return result;
  }
  void store(std::size_t row, const Row& numbers) {
    std::memcpy(numbers_.data() + row * row_length, &numbers, sizeof numbers);
  }

  template <class Change>
  Lanes& each(const Lanes& other, const Change& change_rows) {
    for (std::size_t i = 0; i < rows; ++i) store(i, change_rows(load(i), other.load(i)));
    return *this;
  }

  // The bits of the squares of a row, each as a mask of its number.
  [[nodiscard]] static Row row_mask(Bitboard squares, std::size_t row) {
    constexpr std::uint64_t every_byte = 0x0101010101010101U;
    const std::uint64_t here = squares.bits() >> (row * row_length);
    const std::array halves{(here & 0xff) * every_byte, (here >> 8 & 0xff) * every_byte};
    constexpr Row bit_of_lane = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    return mask((std::bit_cast<Row>(halves) & bit_of_lane) == bit_of_lane);
  }

  // The squares on which `test`, which makes masks of rows, holds.
  template <class Test>
  [[nodiscard]] Bitboard bits(const Test& test) const {
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(test(load(i)));
      found |= (gathered(halves[0]) | gathered(halves[1]) << 8) << (i * row_length);
    }
    return Bitboard(found);
  }
  // The lowest bits of eight bytes: the product moves that of byte i to bit 56 + i, and no two meet.
  [[nodiscard]] static std::uint64_t gathered(std::uint64_t bytes) {
    return ((bytes & 0x0101010101010101U) * 0x0102040810204080U) >> 56;
  }

  std::array<Number, 64> numbers_{};
};

}  // namespace dambase
