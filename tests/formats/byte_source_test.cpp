#include "formats/byte_source.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

ErrorCode failure_of(const std::filesystem::path& path) {
  const auto source = open_file(path);
  EXPECT_FALSE(source);
  if (source) return ErrorCode::invalid_argument;
  EXPECT_NE(source.error().message.find(path.filename().string()), std::string::npos) << source.error().message;
  return source.error().code;
}

TEST(ByteSource, AFileIsReadAtOffsets) {
  const TemporaryFolder folder;
  write_bytes(folder.path() / "file", {std::byte{1}, std::byte{2}, std::byte{3}});
  const auto source = open_file(folder.path() / "file");
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_EQ((*source)->size(), 3U);
  std::array<std::byte, 2> bytes{};
  EXPECT_TRUE((*source)->read_at(1, bytes));
  EXPECT_EQ(bytes, (std::array{std::byte{2}, std::byte{3}}));
  EXPECT_FALSE((*source)->read_at(2, bytes));
}

TEST(ByteSource, WhatIsNotThereIsMissing) {
  const TemporaryFolder folder;
  EXPECT_EQ(failure_of(folder.path() / "nothing"), ErrorCode::missing_table);
}

// A pipe that nobody writes to must not be waited for.
TEST(ByteSource, OnlyFilesAreRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(failure_of(folder.path() / "pipe"), ErrorCode::file_failed);
  EXPECT_EQ(failure_of(folder.path()), ErrorCode::file_failed);
  EXPECT_EQ(failure_of("/dev/null"), ErrorCode::file_failed);
}

}  // namespace
}  // namespace dambase::test
