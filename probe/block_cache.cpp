#include "probe/block_cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace dambase {

BlockCache::BlockCache(std::size_t bytes) {
  const std::size_t frames = std::max<std::size_t>(1, bytes / (part_bytes + sizeof(Frame)));
  ways_ = std::min(frames, most_ways);
  sets_ = frames / ways_;
  frames_ = std::make_unique<Frame[]>(sets_ * ways_);
  set_states_ = std::make_unique<Set[]>(sets_);
}

std::size_t BlockCache::set_of(std::uint64_t key) const {
  // Fibonacci hashing: the high bits of the product depend on all bits of the key.
  const std::uint64_t hash = key * 0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>((hash >> 32) * sets_ >> 32);
}

std::optional<std::byte> BlockCache::find(const PartKey& part, std::size_t offset) const {
  const std::uint64_t key = part.packed();
  for (const Frame& frame : frames_of(set_of(key))) {
    const std::uint32_t version = frame.version.load(std::memory_order_acquire);
    if (version % 2 != 0 || frame.key.load(std::memory_order_acquire) != key) continue;
    const Data* const data = frame.data.load(std::memory_order_acquire);
    // Acquire: the version is read again only after the value.
    const std::uint64_t word = (*data)[offset / 8].load(std::memory_order_acquire);
    if (frame.version.load(std::memory_order_relaxed) != version) continue;
    if (!frame.was_used.load(std::memory_order_relaxed)) frame.was_used.store(true, std::memory_order_relaxed);
    return static_cast<std::byte>(word >> offset % 8 * 8 & 0xff);
  }
  return std::nullopt;
}

// Other data may come into the frame meanwhile; then the wrong line is fetched, which does no harm.
void BlockCache::prefetch(const PartKey& part, std::size_t offset) const {
  const std::uint64_t key = part.packed();
  for (const Frame& frame : frames_of(set_of(key))) {
    if (frame.key.load(std::memory_order_acquire) != key) continue;
    __builtin_prefetch(&(*frame.data.load(std::memory_order_acquire))[offset / 8]);
    return;
  }
}

// The clock algorithm: passes over frames used since it last came by.
BlockCache::Frame& BlockCache::choose_victim(std::span<Frame> frames, std::size_t& hand) {
  for (std::size_t passed = 0; passed < 2 * frames.size(); ++passed) {
    Frame& frame = frames[hand];
    hand = (hand + 1) % frames.size();
    if (!frame.was_used.exchange(false, std::memory_order_relaxed)) return frame;
  }
  return frames[hand];
}

void BlockCache::put(const PartKey& part, std::span<const std::byte> bytes) {
  const std::uint64_t key = part.packed();
  const std::size_t index = set_of(key);
  Set& set = set_states_[index];
  const std::span<Frame> frames = frames_of(index);
  const std::scoped_lock lock(set.mutex);
  const auto holds_key = [&](const Frame& frame) { return frame.key.load(std::memory_order_relaxed) == key; };
  if (std::ranges::any_of(frames, holds_key)) return;  // another thread was quicker
  Frame& frame = choose_victim(frames, set.hand);
  if (frame.owned == nullptr) {
    frame.owned.reset(new (std::nothrow) Data{});
    if (frame.owned == nullptr) return;
    frame.data.store(frame.owned.get(), std::memory_order_release);
  }
  fill(frame, key, bytes);
}

// Every store of data is a release, so that a reader that sees one also sees the odd version before it.
void BlockCache::fill(Frame& frame, std::uint64_t key, std::span<const std::byte> bytes) {
  const std::uint32_t version = frame.version.load(std::memory_order_relaxed);
  frame.version.store(version + 1, std::memory_order_relaxed);
  frame.key.store(key, std::memory_order_release);
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    (*frame.owned)[at / sizeof word].store(word, std::memory_order_release);
  }
  frame.version.store(version + 2, std::memory_order_release);
  frame.was_used.store(true, std::memory_order_relaxed);
}

}  // namespace dambase
