#include "probe/file_pool.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <thread>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

std::size_t open_descriptors() { return names_in("/proc/self/fd").size(); }

class FilePoolTest : public testing::Test {
 protected:
  static constexpr std::size_t files = 40;

  void SetUp() override {
    for (std::size_t i = 0; i < files; ++i) write_bytes(path(i), Bytes(i + 1, static_cast<std::byte>(i)));
  }
  [[nodiscard]] std::filesystem::path path(std::size_t i) const { return folder_.path() / std::to_string(i); }

  void open_all(std::size_t most_open) {
    pool_.emplace(most_open);
    for (std::size_t i = 0; i < files; ++i) {
      auto source = pool_->bytes_of(path(i));
      ASSERT_TRUE(source);
      sources_.push_back(*std::move(source));
      EXPECT_EQ(sources_.back()->size(), i + 1);
    }
  }
  void read_some(unsigned seed) const {
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
      const std::size_t i = random() % files;
      Bytes bytes(i + 1);
      ASSERT_TRUE(sources_[i]->read_at(0, bytes));
      ASSERT_EQ(bytes, Bytes(i + 1, static_cast<std::byte>(i)));
    }
  }

  TemporaryFolder folder_;
  std::optional<FilePool> pool_;  ///< outlives the sources
  std::vector<std::unique_ptr<ByteSource>> sources_;
};

TEST_F(FilePoolTest, ReadsManyFilesThroughFewDescriptors) {
  const std::size_t before = open_descriptors();
  open_all(3);
  read_some(1);
  EXPECT_LE(open_descriptors(), before + 3);
}

TEST_F(FilePoolTest, ManyThreadsRead) {
  open_all(3);
  std::vector<std::jthread> threads;
  for (unsigned seed = 0; seed < 8; ++seed) threads.emplace_back([&, seed] { read_some(seed); });
}

TEST_F(FilePoolTest, PastTheEndAndRemovedFilesAreErrors) {
  open_all(1);
  Bytes bytes(10);
  EXPECT_FALSE(sources_[3]->read_at(0, bytes));
  EXPECT_FALSE(sources_[30]->read_at(25, bytes));
  std::filesystem::remove(path(20));
  const auto removed = sources_[20]->read_at(0, bytes);
  ASSERT_FALSE(removed);
  EXPECT_NE(removed.error().message.find(path(20).string()), std::string::npos);
  EXPECT_FALSE(pool_->bytes_of(folder_.path() / "none"));
}

}  // namespace
}  // namespace dambase::test
