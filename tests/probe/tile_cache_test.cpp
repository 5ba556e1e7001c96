// The cache never gives a value that was not put under that key, whatever threads do.
#include "probe/tile_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace dambase::test {
namespace {

constexpr std::uint32_t part_values = TileCache::part_values;

Value value_of(const TileKey& key, std::uint32_t index) {
  const std::uint64_t mixed = (key.slice * 1013 + key.tile * 31 + index / 3) * 0x9e3779b97f4a7c15U;
  return static_cast<Value>((mixed >> 56) % 3);
}

std::vector<std::byte> tile_of(const TileKey& key, std::uint32_t values = 2 * part_values) {
  std::vector<std::byte> packed(packed_bytes(values));
  for (std::uint32_t i = 0; i < values; ++i) add_code(packed, i, static_cast<Code>(value_of(key, i)));
  return packed;
}

constexpr TileKey key_number(std::uint32_t i) { return {i % 3, i / 3}; }

// About what the cache takes for one part.
constexpr std::size_t bytes_a_part = part_values / codes_per_byte + 32;

TEST(TileCache, HoldsNothingAtFirst) {
  const TileCache cache(1 << 20);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(cache.find(key_number(i), 0), std::nullopt);
}

TEST(TileCache, KeysAreDistinct) {
  TileCache cache(1 << 20);
  const TileKey keys[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1ULL << 39}, {63, 32}, {(1 << 18) - 1, (1ULL << 40) - 1}};
  for (const TileKey& key : keys) {
    EXPECT_EQ(cache.find(key, 0), std::nullopt);
    cache.put(key, tile_of(key, max_tile_positions));
  }
  for (const TileKey& key : keys) {
    for (std::uint32_t i = 0; i < max_tile_positions; ++i) ASSERT_EQ(cache.find(key, i), value_of(key, i));
  }
}

TEST(TileCache, OfOnePartHoldsTheLastOne) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, bytes_a_part}) {
    TileCache cache(bytes);
    for (std::uint32_t i = 0; i < 20; ++i) {
      cache.put(key_number(i), tile_of(key_number(i), part_values));
      for (std::uint32_t j = 0; j <= i; ++j) {
        const auto found = cache.find(key_number(j), 77);
        EXPECT_EQ(found.has_value(), j == i);
        EXPECT_EQ(found.value_or(value_of(key_number(j), 77)), value_of(key_number(j), 77));
      }
    }
  }
}

TEST(TileCache, ShortTilesAreHeldToTheirEnd) {
  TileCache cache(1 << 20);
  for (const std::uint32_t values : {1U, 7U, 32U, 33U, 255U, 256U, 257U, 8191U}) {
    const TileKey key{5, values};
    cache.put(key, tile_of(key, values));
    for (const std::uint32_t index : {0U, values / 2, values - 1})
      EXPECT_EQ(cache.find(key, index), value_of(key, index));
  }
}

TEST(TileCache, TheFrontOfATileMayBePutFirst) {
  TileCache cache(1 << 20);
  const TileKey key{1, 2};
  const std::uint32_t end = TileCache::end_of_part(300);
  EXPECT_EQ(end, 512U);
  EXPECT_EQ(TileCache::end_of_part(0), 256U);
  EXPECT_EQ(TileCache::end_of_part(255), 256U);
  EXPECT_EQ(TileCache::end_of_part(256), 512U);
  cache.put(key, tile_of(key, end));
  for (std::uint32_t i = 0; i < 1024; ++i)
    EXPECT_EQ(cache.find(key, i), i < end ? std::optional(value_of(key, i)) : std::nullopt);
  cache.put(key, tile_of(key, 1024));
  for (std::uint32_t i = 0; i < 1024; ++i) EXPECT_EQ(cache.find(key, i), value_of(key, i));
}

TEST(TileCache, OfAConstantTileThePartThatWasAskedForIsPut) {
  TileCache cache(1 << 20);
  const TileKey key{1, 2};
  cache.put_constant(key, 300, std::byte{0xaa});
  for (std::uint32_t i = 0; i < 1024; ++i)
    EXPECT_EQ(cache.find(key, i), i / part_values == 1 ? std::optional(Value::loss) : std::nullopt);
}

TEST(TileCache, PuttingTwiceChangesNothing) {
  TileCache cache(1 << 20);
  const TileKey key{1, 2};
  cache.put(key, tile_of(key));
  cache.put(key, std::vector<std::byte>(packed_bytes(part_values)));
  for (std::uint32_t i = 0; i < 2 * part_values; ++i) EXPECT_EQ(cache.find(key, i), value_of(key, i));
}

TEST(TileCache, NeverGivesAWrongValueAndKeepsMany) {
  std::mt19937 random(71);
  constexpr std::uint32_t tiles = 64;
  TileCache cache(tiles * 2 * bytes_a_part);
  int found = 0;
  for (int i = 0; i < 4000; ++i) {
    const TileKey key = key_number(static_cast<std::uint32_t>(random() % (tiles / 2)));
    const auto index = static_cast<std::uint32_t>(random() % (2 * part_values));
    if (const auto value = cache.find(key, index)) {
      ASSERT_EQ(*value, value_of(key, index));
      ++found;
    } else {
      cache.put(key, tile_of(key));
    }
  }
  EXPECT_GT(found, 2000);
}

TEST(TileCache, PrefetchingChangesNothing) {
  TileCache cache(1 << 16);
  for (std::uint32_t i = 0; i < 100; ++i) {
    cache.prefetch(key_number(i), i * 50);
    cache.prefetch_front(key_number(i), i * 50);
    EXPECT_EQ(cache.find(key_number(i), 0), std::nullopt);
  }
}

void use(TileCache& cache, unsigned seed, std::uint32_t keys, int rounds) {
  std::mt19937 random(seed);
  for (int i = 0; i < rounds; ++i) {
    const TileKey key = key_number(static_cast<std::uint32_t>(random() % keys));
    const auto index = static_cast<std::uint32_t>(random() % (2 * part_values));
    const auto value = cache.find(key, index);
    if (value) {
      ASSERT_EQ(*value, value_of(key, index));
    } else {
      cache.put(key, tile_of(key));
    }
  }
}

TEST(TileCache, ManyThreadsNeverSeeAWrongValue) {
  for (const std::uint32_t parts : {1U, 3U, 16U, 100U}) {
    TileCache cache(parts * bytes_a_part);
    std::vector<std::jthread> threads;
    for (unsigned seed = 0; seed < 8; ++seed) threads.emplace_back([&, seed] { use(cache, seed, 12, 5000); });
  }
}

}  // namespace
}  // namespace dambase::test
