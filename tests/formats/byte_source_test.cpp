#include "formats/byte_source.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

using Opener = Result<std::unique_ptr<ByteSource>> (*)(const std::filesystem::path&);

// Every way to read a file.
class ByteSourceOf : public testing::TestWithParam<Opener> {
 protected:
  [[nodiscard]] static ErrorCode failure_of(const std::filesystem::path& path) {
    const auto source = GetParam()(path);
    EXPECT_FALSE(source);
    if (source) return ErrorCode::invalid_argument;
    EXPECT_NE(source.error().message.find(path.filename().string()), std::string::npos) << source.error().message;
    return source.error().code;
  }

  TemporaryFolder folder_;
};

TEST_P(ByteSourceOf, AFileIsReadAtOffsets) {
  write_bytes(folder_.path() / "file", {std::byte{1}, std::byte{2}, std::byte{3}});
  const auto source = GetParam()(folder_.path() / "file");
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_EQ((*source)->size(), 3U);
  std::array<std::byte, 2> bytes{};
  EXPECT_TRUE((*source)->read_at(1, bytes));
  EXPECT_EQ(bytes, (std::array{std::byte{2}, std::byte{3}}));
  EXPECT_FALSE((*source)->read_at(2, bytes));
  EXPECT_FALSE((*source)->read_at(UINT64_MAX, bytes));
}

TEST_P(ByteSourceOf, AnEmptyFileHasNoBytes) {
  write_bytes(folder_.path() / "empty", {});
  const auto source = GetParam()(folder_.path() / "empty");
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_EQ((*source)->size(), 0U);
  std::array<std::byte, 1> bytes{};
  EXPECT_FALSE((*source)->read_at(0, bytes));
  EXPECT_TRUE((*source)->read_at(0, {}));
}

TEST_P(ByteSourceOf, WhatIsNotThereIsMissing) {
  EXPECT_EQ(failure_of(folder_.path() / "nothing"), ErrorCode::missing_table);
}

// A pipe that nobody writes to must not be waited for.
TEST_P(ByteSourceOf, OnlyFilesAreRead) {
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(failure_of(folder_.path() / "pipe"), ErrorCode::file_failed);
  EXPECT_EQ(failure_of(folder_.path()), ErrorCode::file_failed);
  EXPECT_EQ(failure_of("/dev/null"), ErrorCode::file_failed);
}

INSTANTIATE_TEST_SUITE_P(Ways, ByteSourceOf, testing::Values(open_file, map_file, read_whole_file));

}  // namespace
}  // namespace dambase::test
