// Smaller tables read configuration by configuration change nothing, however few of them stay.
#include "gen/configuration_cache.hpp"

#include <gtest/gtest.h>
#include <tbb/parallel_for.h>

#include <set>

#include "gen/needs.hpp"
#include "gen/plan.hpp"
#include "gen/word_store.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/changed_table.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

// ---- the cache alone ----

// Every word of a configuration says its rank.
class Ranks final : public ConfigurationSource<Words> {
 public:
  explicit Ranks(const char* material) : layout_(PositionSpace(Board<10>::shape), *Material::parse(material)) {}

  [[nodiscard]] const WordLayout& layout() const override { return layout_; }
  Result<void> load(std::uint64_t men_rank, std::span<Words> words) override {
    ++loads;
    if (men_rank == broken_rank) return Error{ErrorCode::damaged_table, "rank " + std::to_string(men_rank)};
    for (Words& word : words) word.white_wins = men_rank;
    return {};
  }

  std::optional<std::uint64_t> broken_rank;
  std::atomic<int> loads{0};

 private:
  WordLayout layout_;
};

// Of a material with 1225 words a configuration, one a page, unless another is given.
struct RankCache {
  explicit RankCache(std::uint64_t pages, const char* material = "KKMvK")
      : RankCache(std::make_unique<Ranks>(material), pages) {}

  [[nodiscard]] std::uint64_t rank_found(std::uint64_t rank) { return cache.configuration(rank).words->white_wins; }

  Ranks* source;
  ConfigurationCache<Words> cache;

 private:
  RankCache(std::unique_ptr<Ranks> ranks, std::uint64_t pages)
      : source(ranks.get()), cache(std::move(ranks), pages * bytes_of_page(*source)) {}
  static std::uint64_t bytes_of_page(const Ranks& ranks) {
    return ConfigurationCache<Words>::page_bytes(ranks.layout().words_per_configuration());
  }
};

TEST(ConfigurationCache, LoadsOnceWhatStays) {
  RankCache ranks(8);
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t rank = 0; rank < 8; ++rank) EXPECT_EQ(ranks.rank_found(rank), rank);
  }
  EXPECT_EQ(ranks.source->loads, 8);
}

TEST(ConfigurationCache, LetsGoOfWhatWasAskedForLeastRecently) {
  RankCache ranks(2);
  for (const std::uint64_t rank : {0, 1, 0, 2, 0}) EXPECT_EQ(ranks.rank_found(rank), rank);
  EXPECT_EQ(ranks.source->loads, 3);
  EXPECT_EQ(ranks.rank_found(1), 1U);
  EXPECT_EQ(ranks.source->loads, 4);
}

// Of MMvK a configuration is one word.
TEST(ConfigurationCache, LoadsSmallConfigurationsByPages) {
  RankCache ranks(1000, "MMvM");
  const std::uint64_t count = ranks.cache.layout().men().count();
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t rank = 0; rank < count; ++rank) EXPECT_EQ(ranks.rank_found(rank), rank);
  }
  EXPECT_EQ(ranks.source->loads, static_cast<int>(count));
}

TEST(ConfigurationCache, WhatIsHeldOutlivesItsPlace) {
  RankCache ranks(1);
  const auto held = ranks.cache.configuration(5);
  for (std::uint64_t rank = 6; rank < 10; ++rank) EXPECT_EQ(ranks.rank_found(rank), rank);
  EXPECT_EQ(held.words->white_wins, 5U);
}

TEST(ConfigurationCache, NumbersAreNeverGivenTwice) {
  RankCache ranks(1);
  std::set<std::uintptr_t> numbers;
  for (std::uint64_t i = 0; i < 20; ++i) numbers.insert(ranks.cache.configuration(i % 2).number);
  EXPECT_EQ(numbers.size(), 20U);
  RankCache pages(1, "MvK");
  for (std::uint64_t i = 0; i < 10; ++i) numbers.insert(pages.cache.configuration(i).number);
  EXPECT_EQ(numbers.size(), 30U);
}

TEST(ConfigurationCache, TellsWhatStoodInTheWay) {
  RankCache ranks(4);
  ranks.source->broken_rank = 13;
  EXPECT_EQ(ranks.rank_found(1), 1U);
  EXPECT_TRUE(ranks.cache.failure());
  for (const std::uint64_t rank : {13, 2}) EXPECT_EQ(ranks.rank_found(rank), rank == 2 ? 2 : 0);
  const auto failure = ranks.cache.failure();
  ASSERT_FALSE(failure);
  EXPECT_EQ(failure.error().message, "rank 13");
}

TEST(ConfigurationCache, ServesManyThreads) {
  RankCache ranks(20);
  tbb::parallel_for(std::uint64_t{0}, std::uint64_t{5'000}, [&](std::uint64_t i) {
    const std::uint64_t rank = i * 7919 % 45;
    EXPECT_EQ(ranks.rank_found(rank), rank);
  });
}

// ---- in place of whole tables ----

// Materials of fewer pieces in memory, or if `cache_bytes` is not 0, through caches.
SolvedMaterial solve(const Variant& variant, Metric metric, const Material& canonical, std::uint64_t cache_bytes) {
  const int pieces = canonical.pieces();
  WordStore store(variant, metric, built_tables(variant, pieces, Profile::fast, metric));
  store.set_limit(plenty);
  WordStore::CacheBytes caches;
  if (cache_bytes > 0) {
    const auto plan = plan_build(variant, pieces - 1, {});
    for (const PlannedMaterial& smaller : *plan) caches[smaller.material] = cache_bytes;
  }
  std::set<Material> whole;
  for (const Material& dependency : dependencies_of(variant, canonical)) {
    if (!caches.contains(dependency)) whole.insert(dependency);
  }
  const auto ready = store.require(whole, 0, caches);
  EXPECT_TRUE(ready) << ready.error().message;
  const Material material = solving_orientation(canonical);
  const Successors successors = store.successors_of(material);
  EXPECT_EQ(successors.has_caches(), cache_bytes > 0);
  std::atomic<std::uint64_t> progress{0};
  auto solved = material_solver(variant, metric).solve(material, successors, {}, progress);
  EXPECT_TRUE(solved) << solved.error().message;
  return *std::move(solved);
}

void compare(const Variant& variant, Metric metric, int pieces, std::uint64_t cache_bytes) {
  const auto plan = plan_build(variant, pieces, {});
  for (const PlannedMaterial& planned : *plan) {
    if (planned.material.pieces() != pieces) continue;
    const std::string name = planned.material.name() + " of " + std::string(variant.name());
    const SolvedMaterial whole = solve(variant, metric, planned.material, 0);
    const SolvedMaterial cached = solve(variant, metric, planned.material, cache_bytes);
    for (std::size_t slice = 0; slice < 2; ++slice) {
      EXPECT_TRUE(std::ranges::equal(cached.codes[slice].bytes(), whole.codes[slice].bytes())) << name;
      EXPECT_TRUE(std::ranges::equal(cached.distances[slice].bytes(), whole.distances[slice].bytes())) << name;
      EXPECT_EQ(cached.counts[slice], whole.counts[slice]) << name;
    }
  }
}

TEST(CachedTables, GiveTheSameHoweverFewConfigurationsStay) {
  for (const std::string& name : variants_among({"international", "italian"})) {
    for (const Metric metric : all_metrics) compare(**find_variant(name), metric, 3, 1);
  }
}

TEST(LongCachedTables, GiveTheSameHoweverFewConfigurationsStay) {
  for (const std::string& name : variants_among({"russian", "frisian", "losing"})) {
    for (const Metric metric : {Metric::wld, Metric::dtc, Metric::dtw}) compare(**find_variant(name), metric, 3, 1);
  }
  for (const std::string& name : variants_among({"russian"})) {
    compare(**find_variant(name), Metric::wld, 4, 100'000);
    compare(**find_variant(name), Metric::rule, 3, 1);
  }
}

TEST(CachedTables, DamageInOneIsNamedWhenItIsMet) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  const std::filesystem::path damaged = table_in(folder.path(), "KvM");
  Bytes bytes = read_bytes(damaged);
  bytes[header_bytes + 10] ^= std::byte{1};  // in the first block
  write_bytes(damaged, bytes);
  WordStore store(international(), Metric::wld, folder.path());
  store.set_limit(plenty);
  const auto ready =
      store.require({*Material::parse("KKvK")}, 0, {{*Material::parse("KvK"), 1}, {*Material::parse("KvM"), 1}});
  ASSERT_TRUE(ready) << ready.error().message;
  const Material material = solving_orientation(*Material::parse("KKvM"));
  const Successors successors = store.successors_of(material);
  std::atomic<std::uint64_t> progress{0};
  const auto solved = material_solver(international(), Metric::wld).solve(material, successors, {}, progress);
  ASSERT_FALSE(solved);
  EXPECT_EQ(solved.error().code, ErrorCode::damaged_table);
  EXPECT_NE(solved.error().message.find("KvM"), std::string::npos) << solved.error().message;
}

}  // namespace
}  // namespace dambase::test
