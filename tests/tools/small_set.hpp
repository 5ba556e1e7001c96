// A set of all tables up to three pieces, built by the command itself.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "tests/tools/run_command.hpp"

namespace dambase::tests {

/// Tests that read one set, built once for all of them.
class SmallSet : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    built_ = run({"build", "-n", "3", "--tables", tables()});
    ASSERT_EQ(built_.exit_code, 0) << built_.err;
  }
  static void TearDownTestSuite() { folder_.reset(); }

  [[nodiscard]] static std::string tables() { return (folder_->path() / "set").string(); }
  [[nodiscard]] static const Outcome& built() { return built_; }

  /// A copy that a test may damage.
  [[nodiscard]] static std::filesystem::path copy_into(const TemporaryFolder& folder) {
    std::filesystem::copy(tables(), folder.path(), std::filesystem::copy_options::recursive);
    return folder.path() / "international";
  }

 private:
  static inline std::unique_ptr<TemporaryFolder> folder_;
  static inline Outcome built_;
};

/// Changes one byte of a file.
inline void damage(const std::filesystem::path& file, std::size_t offset) {
  std::string bytes = read_file(file);
  bytes.at(offset) = static_cast<char>(bytes.at(offset) ^ 0x10);
  write_file(file, bytes);
}

}  // namespace dambase::tests
