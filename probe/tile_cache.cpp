#include "probe/tile_cache.hpp"

#include <algorithm>
#include <cstring>

namespace dambase {

TileCache::TileCache(std::size_t bytes) {
  constexpr std::size_t bytes_of_set = most_ways * (sizeof(Frame) + part_bytes) + 1;
  const std::size_t frames = std::max<std::size_t>(1, bytes / bytes_of_set * most_ways);
  ways_ = std::min(frames, most_ways);
  sets_ = frames / ways_;
  frames_ = HugeArray<Frame>(sets_ * ways_);
  words_ = HugeArray<std::uint64_t>(sets_ * ways_ * part_words);
  hands_ = std::make_unique<std::atomic<std::uint8_t>[]>(sets_);
}

std::size_t TileCache::first_of_set(std::uint64_t key) const {
  // Fibonacci hashing: the high bits of the product depend on all bits of the key.
  const std::uint64_t hash = key * 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>((hash >> 32) * sets_ >> 32) * ways_;
}

std::optional<Value> TileCache::find(const TileKey& tile, std::uint32_t index) const {
  const std::uint64_t key = packed_key(tile, index / part_values);
  const std::uint32_t in_part = index % part_values;
  const std::size_t first = first_of_set(key);
  for (std::size_t i = first; i < first + ways_; ++i) {
    const Frame& frame = frames_[i];
    if (frame.key.load(std::memory_order_relaxed) != key) continue;
    const std::uint32_t version = frame.version.load(std::memory_order_acquire);
    if (version % 2 != 0 || frame.key.load(std::memory_order_acquire) != key) continue;
    // Acquire: the version is read again only after the value.
    const std::uint64_t word = std::atomic_ref(words_of(i)[in_part / 32]).load(std::memory_order_acquire);
    if (frame.version.load(std::memory_order_relaxed) != version) continue;
    if (!frame.was_used.load(std::memory_order_relaxed)) frame.was_used.store(true, std::memory_order_relaxed);
    return static_cast<Value>(word >> in_part % 32 * 2 & 3U);
  }
  return std::nullopt;
}

void TileCache::prefetch(const TileKey& tile, std::uint32_t index) const {
  __builtin_prefetch(&frames_[first_of_set(packed_key(tile, index / part_values))]);
}

std::size_t TileCache::choose_victim(std::size_t first) {
  std::atomic<std::uint8_t>& hand = hands_[first / ways_];
  std::size_t way = hand.load(std::memory_order_relaxed) % ways_;
  for (std::size_t passed = 0; passed < 2 * ways_; ++passed) {
    Frame& frame = frames_[first + way];
    const std::size_t here = way;
    way = way + 1 == ways_ ? 0 : way + 1;
    if (frame.was_used.load(std::memory_order_relaxed)) {
      frame.was_used.store(false, std::memory_order_relaxed);
      continue;
    }
    hand.store(static_cast<std::uint8_t>(way), std::memory_order_relaxed);
    return first + here;
  }
  return first + way;
}

void TileCache::put(const TileKey& key, std::span<const std::byte> packed) {
  for (std::uint32_t part = 0; !packed.empty(); ++part) {
    const std::size_t bytes = std::min(part_bytes, packed.size());
    put_part(packed_key(key, part), packed.first(bytes));
    packed = packed.subspan(bytes);
  }
}

void TileCache::put_part(std::uint64_t key, std::span<const std::byte> bytes) {
  const std::size_t first = first_of_set(key);
  for (std::size_t i = first; i < first + ways_; ++i) {
    if (frames_[i].key.load(std::memory_order_relaxed) == key) return;  // it is here already
  }
  fill(choose_victim(first), key, bytes);
}

// Every store of data is a release, so that a reader that sees one also sees the odd version before it.
void TileCache::fill(std::size_t index, std::uint64_t key, std::span<const std::byte> bytes) {
  Frame& frame = frames_[index];
  std::uint64_t* const words = words_of(index);
  std::uint32_t version = frame.version.load(std::memory_order_relaxed);
  // Acquire: what is written comes after the odd version.
  if (version % 2 != 0 || !frame.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire))
    return;
  frame.key.store(key, std::memory_order_release);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    std::atomic_ref(words[at / sizeof word]).store(word, std::memory_order_release);
  }
  frame.was_used.store(false, std::memory_order_relaxed);
  frame.version.store(version + 2, std::memory_order_release);
}

}  // namespace dambase
