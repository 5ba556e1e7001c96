// The player is the example for engine authors: it may include nothing of this tree but the public headers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace dambase::player {
namespace {

TEST(Player, UsesNothingButThePublicInterface) {
  const std::filesystem::path folder = std::filesystem::path(DAMBASE_DATA_DIR).parent_path() / "tools" / "player";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    ++files;
    for (std::string line; std::getline(file, line);) {
      if (!line.starts_with("#include \"")) continue;
      const std::string name = line.substr(10, line.size() - 11);
      EXPECT_TRUE(name == "dambase.h" || name == "dambase.hpp" || name.starts_with("tools/player/"))
          << entry.path() << ": " << name;
    }
  }
  EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace dambase::player
