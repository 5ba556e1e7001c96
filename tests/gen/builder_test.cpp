// Builds: the same bytes however they come about, resuming, and what keeps a build from beginning.
#include "gen/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/version.hpp"
#include "gen/folder_lock.hpp"
#include "gen/needs.hpp"
#include "gen/plan.hpp"
#include "tests/gen/changed_table.hpp"
#include "tests/tools/run_command.hpp"

namespace dambase::test {
namespace {

using Files = std::map<std::string, Bytes>;

Files files_in(const std::filesystem::path& folder) {
  Files files;
  for (const std::string& name : names_in(variant_folder(folder, international())))
    files[name] = read_bytes(variant_folder(folder, international()) / name);
  return files;
}

void expect_same_files(const std::filesystem::path& folder, const Files& expected) {
  const Files files = files_in(folder);
  EXPECT_EQ(files.size(), expected.size());
  for (const auto& [name, bytes] : expected) {
    ASSERT_TRUE(files.contains(name)) << name;
    EXPECT_TRUE(files.at(name) == bytes) << name << " differs";
  }
}

TEST(Builder, TheNumberOfThreadsLeavesNoTrace) {
  const Files expected = files_in(built_tables(3));
  EXPECT_EQ(expected.size(), 9U);
  for (const int threads : {1, 2, 7}) {
    const TemporaryFolder folder;
    const auto report = build(options_for(folder.path(), 3, threads));
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->threads, threads);
    expect_same_files(folder.path(), expected);
  }
}

#ifdef DAMBASE_COMMAND
TEST(Builder, ThePortableBitPathLeavesNoTrace) {
  const TemporaryFolder folder;
  const tests::Outcome built =
      tests::Command({"build", "-n", "3", "--tables", folder.path().string()}).with("DAMBASE_PORTABLE=1").run();
  ASSERT_EQ(built.exit_code, 0) << built.err;
  expect_same_files(folder.path(), files_in(built_tables(3)));
}
#endif

TEST(Builder, BuildsOneMaterialAndWhatItNeeds) {
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path(), 0);
  options.materials = {*Material::parse("KvKK")};
  ASSERT_TRUE(build(options));
  const Files all = files_in(built_tables(3));
  expect_same_files(folder.path(), {{"KvK.wld", all.at("KvK.wld")}, {"KKvK.wld", all.at("KKvK.wld")}});
}

TEST(Builder, ReportsEveryTable) {
  const TemporaryFolder folder;
  CountingObserver observer;
  const auto report = build_tables(options_for(folder.path(), 3), observer);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->materials.size(), 9U);
  EXPECT_EQ(observer.reports().size(), 9U);
  std::uint64_t positions = 0;
  int slices = 0;
  for (const MaterialReport& of : report->materials) {
    positions += of.positions;
    slices += of.slices;
    EXPECT_FALSE(of.was_there);
    EXPECT_EQ(of.bytes, std::filesystem::file_size(table_in(folder.path(), of.material.name())));
  }
  EXPECT_EQ(positions, 8'845U + 806'300U);
  EXPECT_EQ(slices, 16);
  EXPECT_GT(report->peak_rss_bytes, 0U);
}

TEST(Builder, SaysOfATableWhatItIs) {
  const auto table = TableReader::open(table_in(built_tables(2), "KvM"));
  ASSERT_TRUE(table);
  EXPECT_EQ(table->info().variant_id, international().id());
  EXPECT_EQ(table->info().rules_version, international().rules_version());
  EXPECT_EQ(table->info().material.name(), "KvM");
  EXPECT_EQ(table->info().generator_version, version_text);
}

TEST(LongBuilder, TheNumberOfThreadsLeavesNoTraceInFourPieces) {
  const auto table = TableReader::open(table_in(built_tables(4), "KMvKM"));
  ASSERT_TRUE(table);
  EXPECT_EQ(table->info().slices[0].wins, 882'645U);
  EXPECT_EQ(table->info().slices[0].losses, 26'562U);
  EXPECT_EQ(table->info().slices[0].draws, 3'568'953U);
  // Some of these tables are of several blocks; so many threads cut the work otherwise.
  const TemporaryFolder folder;
  ASSERT_TRUE(build(options_for(folder.path(), 4, 7)));
  expect_same_files(folder.path(), files_in(built_tables(4)));
}

// The golden tables of data/ were built by an earlier version; values and numbering do not change.
TEST(Builder, HoldsWhatTheGoldenTablesHold) {
  for (const char* material : {"KvK", "KvM"}) {
    const auto golden = TableReader::open(table_in(std::filesystem::path(DAMBASE_DATA_DIR) / "golden", material));
    const auto built = TableReader::open(table_in(built_tables(2), material));
    ASSERT_TRUE(golden);
    ASSERT_TRUE(built);
    EXPECT_EQ(golden->info().slices, built->info().slices);
    EXPECT_EQ(golden->info().content_digest, built->info().content_digest);
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(golden->info().slice_count()); ++slice)
      EXPECT_EQ(stored_values(*golden, slice), stored_values(*built, slice));
  }
}

// ---- resuming ----

class Resuming : public testing::Test {
 protected:
  Resuming() { copy_built_tables(3, folder_.path()); }

  [[nodiscard]] std::filesystem::path table(std::string_view material) const {
    return table_in(folder_.path(), material);
  }

  // Builds again and expects all files to be right, and so many of them to have been built.
  void expect_built(std::size_t expected) {
    const auto report = build(options_for(folder_.path(), 3));
    ASSERT_TRUE(report) << report.error().message;
    const auto were_there =
        static_cast<std::size_t>(std::ranges::count(report->materials, true, &MaterialReport::was_there));
    EXPECT_EQ(report->materials.size() - were_there, expected);
    expect_same_files(folder_.path(), files_in(built_tables(3)));
  }

  TemporaryFolder folder_;
};

TEST_F(Resuming, NothingIsBuiltTwice) { expect_built(0); }

TEST_F(Resuming, WhatIsMissingIsBuilt) {
  for (const char* material : {"KvK", "KKvM", "MMvM", "MvM"}) std::filesystem::remove(table(material));
  expect_built(4);
}

TEST_F(Resuming, EachTableAloneIsBuiltFromTheOthers) {
  for (const auto& [name, bytes] : files_in(built_tables(3))) {
    std::filesystem::remove(variant_folder(folder_.path(), international()) / name);
    expect_built(1);
  }
}

TEST_F(Resuming, DamagedTablesAreBuiltAgain) {
  Bytes flipped = read_bytes(table("KMvK"));
  flipped[flipped.size() / 2] ^= std::byte{4};
  write_bytes(table("KMvK"), flipped);
  std::filesystem::resize_file(table("KKvK"), 300);
  write_bytes(table("KvM"), {});
  write_bytes(table("MMvK"), Bytes(5000));
  expect_built(4);
}

TEST_F(Resuming, WhatAKilledBuildLeftIsRemoved) {
  write_bytes(variant_folder(folder_.path(), international()) / ".KvK.wld.1-0.unfinished", Bytes(10));
  expect_built(0);
}

TEST_F(Resuming, ATableOfOtherRulesIsNotOverwritten) {
  const ChangedTable changed(folder_.path(), "KvM");
  TableInfo info = changed.info();
  info.rules_version += 1;
  changed.write_as(info);
  const Bytes before = read_bytes(table("KvM"));
  const auto report = build(options_for(folder_.path(), 3));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::wrong_variant);
  EXPECT_NE(report.error().message.find("KvM.wld"), std::string::npos);
  EXPECT_EQ(read_bytes(table("KvM")), before);
}

TEST_F(Resuming, ATableUnderAWrongNameIsNotOverwritten) {
  const Bytes other = read_bytes(table("KMvK"));
  write_bytes(table("KvK"), other);
  const auto report = build(options_for(folder_.path(), 3));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::damaged_table);
  EXPECT_NE(report.error().message.find("holds KMvK.wld, not KvK.wld"), std::string::npos) << report.error().message;
  EXPECT_EQ(read_bytes(table("KvK")), other);
}

// Whatever their metrics.
TEST_F(Resuming, OneFolderHoldsOneProfile) {
  BuildOptions options = options_for(folder_.path(), 2);
  options.metric = Metric::dtw;
  options.profile = Profile::compact;
  const auto report = build(options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::invalid_argument);
  EXPECT_NE(report.error().message.find("one folder holds one profile"), std::string::npos) << report.error().message;
}

// ---- several processes, one table each ----

TEST_F(Resuming, EachTableAloneByAProcessThatOnlyReadsTheOthers) {
  BuildOptions options = options_for(folder_.path(), 0);
  options.dependencies = Dependencies::require;
  for (const auto& [name, bytes] : files_in(built_tables(3))) {
    options.materials = {as_table(name)->material};
    std::filesystem::remove(variant_folder(folder_.path(), international()) / name);
    // No more memory than planned for it.
    const auto plan = plan_build(international(), 0, options.materials);
    const BuildNeeds needs(international(), Metric::wld, {&plan->back()}, options.threads, Profile::fast,
                           DependencySource::files);
    options.memory_bytes = needs.of(0, 1, UINT64_MAX).bytes();
    const auto report = build(options);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->materials.size(), 1U);
  }
  expect_same_files(folder_.path(), files_in(built_tables(3)));
}

TEST_F(Resuming, WhatIsRequiredAndMissingOrDamagedIsAnError) {
  BuildOptions options = options_for(folder_.path(), 0);
  options.dependencies = Dependencies::require;
  options.materials = {*Material::parse("KKvM")};
  std::filesystem::remove(table("KKvM"));
  Bytes flipped = read_bytes(table("KvM"));
  flipped[flipped.size() / 2] ^= std::byte{4};
  write_bytes(table("KvM"), flipped);
  const auto damaged = build(options);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, ErrorCode::damaged_table);
  std::filesystem::remove(table("KvM"));
  const auto missing = build(options);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::missing_table);
  EXPECT_FALSE(std::filesystem::exists(table("KKvM")));
}

TEST(FolderLock, IsHeldByOneOrSharedByMany) {
  const TemporaryFolder folder;
  {
    const auto first = FolderLock::share(folder.path());
    const auto second = FolderLock::share(folder.path());
    EXPECT_TRUE(first);
    EXPECT_TRUE(second);
    const auto alone = FolderLock::take(folder.path());
    ASSERT_FALSE(alone);
    EXPECT_EQ(alone.error().code, ErrorCode::folder_in_use);
  }
  const auto alone = FolderLock::take(folder.path());
  EXPECT_TRUE(alone);
  EXPECT_FALSE(FolderLock::share(folder.path()));
  EXPECT_FALSE(FolderLock::take(folder.path() / "nowhere"));
}

// ---- what keeps a build from beginning ----

TEST(Builder, OneBuildAFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path where = variant_folder(folder.path(), international());
  std::filesystem::create_directories(where);
  {
    const auto lock = FolderLock::take(where);
    ASSERT_TRUE(lock);
    const auto report = build(options_for(folder.path(), 2));
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::folder_in_use);
    EXPECT_TRUE(names_in(where).empty());
  }
  EXPECT_TRUE(build(options_for(folder.path(), 2)));
}

TEST(Builder, SaysBeforehandThatMemoryDoesNotSuffice) {
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path(), 3);
  options.memory_bytes = std::uint64_t{20} << 20;
  const auto report = build(options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::out_of_memory);
  EXPECT_NE(report.error().message.find("limit of 20 MiB"), std::string::npos) << report.error().message;
  EXPECT_TRUE(files_in(folder.path()).empty());
}

TEST(Builder, RefusesMaterialThatCannotBeNumbered) {
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path(), 0);
  options.materials = {{10, 10, 10, 10}};
  const auto report = build(options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::invalid_argument);
}

TEST(Builder, AFileInPlaceOfTheFolderIsAnError) {
  const TemporaryFolder folder;
  write_bytes(folder.path() / "file", {});
  const auto report = build(options_for(folder.path() / "file", 2));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::file_failed);
}

TEST(Builder, AFolderInPlaceOfATableIsAnError) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(table_in(folder.path(), "KvK") / "inside");
  const auto report = build(options_for(folder.path(), 2));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::file_failed);
}

}  // namespace
}  // namespace dambase::test
