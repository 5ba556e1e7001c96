// The cache never gives a byte that was not put under that key, whatever threads do.
#include "probe/block_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace dambase::test {
namespace {

std::byte byte_of(const PartKey& key, std::size_t offset) {
  const std::uint64_t mixed = (key.packed() * 31 + offset / 3) * 0x9e3779b97f4a7c15U;
  return static_cast<std::byte>(mixed >> 56);
}

std::vector<std::byte> part_of(const PartKey& key, std::size_t size = BlockCache::part_bytes) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = byte_of(key, i);
  return bytes;
}

constexpr PartKey key_number(std::uint32_t i) { return {i % 3, i / 3, i % 2}; }

TEST(BlockCache, HoldsNothingAtFirst) {
  const BlockCache cache(1 << 20);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(cache.find(key_number(i), 0), std::nullopt);
}

TEST(BlockCache, KeysAreDistinct) {
  EXPECT_NE((PartKey{0, 0, 1}.packed()), (PartKey{0, 1, 0}.packed()));
  EXPECT_NE((PartKey{1, 0, 0}.packed()), (PartKey{0, 1, 0}.packed()));
  EXPECT_NE((PartKey{0, 0xffffffffU, 255}.packed()), (PartKey{1, 0, 0}.packed()));
  EXPECT_NE((PartKey{0, 0, 0}.packed()), 0U);
}

TEST(BlockCache, OfOnePartHoldsTheLastOne) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, BlockCache::part_bytes}) {
    BlockCache cache(bytes);
    for (std::uint32_t i = 0; i < 20; ++i) {
      cache.put(key_number(i), part_of(key_number(i)));
      for (std::uint32_t j = 0; j <= i; ++j) {
        const auto found = cache.find(key_number(j), 77);
        EXPECT_EQ(found.has_value(), j == i);
        EXPECT_EQ(found.value_or(byte_of(key_number(j), 77)), byte_of(key_number(j), 77));
      }
    }
  }
}

TEST(BlockCache, ShortPartsAreHeldToTheirEnd) {
  BlockCache cache(1 << 20);
  for (const std::size_t size : {1U, 7U, 8U, 9U, 32767U}) {
    const PartKey key{5, size, 0};
    cache.put(key, part_of(key, size));
    for (const std::size_t offset : {std::size_t{0}, size / 2, size - 1})
      EXPECT_EQ(cache.find(key, offset), byte_of(key, offset));
  }
}

TEST(BlockCache, PuttingTwiceChangesNothing) {
  BlockCache cache(1 << 20);
  const PartKey key{1, 2, 3};
  cache.put(key, part_of(key));
  cache.put(key, std::vector<std::byte>(BlockCache::part_bytes));
  for (std::size_t offset = 0; offset < BlockCache::part_bytes; offset += 101)
    EXPECT_EQ(cache.find(key, offset), byte_of(key, offset));
}

TEST(BlockCache, NeverGivesAWrongByteAndKeepsMany) {
  std::mt19937 random(71);
  constexpr std::uint32_t parts = 16;
  BlockCache cache(parts * (BlockCache::part_bytes + 64));
  int found = 0;
  for (int i = 0; i < 4000; ++i) {
    const PartKey key = key_number(static_cast<std::uint32_t>(random() % (parts / 2)));
    const std::size_t offset = random() % BlockCache::part_bytes;
    if (const auto byte = cache.find(key, offset)) {
      ASSERT_EQ(*byte, byte_of(key, offset));
      ++found;
    } else {
      cache.put(key, part_of(key));
    }
  }
  EXPECT_GT(found, 2000);
}

void use(BlockCache& cache, unsigned seed, std::uint32_t keys, int rounds) {
  std::mt19937 random(seed);
  for (int i = 0; i < rounds; ++i) {
    const PartKey key = key_number(static_cast<std::uint32_t>(random() % keys));
    const std::size_t offset = random() % 4096;
    const auto byte = cache.find(key, offset);
    if (byte) {
      ASSERT_EQ(*byte, byte_of(key, offset));
    } else {
      cache.put(key, part_of(key, 4096));
    }
  }
}

TEST(BlockCache, ManyThreadsNeverSeeAWrongByte) {
  for (const std::uint32_t frames : {1U, 3U, 16U}) {
    BlockCache cache(frames * (BlockCache::part_bytes + 64));
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 8; ++seed) threads.emplace_back([&, seed] { use(cache, seed, 12, 5000); });
  }
}

}  // namespace
}  // namespace dambase::test
