// Decoded tiles, within a hard bound on memory. A hit takes no lock.
//
// The cache is set-associative, and tiles lie in it in parts of equal size. Each frame has a version that is odd while
// the frame is written: a reader takes the version, the key and the value, and then the version again (a sequence lock,
// after Lameter, "Effective synchronization on Linux/NUMA systems", 2005). A probe wants one value, so nothing needs to
// be held while it is used, and no eviction can pull it away. Writers take no lock either: one that finds a frame in
// work leaves its part out, which costs another decoding at most.
//
// What goes first is what was never asked for again (the clock algorithm, with newcomers unmarked): positions that a
// search touches once do not push out the smaller tables, to which captures lead over and over.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
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
  [[nodiscard]] std::optional<Value> find(const TileKey& key, std::uint32_t index) const;

  /// Starts to fetch what find() would read first.
  void prefetch(const TileKey& key, std::uint32_t index) const;

  /// Takes in a tile, or the parts at its front, packed as formats/value.hpp says; others may have to go.
  void put(const TileKey& key, std::span<const std::byte> packed);

 private:
  static constexpr std::size_t part_bytes = part_values / codes_per_byte;
  static constexpr std::size_t part_words = part_bytes / sizeof(std::uint64_t);
  static constexpr std::size_t most_ways = 8;
  static constexpr unsigned part_bits = 5;
  static_assert(max_tile_positions / part_values <= 1U << part_bits);

  struct Frame {
    std::atomic<std::uint32_t> version;
    mutable std::atomic<bool> was_used;
    std::atomic<std::uint64_t> key;  ///< 0: nothing is here
  };
  [[nodiscard]] static std::uint64_t packed_key(const TileKey& key, std::uint32_t part) {
    return (std::uint64_t{key.slice} + 1) << 45 | key.tile << part_bits | part;
  }
  [[nodiscard]] std::size_t first_of_set(std::uint64_t key) const;
  [[nodiscard]] std::uint64_t* words_of(std::size_t frame) const { return &words_[frame * part_words]; }
  [[nodiscard]] std::size_t choose_victim(std::size_t first);
  void put_part(std::uint64_t key, std::span<const std::byte> bytes);
  void fill(std::size_t frame, std::uint64_t key, std::span<const std::byte> bytes);

  std::size_t ways_;
  std::size_t sets_;
  HugeArray<Frame> frames_;
  HugeArray<std::uint64_t> words_;                      ///< of all frames
  std::unique_ptr<std::atomic<std::uint8_t>[]> hands_;  ///< of each set, where the clock goes on
};

}  // namespace dambase
