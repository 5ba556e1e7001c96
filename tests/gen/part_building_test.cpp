// Tables made in parts: the same bytes as those that are solved at once.
#include <gtest/gtest.h>

#include <algorithm>

#include "gen/material_solver.hpp"
#include "gen/table_check.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

class PartBuilding : public testing::Test {
 protected:
  PartBuilding() { copy_built_tables(3, folder_.path()); }

  [[nodiscard]] BuildOptions options(const char* material, int parts, int part) const {
    BuildOptions options = options_for(folder_.path(), 0);
    options.materials = {*Material::parse(material)};
    options.dependencies = Dependencies::require;
    options.parts = parts;
    options.part = part;
    return options;
  }
  [[nodiscard]] PartOfTable cut(const char* material, int parts, int part = table_of_parts) const {
    return part_of_table({&international(), *Material::parse(material), parts, part},
                         table_in(folder_.path(), material));
  }
  // Builds all parts, in an order in which each comes after those that it reads.
  void build_parts(const char* material, int parts) {
    for (int part = 0; part < static_cast<int>(cut(material, parts).parts.size()); ++part) {
      const auto built = build(options(material, parts, part));
      ASSERT_TRUE(built) << built.error().message;
    }
  }

  TemporaryFolder folder_;
};

TEST_F(PartBuilding, MakesTheSameBytes) {
  for (const char* material : {"KMvK", "KMvM", "MMvK", "KKvM"}) {
    for (const int parts : {1, 3, 8, 40}) {
      std::filesystem::remove(table_in(folder_.path(), material));
      build_parts(material, parts);
      const auto table = build(options(material, parts, table_of_parts));
      ASSERT_TRUE(table) << table.error().message;
      EXPECT_TRUE(read_bytes(table_in(folder_.path(), material)) == read_bytes(table_in(built_tables(3), material)))
          << material << " in " << parts;
      for (std::size_t i = 0; i < cut(material, parts).parts.size(); ++i)
        EXPECT_FALSE(std::filesystem::exists(cut(material, parts).path_of(static_cast<int>(i))));
    }
  }
}

// Of a material that is its own twin, and level by level of what promotions lead to.
TEST(LongPartBuilding, MakesTheSameBytesOfFourPieces) {
  for (const char* material : {"KMvKM", "KKMvM", "KMMvK", "KMvMM"}) {
    const TemporaryFolder folder;
    copy_built_tables(4, folder.path());
    std::filesystem::remove(table_in(folder.path(), material));
    BuildOptions options = options_for(folder.path(), 0);
    options.materials = {*Material::parse(material)};
    options.dependencies = Dependencies::require;
    options.parts = 10;
    const std::filesystem::path path = table_in(folder.path(), material);
    const PartOfTable cut = part_of_table({&international(), options.materials.front(), 10, 0}, path);
    for (options.part = 0; options.part < static_cast<int>(cut.parts.size()); ++options.part) {
      const auto built = build(options);
      ASSERT_TRUE(built) << built.error().message;
    }
    options.part = table_of_parts;
    ASSERT_TRUE(build(options));
    EXPECT_TRUE(read_bytes(path) == read_bytes(table_in(built_tables(4), material))) << material;
  }
}

TEST_F(PartBuilding, APartThatIsThereIsNotMadeAgain) {
  std::filesystem::remove(table_in(folder_.path(), "KMvM"));
  build_parts("KMvM", 4);
  const auto again = build(options("KMvM", 4, 1));
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->materials.front().was_there);
}

TEST_F(PartBuilding, ADamagedOrMissingPartIsAnError) {
  std::filesystem::remove(table_in(folder_.path(), "KMvM"));
  build_parts("KMvM", 4);
  const std::filesystem::path part = cut("KMvM", 4).path_of(1);
  const Bytes right = read_bytes(part);
  for (std::size_t i = 0; i < right.size(); i += 1 + right.size() / 60) {
    Bytes flipped = right;
    flipped[i] ^= std::byte{16};
    write_bytes(part, flipped);
    EXPECT_FALSE(open_sound_part(part, cut("KMvM", 4, 1).identity)) << i;
    const auto table = build(options("KMvM", 4, table_of_parts));
    ASSERT_FALSE(table) << i;
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{50}, right.size() - 1}) {
    write_bytes(part, Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_FALSE(build(options("KMvM", 4, table_of_parts))) << size;
  }
  std::filesystem::remove(part);
  const auto missing = build(options("KMvM", 4, table_of_parts));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::missing_table);
  write_bytes(part, read_bytes(cut("KMvM", 4).path_of(2)));
  const auto other = build(options("KMvM", 4, table_of_parts));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::wrong_variant);
  EXPECT_FALSE(std::filesystem::exists(table_in(folder_.path(), "KMvM")));
}

}  // namespace
}  // namespace dambase::test
