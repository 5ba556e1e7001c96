#include "formats/atomic_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

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

TEST(AtomicFile, TemporaryNamesSayWhoAndWhere) {
  const std::string name = temporary_name("set/KvK.wld").filename();
  EXPECT_TRUE(name.starts_with(".KvK.wld." + host_name() + "." + std::to_string(::getpid()) + "-")) << name;
  EXPECT_NE(temporary_name("set/KvK.wld"), temporary_name("set/KvK.wld"));
}

// In a container, a process that is begun again has the number of the one that was killed.
TEST(AtomicFile, WhatAnotherProcessOfOurNumberLeftIsNotInTheWay) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  std::string name = temporary_name(path).filename();
  const std::size_t dash = name.rfind('-');
  const int serial = std::stoi(name.substr(dash + 1));
  for (int i = 1; i <= 3; ++i)
    write_bytes(folder.path() / (name.substr(0, dash + 1) + std::to_string(serial + i) + ".unfinished"), {});
  auto file = AtomicFile::create(path);
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(AtomicFile, RemovesWhatProcessesThatAreNoMoreLeft) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "KvK.wld";
  const auto put = [&](const std::string& name) { write_bytes(folder.path() / name, {}); };
  constexpr int no_process = 999'999'999;
  const std::string host = host_name();
  const std::string own = temporary_name(path).filename();
  const std::string abandoned = ".KvK.wld." + host + "." + std::to_string(no_process) + "-0.unfinished";
  const std::vector<std::string> others = {".KvK.wld.elsewhere." + std::to_string(no_process) + "-0.unfinished",
                                           ".KKvK.wld." + host + "." + std::to_string(no_process) + "-0.unfinished",
                                           ".KvK.wld." + host + ".x-0.unfinished", "KvK.wld"};
  for (const std::string& name : others) put(name);
  put(own);
  put(abandoned);
  remove_unfinished(path, Unfinished::abandoned);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / abandoned));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / own));
  remove_unfinished(path, Unfinished::own);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / own));
  for (const std::string& name : others) EXPECT_TRUE(std::filesystem::exists(folder.path() / name)) << name;
  remove_all_unfinished(folder.path());
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"KvK.wld"});
}

}  // namespace
}  // namespace dambase::test
