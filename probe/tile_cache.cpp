#include "probe/tile_cache.hpp"

#include <algorithm>
#include <cstring>

namespace dambase {

TileCache::TileCache(std::size_t bytes) {
  constexpr std::size_t bytes_of_set = most_ways * (sizeof(Frame) + part_bytes) + sizeof(Set);
  const std::size_t frames = std::max<std::size_t>(1, bytes / bytes_of_set * most_ways);
  ways_ = std::min(frames, most_ways);
  sets_ = frames / ways_;
  frames_ = std::make_unique<Frame[]>(sets_ * ways_);
  words_ = std::make_unique_for_overwrite<std::uint64_t[]>(sets_ * ways_ * part_words);
  set_states_ = std::make_unique<Set[]>(sets_);
}

std::size_t TileCache::set_of(std::uint64_t key) const {
  // Fibonacci hashing: the high bits of the product depend on all bits of the key.
  const std::uint64_t hash = key * 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>((hash >> 32) * sets_ >> 32);
}

std::optional<Value> TileCache::find(const TileKey& tile, std::uint32_t index) const {
  const std::uint64_t key = packed_key(tile, index / part_values);
  const std::uint32_t in_part = index % part_values;
  const std::size_t first = set_of(key) * ways_;
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
  __builtin_prefetch(&frames_[set_of(packed_key(tile, index / part_values)) * ways_]);
}

// The clock algorithm: passes over frames used since it last came by.
std::size_t TileCache::choose_victim(std::size_t set) {
  std::size_t& hand = set_states_[set].hand;
  for (std::size_t passed = 0; passed < 2 * ways_; ++passed) {
    const std::size_t frame = set * ways_ + hand;
    hand = (hand + 1) % ways_;
    if (!frames_[frame].was_used.exchange(false, std::memory_order_relaxed)) return frame;
  }
  return set * ways_ + hand;
}

void TileCache::put(const TileKey& key, std::span<const std::byte> packed) {
  for (std::uint32_t part = 0; !packed.empty(); ++part) {
    const std::size_t bytes = std::min(part_bytes, packed.size());
    put_part(packed_key(key, part), packed.first(bytes));
    packed = packed.subspan(bytes);
  }
}

void TileCache::put_part(std::uint64_t key, std::span<const std::byte> bytes) {
  const std::size_t set = set_of(key);
  const std::scoped_lock lock(set_states_[set].mutex);
  for (std::size_t i = set * ways_; i < (set + 1) * ways_; ++i) {
    if (frames_[i].key.load(std::memory_order_relaxed) == key) return;  // another thread was quicker
  }
  fill(choose_victim(set), key, bytes);
}

// Every store of data is a release, so that a reader that sees one also sees the odd version before it.
void TileCache::fill(std::size_t index, std::uint64_t key, std::span<const std::byte> bytes) {
  Frame& frame = frames_[index];
  std::uint64_t* const words = words_of(index);
  const std::uint32_t version = frame.version.load(std::memory_order_relaxed);
  frame.version.store(version + 1, std::memory_order_relaxed);
  frame.key.store(key, std::memory_order_release);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    std::atomic_ref(words[at / sizeof word]).store(word, std::memory_order_release);
  }
  frame.version.store(version + 2, std::memory_order_release);
  frame.was_used.store(true, std::memory_order_relaxed);
}

}  // namespace dambase
