// Words loaded from files are those that were solved.
#include "gen/word_store.hpp"

#include <gtest/gtest.h>

#include "gen/plan.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;

std::set<Material> materials(std::initializer_list<const char*> names) {
  std::set<Material> set;
  for (const char* name : names) set.insert(*Material::parse(name));
  return set;
}

class WordStoreOf : public testing::TestWithParam<Profile> {};

TEST_P(WordStoreOf, TablesHoldsWhatWasSolved) {
  const SolvedSet<International> solved(3);
  WordStore store(international(), Metric::wld, built_tables(3, GetParam()));
  store.set_limit(plenty);
  for (const auto& [material, expected] : solved.solved()) {
    const auto ready = store.require({material}, 0);
    ASSERT_TRUE(ready) << ready.error().message;
    const Successors loaded_words = store.successors_of(material);
    const Successors solved_words = solved.successors_of(material);
    SuccessorReader loaded(loaded_words);
    SuccessorReader fresh(solved_words);
    RandomPositions random(Board<10>::shape, 51);
    for (int i = 0; i < 5000; ++i) {
      const Position position = random.of(material);
      ASSERT_EQ(value_in(loaded, position), value_in(fresh, position)) << material.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Profiles, WordStoreOf, testing::Values(Profile::fast, Profile::compact));

TEST(WordStore, MaySolveAgainInMemoryThatIsFreeUntilThen) {
  const std::set<Material> wanted = materials({"KKvM"});
  const std::uint64_t bytes = WordStore::bytes_of(Board<10>::shape, Metric::wld, wanted);
  WordStore store(international(), Metric::wld, built_tables(3, Profile::compact));
  store.set_limit(bytes);
  const auto refused = store.require(wanted, 0);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::out_of_memory);
  store.set_limit(bytes, plenty);
  EXPECT_TRUE(store.require(wanted, 0));
}

TEST(WordStore, RefusesWhatDoesNotFit) {
  WordStore store(international(), Metric::wld, built_tables(3));
  store.set_limit(1000);
  const auto ready = store.require(materials({"KKvM"}), 0);
  ASSERT_FALSE(ready);
  EXPECT_EQ(ready.error().code, ErrorCode::out_of_memory);
}

TEST(WordStore, LetsGoOfOthersToMakeRoom) {
  const std::set<Material> first = materials({"KKvM"});
  const std::set<Material> second = materials({"MMvK"});
  const std::uint64_t bytes = std::max(WordStore::bytes_of(Board<10>::shape, Metric::wld, first),
                                       WordStore::bytes_of(Board<10>::shape, Metric::wld, second));
  WordStore store(international(), Metric::wld, built_tables(3));
  // Room for one of them, and for all that loading it needs.
  store.set_limit(bytes +
                  WordStore::bytes_of(Board<10>::shape, Metric::wld, materials({"KKvK", "KMvK", "KvM", "KvK", "MvM"})));
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(store.require(first, 0));
    EXPECT_TRUE(store.require(second, 0));
  }
}

TEST(WordStore, NamesAMissingTable) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  WordStore store(international(), Metric::wld, folder.path());
  store.set_limit(plenty);
  const auto ready = store.require(materials({"MMvK"}), 0);
  ASSERT_FALSE(ready);
  EXPECT_EQ(ready.error().code, ErrorCode::missing_table);
  EXPECT_NE(ready.error().message.find("KvM.wld"), std::string::npos);
}

}  // namespace
}  // namespace dambase::test
