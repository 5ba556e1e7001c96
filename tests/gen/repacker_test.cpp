// Tables in another profile: the same bytes as those of a build in it, and never half a set of wrong ones.
#include "gen/repacker.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/folder_lock.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

constexpr int pieces = 3;

class Repacking : public testing::TestWithParam<Profile>, public RepackObserver {
 protected:
  void SetUp() override { copy_built_tables(pieces, folder_, GetParam()); }
  void progress(const Material&, std::uint64_t done, std::uint64_t total) override {
    EXPECT_LE(done, total);
    ++times_told_;
  }

  [[nodiscard]] static Profile other() { return GetParam() == Profile::fast ? Profile::compact : Profile::fast; }
  Result<RepackReport> repack(Profile profile) { return repack_tables({&international(), folder_, profile, 2}, *this); }
  void expect_files_of(Profile profile) const {
    const auto folder = variant_folder(built_tables(pieces, profile), international());
    for (const std::string& name : names_in(folder)) {
      EXPECT_TRUE(read_bytes(variant_folder(folder_, international()) / name) == read_bytes(folder / name)) << name;
    }
  }

  TemporaryFolder root_;
  std::filesystem::path folder_ = root_.path() / "set";
  int times_told_ = 0;
};

TEST_P(Repacking, GivesTheBytesOfABuild) {
  const auto report = repack(other());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->repacked, report->tables);
  EXPECT_EQ(report->positions, 815145U);
  EXPECT_EQ(report->bytes < report->bytes_before, other() == Profile::compact);
  EXPECT_GT(times_told_, 0);
  expect_files_of(other());
}

TEST_P(Repacking, LeavesWhatHasTheProfileAlone) {
  const auto report = repack(GetParam());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->repacked, 0U);
  EXPECT_EQ(report->bytes, report->bytes_before);
  expect_files_of(GetParam());
}

TEST_P(Repacking, GoesOnWhereItStopped) {
  const std::filesystem::path done = table_in(folder_, "KvM");
  write_bytes(done, read_bytes(table_in(built_tables(pieces, other()), "KvM")));
  const auto report = repack(other());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->repacked, report->tables - 1);
  expect_files_of(other());
}

TEST_P(Repacking, ADamagedTableStaysAsItIs) {
  const std::filesystem::path path = table_in(folder_, "KKvM");
  Bytes bytes = read_bytes(path);
  bytes[300] ^= std::byte{1};
  write_bytes(path, bytes);
  const auto report = repack(other());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::damaged_table);
  EXPECT_NE(report.error().message.find(path.string()), std::string::npos);
  EXPECT_TRUE(read_bytes(path) == bytes);
}

TEST_P(Repacking, AFolderInUseAndOneWithoutTables) {
  {
    const auto lock = FolderLock::take(variant_folder(folder_, international()));
    ASSERT_TRUE(lock);
    const auto report = repack(other());
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::folder_in_use);
  }
  std::filesystem::remove_all(folder_);
  const auto report = repack(other());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->tables, 0U);
}

INSTANTIATE_TEST_SUITE_P(Profiles, Repacking, testing::Values(Profile::fast, Profile::compact));

}  // namespace
}  // namespace dambase::test
