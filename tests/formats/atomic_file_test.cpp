#include "formats/atomic_file.hpp"

#include <gtest/gtest.h>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

Bytes bytes_of(const char* text) {
  Bytes bytes;
  for (; *text != '\0'; ++text) bytes.push_back(static_cast<std::byte>(*text));
  return bytes;
}

TEST(AtomicFile, AppearsWhenItIsCommitted) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(bytes_of("..cd")));
    ASSERT_TRUE(file->append(bytes_of("ef")));
    ASSERT_TRUE(file->write_at(0, bytes_of("ab")));
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(read_bytes(path), bytes_of("abcdef"));
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"file"});
}

TEST(AtomicFile, LeavesNothingIfItIsNotCommitted) {
  const TemporaryFolder folder;
  {
    auto file = AtomicFile::create(folder.path() / "file");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(bytes_of("abc")));
    const auto names = names_in(folder.path());
    ASSERT_EQ(names.size(), 1U);
    EXPECT_TRUE(is_temporary_name(names.front()));
    const AtomicFile moved(*std::move(file));
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(AtomicFile, KeepsTheOldFileUntilItIsCommitted) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  write_bytes(path, bytes_of("old"));
  for (const bool commit : {false, true}) {
    auto file = AtomicFile::create(path);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->append(bytes_of("new")));
    EXPECT_EQ(read_bytes(path), bytes_of("old"));
    if (commit) {
      ASSERT_TRUE(file->commit());
    }
  }
  EXPECT_EQ(read_bytes(path), bytes_of("new"));
  EXPECT_EQ(names_in(folder.path()).size(), 1U);
}

TEST(AtomicFile, ManyOfOneNameDoNotMeet) {
  const TemporaryFolder folder;
  auto first = AtomicFile::create(folder.path() / "file");
  auto second = AtomicFile::create(folder.path() / "file");
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  ASSERT_TRUE(first->append(bytes_of("first")));
  ASSERT_TRUE(second->append(bytes_of("second")));
  ASSERT_TRUE(second->commit());
  ASSERT_TRUE(first->commit());
  EXPECT_EQ(read_bytes(folder.path() / "file"), bytes_of("first"));
}

TEST(AtomicFile, NamesTheFileThatCannotBeWritten) {
  const TemporaryFolder folder;
  const auto file = AtomicFile::create(folder.path() / "nowhere" / "file");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::file_failed);
  EXPECT_NE(file.error().message.find("nowhere/file"), std::string::npos);
}

TEST(AtomicFile, AFolderInItsPlaceIsAnErrorAndStays) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "file");
  {
    auto file = AtomicFile::create(folder.path() / "file");
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->commit());
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"file"});
}

TEST(AtomicFile, KnowsItsTemporaryNames) {
  EXPECT_TRUE(is_temporary_name(".KvK.wld.12-3.unfinished"));
  EXPECT_FALSE(is_temporary_name("KvK.wld"));
  EXPECT_FALSE(is_temporary_name("KvK.unfinished"));
  EXPECT_FALSE(is_temporary_name(".hidden"));
}

}  // namespace
}  // namespace dambase::test
