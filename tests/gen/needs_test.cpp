#include "gen/needs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/material_solver.hpp"
#include "gen/word_store.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

constexpr std::uint64_t plenty = UINT64_MAX;

// A plan, as the builder asks of it when nothing is there yet.
struct Missing {
  explicit Missing(int pieces, const std::vector<Material>& materials = {})
      : plan(*plan_build(international(), pieces, materials)) {
    for (const PlannedMaterial& planned : plan) pointers.push_back(&planned);
  }
  [[nodiscard]] std::size_t place_of(const char* name) const {
    const Material material = *Material::parse(name);
    return static_cast<std::size_t>(std::ranges::find(plan, material, &PlannedMaterial::material) - plan.begin());
  }
  [[nodiscard]] BuildNeeds needs(int threads = 2) const { return {international(), Metric::wld, pointers, threads}; }

  std::vector<PlannedMaterial> plan;
  std::vector<const PlannedMaterial*> pointers;
};

TEST(Needs, AreTheSumOfWhatIsInMemory) {
  const Missing missing(4);
  const std::size_t i = missing.place_of("KMvM");
  const PositionSpace space = international().position_space();
  const MemoryNeeds needs = missing.needs().of(i, i + 1, plenty);
  const std::vector<Material> dependencies = dependencies_of(international(), *Material::parse("KMvM"));
  EXPECT_TRUE(std::ranges::equal(needs.dependencies, dependencies));
  EXPECT_EQ(needs.dependency_bytes, WordStore::bytes_of(space, Metric::wld, needs.dependencies));
  EXPECT_EQ(needs.kept_bytes, WordStore::bytes_of(space, Metric::wld, {*Material::parse("KMvM")}));
  EXPECT_GT(needs.working_bytes, solving_bytes(space, solving_orientation(*Material::parse("KMvM")), Metric::wld, 2));
  EXPECT_EQ(needs.codes_bytes, codes_bytes(space, *Material::parse("KMvM"), Metric::wld));
  EXPECT_EQ(needs.bytes(), needs.dependency_bytes + needs.working_bytes + needs.codes_bytes + needs.kept_bytes);
}

TEST(Needs, WhatIsSolvedTogetherSharesItsDependencies) {
  const Missing missing(3);
  const BuildNeeds needs = missing.needs();
  const std::size_t i = missing.place_of("KKvM");
  const MemoryNeeds both = needs.of(i, i + 2, plenty);
  EXPECT_LT(both.bytes(), needs.of(i, i + 1, plenty).bytes() + needs.of(i + 1, i + 2, plenty).bytes());
  EXPECT_EQ(both.kept_bytes, needs.of(i, i + 1, plenty).kept_bytes + needs.of(i + 1, i + 2, plenty).kept_bytes);
}

// They share the words of the one configuration that there is.
TEST(Needs, OfASliceWithoutMenHardlyGrowWithTheThreads) {
  const PositionSpace space = international().position_space();
  const auto bytes = [&](const char* name, int threads) {
    return static_cast<double>(solving_bytes(space, *Material::parse(name), Metric::wld, threads));
  };
  EXPECT_LT(bytes("KKKKvKK", 16), 2.5 * bytes("KKKKvKK", 1));
  EXPECT_GT(bytes("KKKMvKK", 16), 3 * bytes("KKKMvKK", 1));
}

TEST(Needs, GrowWithTheThreads) {
  const Missing missing(5);
  const std::size_t i = missing.place_of("KKMvKK");
  EXPECT_LT(missing.needs(1).of(i, i + 1, plenty).bytes(), missing.needs(16).of(i, i + 1, plenty).bytes());
}

TEST(Needs, AreOfFewerThreadsWhereAllDoNotFit) {
  const Missing missing(5);
  const std::size_t i = missing.place_of("KKMvKK");
  const auto needed = [&](int threads) { return missing.needs(threads).of(i, i + 1, 1).bytes(); };
  const BuildNeeds needs = missing.needs(16);
  EXPECT_EQ(needs.fitting(i, plenty).threads(), 16);
  EXPECT_EQ(needs.fitting(i, 1).threads(), 16) << "as asked for, where none fit";
  ASSERT_LT(needed(4), needed(8));
  const std::uint64_t limit = (needed(4) + needed(8)) / 2;
  const BuildNeeds fitting = needs.fitting(i, limit);
  EXPECT_LT(fitting.threads(), 16);
  EXPECT_TRUE(fitting.check(i, limit));
  const auto refused = needs.check(i, limit);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.ends_with("; with --threads " + std::to_string(fitting.threads()) + " it fits"))
      << refused.error().message;
}

TEST(Needs, TheLastTablesAreNotKept) {
  const Missing missing(3);
  const BuildNeeds needs = missing.needs();
  EXPECT_TRUE(needs.is_needed_later(*Material::parse("KvM")));
  EXPECT_FALSE(needs.is_needed_later(*Material::parse("MMvM")));
  const std::size_t last = missing.place_of("MMvM");
  EXPECT_EQ(needs.of(last, last + 1, plenty).kept_bytes, 0U);
}

// First the words for later go, then codes go to a file, then promotions are read by levels.
TEST(Needs, AreBroughtDownStepByStep) {
  const Missing missing(6);
  const BuildNeeds needs = missing.needs();
  const std::size_t i = missing.place_of("KKMvKMM");
  const MemoryNeeds most = needs.of(i, i + 1, plenty);
  EXPECT_TRUE(most.keeps_words);
  EXPECT_FALSE(most.codes_in_file);
  EXPECT_TRUE(most.windows.empty());
  const MemoryNeeds without_words = needs.of(i, i + 1, most.bytes() - 1);
  EXPECT_FALSE(without_words.keeps_words);
  EXPECT_EQ(without_words.bytes(), most.bytes() - most.kept_bytes);
  const MemoryNeeds with_file = needs.of(i, i + 1, without_words.bytes() - 1);
  EXPECT_TRUE(with_file.codes_in_file);
  EXPECT_TRUE(with_file.windows.empty());
  const MemoryNeeds least = needs.of(i, i + 1, 0);
  EXPECT_LT(least.bytes(), with_file.bytes());
  for (const Material& window : least.windows) {
    EXPECT_EQ(window.pieces(), 6);
    EXPECT_FALSE(least.dependencies.contains(window));
  }
}

// At last tables that captures lead to are read configuration by configuration, in what memory is left.
TEST(Needs, CachesTakeWhatIsLeft) {
  const Missing missing(0, {*Material::parse("KKMMvKMM")});
  const BuildNeeds needs = missing.needs();
  const std::size_t i = missing.place_of("KKMMvKMM");
  const MemoryNeeds least = needs.of(i, i + 1, 0);
  ASSERT_FALSE(least.caches.empty());
  for (const auto& [material, bytes] : least.caches) {
    EXPECT_LT(material.pieces(), 7);
    EXPECT_FALSE(least.dependencies.contains(material));
    // Loading looks up captures of its own.
    for (const Material& capture : dependencies_of(international(), material)) {
      if (capture.pieces() == material.pieces()) continue;
      EXPECT_TRUE(least.dependencies.contains(capture) || least.caches.contains(capture)) << capture.name();
    }
  }
  const std::uint64_t limit = least.bytes() * 5 / 4;
  const MemoryNeeds more = needs.of(i, i + 1, limit);
  EXPECT_LE(more.bytes(), limit);
  EXPECT_GT(more.bytes(), least.bytes());
  EXPECT_TRUE(needs.of(i, i + 1, plenty).caches.empty());
}

TEST(Needs, WhatNothingLeftNeedsIsDone) {
  const Missing missing(2);
  ASSERT_EQ(missing.plan.size(), 3U);  // KvK, KvM, MvM, each needs the one before it
  const BuildNeeds needs = missing.needs();
  EXPECT_TRUE(needs.done_before(1).empty());
  EXPECT_EQ(needs.done_before(2), std::vector{*Material::parse("KvK")});
  EXPECT_EQ(needs.done_before(3), (std::vector{*Material::parse("KvK"), *Material::parse("KvM")}));
}

// The builder begins with exactly what is said to be needed, and not with a byte less.
TEST(Needs, AreWhatTheBuilderAsksFor) {
  const Missing missing(3);
  const BuildNeeds needs = missing.needs();
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < missing.plan.size(); ++i) most = std::max(most, needs.of(i, i + 1, 0).bytes());
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path(), 3);
  options.memory_bytes = most - 1;
  const auto refused = build(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::out_of_memory);
  EXPECT_NE(refused.error().message.find("needs " + amount(most)), std::string::npos) << refused.error().message;
  options.memory_bytes = most;
  EXPECT_TRUE(build(options));
}

TEST(Needs, WhatDoesNotFitIsNamedWithTheAmount) {
  const Missing missing(0, {*Material::parse("KKKMvKKK")});
  const std::size_t i = missing.place_of("KKKMvKKK");
  const BuildNeeds needs = missing.needs();
  const auto fits = needs.check(i, std::uint64_t{8} << 30);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(fits.error().message, "KKKMvKKK needs " + amount(needs.of(i, i + 1, 0).bytes()) +
                                      " of memory with 2 threads, more than the limit of 8192 MiB");
  EXPECT_TRUE(needs.check(i, needs.of(i, i + 1, 0).bytes()));
}

TEST(Needs, MoreMenConfigurationsThanAreNumberedAreRefused) {
  const Missing missing(0, {*Material::parse("MMMMvMMMM")});
  const auto fits = missing.needs().check(missing.place_of("MMMMvMMMM"), UINT64_MAX);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(fits.error().message.find("MMMMvMMMM"), std::string::npos);
}

// A process that loads all of them from files holds what loading needs too.
TEST(Needs, OfAProcessThatLoadsItsDependencies) {
  const Missing missing(5);
  for (const PlannedMaterial& planned : missing.plan) {
    const BuildNeeds needs(international(), Metric::wld, {&planned}, 2, Profile::fast, DependencySource::files);
    const MemoryNeeds of = needs.of(0, 1, plenty);
    EXPECT_EQ(of.dependencies, inputs_of(international(), planned.material, Profile::fast));
    EXPECT_EQ(of.kept_bytes, 0U);
    for (const Material& dependency : of.dependencies) {
      for (const Material& needed : dependencies_of(international(), dependency)) {
        const bool is_capture = needed.pieces() < dependency.pieces();
        EXPECT_TRUE(!is_capture || of.dependencies.contains(needed)) << needed.name() << " for " << dependency.name();
      }
    }
  }
}

TEST(Needs, AmountsAreRoundedUp) {
  EXPECT_EQ(amount(0), "0 KiB");
  EXPECT_EQ(amount(1), "1 KiB");
  EXPECT_EQ(amount(std::uint64_t{20} << 20), "20 MiB");
  EXPECT_EQ(amount((std::uint64_t{20} << 20) + 1), "21 MiB");
  EXPECT_EQ(amount(std::uint64_t{10} << 30), "10 GiB");
}

TEST(Needs, TheDiskOfAFolderThatIsNotThereYet) {
  const TemporaryFolder folder;
  EXPECT_TRUE(free_disk_bytes(folder.path() / "not" / "there"));
  Missing missing(3);
  EXPECT_TRUE(missing.needs().check_disk(folder.path() / "not" / "there", plenty));
  missing.plan.back().positions = UINT64_MAX / 2;
  const auto fits = missing.needs().check_disk(folder.path(), plenty);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().code, ErrorCode::out_of_disk);
}

}  // namespace
}  // namespace dambase::test
