// Tables stored in another profile are those that a build in that profile makes.
#include "gen/repacker.hpp"

#include <gtest/gtest.h>

#include <map>

#include "gen/folder_lock.hpp"
#include "tests/gen/changed_table.hpp"

namespace dambase::test {
namespace {

class SilentObserver final : public PositionObserver {
 public:
  void progress(const Material&, std::uint64_t, std::uint64_t) override {}
};

Result<RepackReport> repack(const std::filesystem::path& folder, Profile profile, int threads = 2,
                            const Variant& variant = international()) {
  RepackOptions options;
  options.variant = &variant;
  options.folder = folder;
  options.profile = profile;
  options.threads = threads;
  SilentObserver observer;
  return repack_tables(options, observer);
}

using Files = std::map<std::string, Bytes>;

Files files_in(const std::filesystem::path& folder, const Variant& variant = international()) {
  Files files;
  for (const std::string& name : names_in(variant_folder(folder, variant)))
    files[name] = read_bytes(variant_folder(folder, variant) / name);
  return files;
}

constexpr Profile other_than(Profile profile) { return profile == Profile::fast ? Profile::compact : Profile::fast; }

class Repacker : public testing::TestWithParam<Profile> {};

TEST_P(Repacker, MakesWhatABuildMakes) {
  const Files expected = files_in(built_tables(3, GetParam()));
  for (const int threads : {1, 7}) {
    const TemporaryFolder folder;
    copy_built_tables(3, folder.path(), other_than(GetParam()));
    const auto report = repack(folder.path(), GetParam(), threads);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(files_in(folder.path()) == expected);
    EXPECT_EQ(report->tables, 9U);
    EXPECT_EQ(report->repacked, 9U);
    EXPECT_EQ(report->positions, 8'845U + 806'300U);
    std::uint64_t bytes = 0;
    for (const auto& [name, content] : expected) bytes += content.size();
    EXPECT_EQ(report->bytes, bytes);
  }
}

TEST_P(Repacker, MakesOfDistancesWhatABuildMakes) {
  for (const Metric metric : {Metric::dtc, Metric::dtw, Metric::rule}) {
    const TemporaryFolder folder;
    std::filesystem::copy(built_distances(international(), 3, metric, other_than(GetParam())), folder.path(),
                          std::filesystem::copy_options::recursive);
    const auto report = repack(folder.path(), GetParam());
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->repacked, 9U);
    EXPECT_TRUE(files_in(folder.path()) == files_in(built_distances(international(), 3, metric, GetParam())));
  }
}

TEST_P(Repacker, LeavesAloneWhatHasTheProfile) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path(), GetParam());
  const auto report = repack(folder.path(), GetParam());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->repacked, 0U);
  EXPECT_EQ(report->bytes, report->bytes_before);
  EXPECT_TRUE(files_in(folder.path()) == files_in(built_tables(2, GetParam())));
}

// As one that was stopped leaves it: smaller material has the new profile already.
TEST_P(Repacker, GoesOnWhereOneWasStopped) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path(), other_than(GetParam()));
  for (const char* name : {"KvK", "KvM", "MvM", "KKvK"}) {
    std::filesystem::copy_file(table_in(built_tables(3, GetParam()), name), table_in(folder.path(), name),
                               std::filesystem::copy_options::overwrite_existing);
  }
  const auto report = repack(folder.path(), GetParam());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->repacked, 5U);
  EXPECT_TRUE(files_in(folder.path()) == files_in(built_tables(3, GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Profiles, Repacker, testing::Values(Profile::fast, Profile::compact));

TEST(RepackerOf, RunsOfKingMovesWorks) {
  const auto frisian = find_variant("frisian");
  if (!frisian) GTEST_SKIP() << "not in this build";
  const TemporaryFolder folder;
  std::filesystem::copy(built_tables(**frisian, 3), folder.path(), std::filesystem::copy_options::recursive);
  for (const Profile profile : {Profile::compact, Profile::fast}) {
    const auto report = repack(folder.path(), profile, 2, **frisian);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(files_in(folder.path(), **frisian) == files_in(built_tables(**frisian, 3, profile), **frisian));
  }
}

TEST(RepackerOf, AnEmptyFolderDoesNothing) {
  const TemporaryFolder folder;
  const auto report = repack(folder.path(), Profile::compact);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->tables, 0U);
}

// ---- what keeps it from going on ----

void expect_refused(const std::filesystem::path& folder, Profile profile, ErrorCode code, const char* name) {
  const Files before = files_in(folder);
  const auto report = repack(folder, profile);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, code);
  EXPECT_NE(report.error().message.find(name), std::string::npos) << report.error().message;
  const Files after = files_in(folder);
  const std::string file = std::string(name) + ".wld";
  if (before.contains(file)) {
    EXPECT_TRUE(after.at(file) == before.at(file)) << "is left as it is";
  }
}

TEST(RepackerOf, DamagedTablesIsRefused) {
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    const TemporaryFolder folder;
    copy_built_tables(2, folder.path(), profile);
    Bytes bytes = read_bytes(table_in(folder.path(), "KvM"));
    bytes[header_bytes] ^= std::byte{1};
    write_bytes(table_in(folder.path(), "KvM"), bytes);
    expect_refused(folder.path(), other_than(profile), ErrorCode::damaged_table, "KvM");
  }
}

TEST(RepackerOf, TablesWhoseDigestDoesNotAgreeIsRefused) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  const ChangedTable table(folder.path(), "KvM");
  TableInfo info = table.info();
  ++info.content_digest;
  table.write_as(info);
  expect_refused(folder.path(), Profile::compact, ErrorCode::damaged_table, "KvM");
}

TEST(RepackerOf, CompactTablesNeedsTheOthers) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path(), Profile::compact);
  std::filesystem::remove(table_in(folder.path(), "KMvM"));
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const auto report = repack(folder.path(), Profile::fast);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::missing_table);
  EXPECT_NE(report.error().message.find("KvM.wld"), std::string::npos) << report.error().message;
}

TEST(RepackerOf, AFolderInUseIsRefused) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  const auto lock = FolderLock::take(variant_folder(folder.path(), international()));
  ASSERT_TRUE(lock);
  const auto report = repack(folder.path(), Profile::compact);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::folder_in_use);
}

}  // namespace
}  // namespace dambase::test
