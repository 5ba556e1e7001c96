#include "formats/table_files.hpp"

#include <gtest/gtest.h>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {
namespace {

const Variant& international() { return **find_variant("international"); }

TEST(TableFiles, LieInTheFolderOfTheVariantUnderTheCanonicalName) {
  const std::filesystem::path expected = std::filesystem::path("sets") / "international" / "KKMvKM.wld";
  const Material material = *Material::parse("KKMvKM");
  EXPECT_EQ(table_path("sets", international(), material, Metric::wld), expected);
  EXPECT_EQ(table_path("sets", international(), material.twin(), Metric::wld), expected);
}

TEST(TableFiles, AreListedInTheOrderOfMaterials) {
  const TemporaryFolder folder;
  const std::filesystem::path where = variant_folder(folder.path(), international());
  std::filesystem::create_directories(where);
  for (const char* name : {"KKvK.wld", "KvK.wld", "MvM.wld"}) write_bytes(where / name, {});
  const auto files = list_tables(folder.path(), international(), Metric::wld);
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 3U);
  EXPECT_EQ((*files)[0].material.name(), "KvK");
  EXPECT_EQ((*files)[1].material.name(), "MvM");
  EXPECT_EQ((*files)[2].path, where / "KKvK.wld");
}

TEST(TableFiles, OtherFilesArePassedOver) {
  const TemporaryFolder folder;
  const std::filesystem::path where = variant_folder(folder.path(), international());
  std::filesystem::create_directories(where);
  for (const char* name :
       {"KvKK.wld", "KvM.wld.bak", "notes.txt", "vK.wld", "kvk.wld", ".KvK.wld.1-1.unfinished", "MKvK.wld"})
    write_bytes(where / name, {});
  const auto files = list_tables(folder.path(), international(), Metric::wld);
  ASSERT_TRUE(files);
  EXPECT_TRUE(files->empty());
}

TEST(TableFiles, AreKnownByTheirNames) {
  for (const Metric metric : all_metrics) {
    const std::string name = table_name(*Material::parse("KMvKKM"), metric);
    EXPECT_TRUE(name.starts_with("KKMvKM."));
    const auto table = as_table(std::filesystem::path("somewhere") / name);
    ASSERT_TRUE(table) << name;
    EXPECT_EQ(table->material.name(), "KKMvKM");
    EXPECT_EQ(table->metric, metric);
  }
  for (const char* name : {"KvK", "KvK.tbl", "MvK.wld", "KKv.wld", ".wld", "", "KvK.wld.status", "KvK.wld.damaged"})
    EXPECT_FALSE(as_table(name)) << name;
}

TEST(TableFiles, AFolderThatIsNotThereHoldsNone) {
  const TemporaryFolder folder;
  const auto files = list_tables(folder.path() / "nowhere", international(), Metric::wld);
  ASSERT_TRUE(files);
  EXPECT_TRUE(files->empty());
}

TEST(TableFiles, AFileInPlaceOfTheFolderIsAnError) {
  const TemporaryFolder folder;
  write_bytes(variant_folder(folder.path(), international()), {});
  const auto files = list_tables(folder.path(), international(), Metric::wld);
  ASSERT_FALSE(files);
  EXPECT_EQ(files.error().code, ErrorCode::file_failed);
}

}  // namespace
}  // namespace dambase::test
