#include "probe/tile_cache.hpp"

#include <algorithm>
#include <cstring>

namespace dambase {

TileCache::TileCache(std::size_t bytes)
    : set_count_(std::max<std::size_t>(1, bytes / sizeof(Set))),
      ways_(std::clamp<std::size_t>(bytes / (sizeof(Frame) + part_bytes), 1, most_ways)),
      sets_(set_count_) {}

void TileCache::prefetch(const TileKey& tile, std::uint32_t index) const {
  __builtin_prefetch(&set_of(packed_key(tile, index / part_values)));
}

void TileCache::prefetch_front(const TileKey& tile, std::uint32_t values) const {
  for (std::uint32_t part = 0; part * part_values < values; ++part) __builtin_prefetch(&set_of(packed_key(tile, part)));
}

std::size_t TileCache::choose_victim(Set& set) const {
  std::atomic<std::uint8_t>& hand = set.frames[0].hand;
  std::size_t way = hand.load(std::memory_order_relaxed) % ways_;
  for (std::size_t passed = 0; passed < 2 * ways_; ++passed) {
    Frame& frame = set.frames[way];
    const std::size_t here = way;
    way = way + 1 == ways_ ? 0 : way + 1;
    if (frame.was_used.load(std::memory_order_relaxed)) {
      frame.was_used.store(false, std::memory_order_relaxed);
      continue;
    }
    hand.store(static_cast<std::uint8_t>(way), std::memory_order_relaxed);
    return here;
  }
  return way;
}

void TileCache::put(const TileKey& key, std::span<const std::byte> packed) {
  for (std::uint32_t part = 0; !packed.empty(); ++part) {
    const std::size_t bytes = std::min(part_bytes, packed.size());
    put_part(packed_key(key, part), packed.first(bytes));
    packed = packed.subspan(bytes);
  }
}

void TileCache::put_constant(const TileKey& key, std::uint32_t index, std::byte constant) {
  std::array<std::byte, part_bytes> bytes;
  bytes.fill(constant);
  put_part(packed_key(key, index / part_values), bytes);
}

void TileCache::put_part(std::uint64_t key, std::span<const std::byte> bytes) {
  Set& set = set_of(key);
  for (const Frame& frame : set.frames) {
    if (frame.key.load(std::memory_order_relaxed) == key) return;  // it is here already
  }
  fill(set, choose_victim(set), key, bytes);
}

// Every store of data is a release, so that a reader that sees one also sees the odd version before it.
void TileCache::fill(Set& set, std::size_t way, std::uint64_t key, std::span<const std::byte> bytes) {
  Frame& frame = set.frames[way];
  std::uint32_t version = frame.version.load(std::memory_order_relaxed);
  // Acquire: what is written comes after the odd version.
  if (version % 2 != 0 || !frame.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire))
    return;
  frame.key.store(key, std::memory_order_release);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    std::atomic_ref(set.words[way][at / sizeof word]).store(word, std::memory_order_release);
  }
  frame.was_used.store(false, std::memory_order_relaxed);
  frame.version.store(version + 2, std::memory_order_release);
}

}  // namespace dambase
