// Decoded tiles, within a hard bound on memory. A hit takes no lock.
//
// The cache is set-associative, and tiles lie in it in parts of equal size, each part of a tile in the set behind that
// of the one before it. What tells of the parts of a set is one cache line, right before them. Each frame has a version
// that is odd while the frame is written: a reader takes the version, the key and the value, and then the version again
// (a sequence lock, after Lameter, "Effective synchronization on Linux/NUMA systems", 2005). A probe wants one value,
// so nothing needs to be held while it is used, and no eviction can pull it away. Writers take no lock either: one that
// finds a frame in work leaves its part out, which costs another decoding at most.
//
// What goes first is what was never asked for again (the clock algorithm, with newcomers unmarked): positions that a
// search touches once do not push out the smaller tables, to which captures lead over and over.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "formats/tiling.hpp"
#include "formats/value.hpp"
#include "probe/huge_array.hpp"

namespace dambase {

/// Which tile of which slice of a set.
struct TileKey {
  std::uint32_t slice = 0;  ///< below 2^18
  std::uint64_t tile = 0;   ///< below 2^40
};

/// May be used from any number of threads at once.
class TileCache {
 public:
  /// Values of a part.
  static constexpr std::uint32_t part_values = 256;
  /// Behind the last value of the part of a tile that holds value `index`.
  [[nodiscard]] static constexpr std::uint32_t end_of_part(std::uint32_t index) {
    return (index / part_values + 1) * part_values;
  }

  /// Holds as many parts as fit `bytes`, one at least.
  explicit TileCache(std::size_t bytes);

  /// Value `index` of a tile, if it is here.
  [[nodiscard]] std::optional<Value> find(const TileKey& tile, std::uint32_t index) const {
    const std::uint64_t key = packed_key(tile, index / part_values);
    const std::uint32_t in_part = index % part_values;
    Set& set = set_of(key);
    // All frames are looked at, and none of them first: in which one it is cannot be foreseen.
    const auto is_in = [&](std::size_t i) { return set.frames[i].key.load(std::memory_order_relaxed) == key; };
    static_assert(most_ways == 4);
    std::size_t way = is_in(0) ? 0 : most_ways;
    way = is_in(1) ? 1 : way;
    way = is_in(2) ? 2 : way;
    way = is_in(3) ? 3 : way;
    if (way == most_ways) return std::nullopt;
    const Frame& frame = set.frames[way];
    const std::uint32_t version = frame.version.load(std::memory_order_acquire);
    if (version % 2 != 0 || frame.key.load(std::memory_order_acquire) != key) return std::nullopt;
    // Acquire: the version is read again only after the value.
    const std::uint64_t word = std::atomic_ref(set.words[way][in_part / 32]).load(std::memory_order_acquire);
    if (frame.version.load(std::memory_order_relaxed) != version) return std::nullopt;
    if (!frame.was_used.load(std::memory_order_relaxed)) frame.was_used.store(true, std::memory_order_relaxed);
    return static_cast<Value>(word >> in_part % 32 * 2 & 3U);
  }

  /// Starts to fetch what find() would read first.
  void prefetch(const TileKey& key, std::uint32_t index) const;
  /// Starts to fetch what put() reads first for a tile of so many values, or for the front of one.
  void prefetch_front(const TileKey& key, std::uint32_t values) const;

  /// Takes in a tile, or the parts at its front, packed as formats/value.hpp says; others may have to go.
  void put(const TileKey& key, std::span<const std::byte> packed);
  /// Takes in the part of a tile that holds value `index`, of which every byte is `constant`.
  void put_constant(const TileKey& key, std::uint32_t index, std::byte constant);

 private:
  static constexpr std::size_t part_bytes = part_values / codes_per_byte;
  static constexpr std::size_t part_words = part_bytes / sizeof(std::uint64_t);
  static constexpr std::size_t most_ways = 4;
  static constexpr unsigned part_bits = 5;
  static_assert(max_tile_positions / part_values <= 1U << part_bits);

  struct Frame {
    std::atomic<std::uint32_t> version;
    mutable std::atomic<bool> was_used;
    std::atomic<std::uint8_t> hand;  ///< of the first frame of a set: where the clock of the set goes on
    std::atomic<std::uint64_t> key;  ///< 0: nothing is here
  };
  struct alignas(64) Set {
    std::array<Frame, most_ways> frames;
    std::array<std::array<std::uint64_t, part_words>, most_ways> words;  ///< of each frame
  };
  static_assert(sizeof(std::array<Frame, most_ways>) == 64, "what is looked at first is one cache line");

  [[nodiscard]] static std::uint64_t packed_key(const TileKey& key, std::uint32_t part) {
    return (std::uint64_t{key.slice} + 1) << 45 | key.tile << part_bits | part;
  }
  [[nodiscard]] Set& set_of(std::uint64_t key) const {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    const std::uint64_t hash = (key >> part_bits) * 0x9e3779b97f4a7c15U;
    const auto first = static_cast<std::size_t>((hash >> 32) * set_count_ >> 32);
    const std::size_t set = first + (key & ((std::uint64_t{1} << part_bits) - 1));
    return sets_[set < set_count_ ? set : set % set_count_];
  }
  [[nodiscard]] std::size_t choose_victim(Set& set) const;
  void put_part(std::uint64_t key, std::span<const std::byte> bytes);
  static void fill(Set& set, std::size_t way, std::uint64_t key, std::span<const std::byte> bytes);

  std::size_t set_count_;
  std::size_t ways_;  ///< fewer than most_ways in a cache that has no room for them
  HugeArray<Set> sets_;
};

}  // namespace dambase
