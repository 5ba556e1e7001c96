#include "gen/slice_codes.hpp"

#include <algorithm>
#include <atomic>

namespace dambase {
namespace {

// Bits 0..31 to the even bits of a word.
constexpr std::uint64_t spread(std::uint64_t x) {
  x &= 0xffffffffU;
  x = (x | x << 16) & 0x0000ffff0000ffffU;
  x = (x | x << 8) & 0x00ff00ff00ff00ffU;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fU;
  x = (x | x << 2) & 0x3333333333333333U;
  return (x | x << 1) & 0x5555555555555555U;
}

}  // namespace

void CodeRun::begin(std::uint64_t first) {
  first_ = first;
  words_.assign(1, 0);
  used_ = static_cast<unsigned>(first % SliceCodes::codes_per_word) * 2;
}

std::uint64_t CodeRun::end() const {
  const std::uint64_t first_word = first_ / SliceCodes::codes_per_word;
  return (first_word + words_.size() - 1) * SliceCodes::codes_per_word + used_ / 2;
}

void CodeRun::append(std::uint64_t low, std::uint64_t high, int count) {
  const unsigned first_half = std::min(static_cast<unsigned>(count), SliceCodes::codes_per_word);
  append_bits(spread(low) | spread(high) << 1, first_half * 2);
  const unsigned second_half = static_cast<unsigned>(count) - first_half;
  if (second_half > 0) append_bits(spread(low >> 32) | spread(high >> 32) << 1, second_half * 2);
}

void CodeRun::append_bits(std::uint64_t bits, unsigned count) {
  words_.back() |= bits << used_;
  used_ += count;
  if (used_ < 64) return;
  used_ -= 64;
  words_.push_back(used_ == 0 ? 0 : bits >> (count - used_));
}

void SliceCodes::set(std::uint64_t number, Code code) {
  const auto bits = static_cast<std::uint64_t>(code) << number % codes_per_word * 2;
  std::atomic_ref(storage_.words()[number / codes_per_word]).fetch_or(bits, std::memory_order_relaxed);
}

void SliceCodes::place(std::uint64_t first_word, std::span<const std::uint64_t> from) {
  std::uint64_t* const to = storage_.words().data() + first_word;
  // The first and the last word may be shared with runs that other threads place; a last word that
  // the run has only just begun holds nothing and may lie past the end.
  const auto merge = [&](std::size_t i) {
    if (from[i] != 0) std::atomic_ref(to[i]).fetch_or(from[i], std::memory_order_relaxed);
  };
  merge(0);
  if (from.size() == 1) return;
  std::ranges::copy(from.subspan(1, from.size() - 2), to + 1);
  merge(from.size() - 1);
}

}  // namespace dambase
