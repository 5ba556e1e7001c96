// Going through the few words of many that have a mark, eight at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dambase {

/// Eight marks, a byte each, the first lowest.
class MarksOfEight {
 public:
  explicit MarksOfEight(const std::uint8_t* marks) { std::memcpy(&bytes_, marks, sizeof bytes_); }

  /// Whether one of them has one of the bits of `mask`.
  [[nodiscard]] bool meet(std::uint8_t mask) const { return (bytes_ & mask * every_byte) != 0; }
  /// Whether one of them is `mark` (after Bit Twiddling Hacks, "Determine if a word has a zero byte").
  [[nodiscard]] bool have(std::uint8_t mark) const {
    const std::uint64_t zero_where_equal = bytes_ ^ mark * every_byte;
    return ((zero_where_equal - every_byte) & ~zero_where_equal & 0x80 * every_byte) != 0;
  }

 private:
  static constexpr std::uint64_t every_byte = 0x0101010101010101U;

  std::uint64_t bytes_ = 0;
};

/// Calls `visit(word)` for words from `first` to `last`, leaving out where `passes_over(word)` says that none of the
/// eight from there on is of interest.
template <class PassesOver, class Visit>
void for_each_of_interest(std::size_t first, std::size_t last, const PassesOver& passes_over, const Visit& visit) {
  constexpr std::size_t eight = 8;
  for (; first + eight <= last; first += eight) {
    if (passes_over(first)) continue;
    for (std::size_t word = first; word < first + eight; ++word) visit(word);
  }
  for (; first < last; ++first) visit(first);
}

}  // namespace dambase
