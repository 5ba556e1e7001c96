#include "engine/material.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace dambase {
namespace {

std::vector<Material> all_up_to(int pieces) {
  std::vector<Material> found;
  for (int wm = 0; wm <= pieces; ++wm)
    for (int wk = 0; wk <= pieces; ++wk)
      for (int bm = 0; bm <= pieces; ++bm)
        for (int bk = 0; bk <= pieces; ++bk) {
          const Material material{wm, wk, bm, bk};
          if (material.white() > 0 && material.black() > 0 && material.pieces() <= pieces) found.push_back(material);
        }
  return found;
}

TEST(Material, NamesAreReadBack) {
  EXPECT_EQ((Material{1, 2, 1, 1}.name()), "KKMvKM");
  for (const Material& material : all_up_to(5)) {
    const Result<Material> read = Material::parse(material.name());
    ASSERT_TRUE(read) << material.name();
    EXPECT_EQ(*read, material);
  }
}

TEST(Material, RefusesWhatIsNotAName) {
  for (const char* name : {"", "v", "Kv", "vK", "K", "MKvK", "KvMK", "KvKvK", "kvk", "K v K", "KVK", "KvK ", "KvX"}) {
    const Result<Material> read = Material::parse(name);
    ASSERT_FALSE(read) << name;
    EXPECT_EQ(read.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(read.error().message.find("'" + std::string(name) + "'"), std::string::npos);
  }
  EXPECT_FALSE(Material::parse(std::string(1'000'000, 'K').append("vK")));
  EXPECT_EQ(Material::parse("K\nv").error().message.find('\n'), std::string::npos);
}

TEST(Material, FortyOneSlicesOfUpToFourPiecesLieInTwentyThreeFiles) {
  const std::vector<Material> slices = all_up_to(4);
  EXPECT_EQ(slices.size(), 41U);
  EXPECT_EQ(std::ranges::count_if(slices, [](const Material& m) { return m == m.canonical(); }), 23);
}

TEST(Material, ATwinHasTheSameFile) {
  for (const Material& material : all_up_to(5)) {
    EXPECT_EQ(material.twin().twin(), material);
    EXPECT_EQ(material.canonical(), material.twin().canonical());
    EXPECT_EQ(material.is_symmetric(), material == material.twin());
    EXPECT_GE(material.canonical().white(), material.canonical().black());
  }
  EXPECT_EQ((Material{2, 0, 0, 1}.canonical().name()), "MMvK");
  EXPECT_EQ((Material{1, 0, 0, 1}.canonical().name()), "KvM");
}

TEST(Material, AManThatPromotesIsAKing) {
  const Material material = *Material::parse("KMMvMM");
  EXPECT_EQ(material.after_promotion(Side::white).name(), "KKMvMM");
  EXPECT_EQ(material.after_promotion(Side::black).name(), "KMMvKM");
}

TEST(Material, ListsByPiecesThenWhiteThenBlack) {
  std::vector<Material> slices = all_up_to(3);
  std::ranges::sort(slices);
  std::string names;
  for (const Material& m : slices) names += m.name() + " ";
  EXPECT_EQ(names, "KvK KvM MvK MvM KvKK KvKM KvMM KKvK KKvM MvKK MvKM MvMM KMvK KMvM MMvK MMvM ");
}

}  // namespace
}  // namespace dambase
