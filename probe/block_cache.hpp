// Decoded parts of blocks, within a hard bound on memory. A hit takes no lock.
//
// The cache is set-associative. Each frame has a version that is odd while the frame is written: a
// reader takes the version, the key and the value, and then the version again (a sequence lock, after
// Lameter, "Effective synchronization on Linux/NUMA systems", 2005). A probe wants one value, so
// nothing needs to be held while it is used, and no eviction can pull it away.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace dambase {

/// Which part of which block: parts are of BlockCache::part_bytes, the last of a block may be shorter.
struct PartKey {
  std::uint32_t table = 0;
  std::uint64_t block = 0;  ///< below 2^32
  std::uint32_t part = 0;   ///< below 2^8

  [[nodiscard]] std::uint64_t packed() const { return (std::uint64_t{table} + 1) << 40 | block << 8 | part; }
};

/// May be used from any number of threads at once.
class BlockCache {
 public:
  static constexpr std::size_t part_bytes = 32768;

  /// Holds as many parts as fit `bytes`, one at least.
  explicit BlockCache(std::size_t bytes);

  /// Byte `offset` of a part, if it is here.
  [[nodiscard]] std::optional<std::byte> find(const PartKey& part, std::size_t offset) const;

  /// Starts to fetch byte `offset` of a part from memory, if it is here.
  void prefetch(const PartKey& part, std::size_t offset) const;

  /// Takes in a part of at most part_bytes; another may have to go. Does nothing where there is no
  /// memory for it.
  void put(const PartKey& part, std::span<const std::byte> bytes);

 private:
  static constexpr std::size_t most_ways = 8;
  using Data = std::array<std::atomic<std::uint64_t>, part_bytes / sizeof(std::uint64_t)>;

  struct Frame {
    std::atomic<std::uint32_t> version{0};
    mutable std::atomic<bool> was_used{false};
    std::atomic<std::uint64_t> key{0};  ///< 0: nothing is here
    std::atomic<Data*> data{nullptr};
    std::unique_ptr<Data> owned;
  };
  struct Set {
    std::mutex mutex;  ///< of writers
    std::size_t hand = 0;
  };

  [[nodiscard]] std::size_t set_of(std::uint64_t key) const;
  [[nodiscard]] std::span<Frame> frames_of(std::size_t set) const { return {frames_.get() + set * ways_, ways_}; }
  static Frame& choose_victim(std::span<Frame> frames, std::size_t& hand);
  static void fill(Frame& frame, std::uint64_t key, std::span<const std::byte> bytes);

  std::size_t ways_;
  std::size_t sets_;
  std::unique_ptr<Frame[]> frames_;
  std::unique_ptr<Set[]> set_states_;
};

}  // namespace dambase
