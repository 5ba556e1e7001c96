// Compact tables leave out one slice of two, and answer all the same what the fast ones do.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "formats/fen.hpp"
#include "probe/table_set.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/formats/sample_table.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

std::unique_ptr<TableSet> open_set(const Variant& variant, const std::filesystem::path& folder,
                                   std::size_t cache_bytes = 1 << 24) {
  auto set = TableSet::open(variant, folder, {cache_bytes});
  EXPECT_TRUE(set);
  return *std::move(set);
}

// The same set in both profiles.
struct TwoSets {
  explicit TwoSets(const Variant& variant, int pieces)
      : fast(open_set(variant, built_tables(variant, pieces))),
        compact(open_set(variant, built_tables(variant, pieces, Profile::compact))) {}

  void expect_same(const Position& position) const {
    const auto value = compact->probe(position);
    ASSERT_TRUE(value) << to_fen(fast->variant(), position) << ": " << value.error().message;
    ASSERT_EQ(*value, *fast->probe(position)) << to_fen(fast->variant(), position);
  }

  std::unique_ptr<TableSet> fast;
  std::unique_ptr<TableSet> compact;
};

std::vector<SliceNumbering> slices_of(const Variant& variant, int pieces) {
  std::vector<SliceNumbering> slices;
  for (const Material& material : slow::materials_of(pieces)) {
    if (!variant.has_kings() && material.kings() > 0) continue;
    slices.emplace_back(variant.position_space(), material);
  }
  return slices;
}

class CompactTables : public testing::TestWithParam<std::string> {
 protected:
  const Variant& variant_ = **find_variant(GetParam());
};
class LongCompactTables : public CompactTables {};

void expect_all_same(const Variant& variant, int pieces) {
  const TwoSets sets(variant, pieces);
  for (const SliceNumbering& slice : slices_of(variant, pieces)) {
    for (std::uint64_t number = 0; number < slice.positions(); ++number) {
      const Position position = slice.unrank(number);
      ASSERT_NO_FATAL_FAILURE(sets.expect_same(number % 2 == 0 ? position : position.turned(variant.shape())));
    }
  }
}

TEST_P(CompactTables, AnswerEveryPositionOfTwoPieces) { expect_all_same(variant_, 2); }
TEST_P(LongCompactTables, AnswerEveryPositionOfThreePieces) { expect_all_same(variant_, 3); }

void expect_random_same(const Variant& variant, int pieces, int positions, unsigned seed) {
  const TwoSets sets(variant, pieces);
  std::mt19937_64 random(seed);
  for (const SliceNumbering& slice : slices_of(variant, pieces)) {
    for (int i = 0; i < positions; ++i) {
      const Position position = slice.unrank(random() % slice.positions());
      ASSERT_NO_FATAL_FAILURE(sets.expect_same(i % 2 == 0 ? position : position.turned(variant.shape())));
    }
  }
}

TEST_P(CompactTables, AnswerPositionsOfThreePieces) { expect_random_same(variant_, 3, 3000, 91); }
TEST_P(LongCompactTables, AnswerPositionsOfFourPieces) { expect_random_same(variant_, 4, 20'000, 92); }

TEST_P(CompactTables, StoreOneSliceOfTwo) {
  const auto files = list_tables(built_tables(variant_, 3, Profile::compact), variant_, Metric::wld);
  ASSERT_TRUE(files);
  for (const TableFile& file : *files) {
    const auto compact = TableReader::open(file.path);
    const auto fast = TableReader::open(table_path(built_tables(variant_, 3), variant_, file.material, Metric::wld));
    ASSERT_TRUE(compact);
    ASSERT_TRUE(fast);
    const auto& is_stored = compact->info().is_stored;
    EXPECT_EQ(compact->info().profile, Profile::compact);
    EXPECT_EQ(std::ranges::count(is_stored, true), 1);
    EXPECT_EQ(compact->info().slices, fast->info().slices) << "counts are of both";
    EXPECT_EQ(compact->info().content_digest, fast->info().content_digest);
    const std::size_t slice = is_stored[0] ? 0 : 1;
    EXPECT_EQ(compact->blocks_of(1 - slice), 0U);
    EXPECT_EQ(compact->blocks_of(slice), compact->info().blocks);
    const std::vector<Value> values = stored_values(*compact, slice);
    EXPECT_EQ(values.size(), compact->info().slices[slice].positions);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, CompactTables, testing::ValuesIn(variant_names()), name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongCompactTables, testing::ValuesIn(variant_names()), name_of_test);

// ---- probing ----

TEST(CompactProbe, OnlyCachedKnowsWhatWasRead) {
  const auto set = open_set(international(), built_tables(3, Profile::compact));
  RandomPositions random(international().shape(), 93);
  for (int i = 0; i < 2000; ++i) {
    const Position position = random.any(3, 50);
    const auto before = set->probe(position, Access::only_cached);
    const auto value = set->probe(position);
    ASSERT_TRUE(value);
    if (before) {
      ASSERT_EQ(*before, *value);
    } else {
      ASSERT_EQ(before.error().code, ErrorCode::not_cached);
    }
    set->prefetch(position);
    // Moves behind the first that wins are not looked at, so what was needed once is there.
    ASSERT_EQ(*set->probe(position, Access::only_cached), *value) << to_fen(international(), position);
  }
}

TEST(CompactProbe, ACacheOfOnePartGivesTheSame) {
  const auto set = open_set(international(), built_tables(3, Profile::compact));
  const auto tight = open_set(international(), built_tables(3, Profile::compact), 1);
  RandomPositions random(international().shape(), 94);
  for (int i = 0; i < 1000; ++i) {
    const Position position = random.any(2 + random.below(2), 50);
    ASSERT_EQ(*set->probe(position), *tight->probe(position));
  }
}

TEST(CompactProbe, AMissingTableIsNamed) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path(), Profile::compact);
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const auto part = open_set(international(), folder.path());
  const auto all = open_set(international(), built_tables(3, Profile::compact));
  const Material material = *Material::parse("KMvM");
  RandomPositions random(international().shape(), 95);
  int unknown = 0;
  for (int i = 0; i < 5000; ++i) {
    const Position position = random.of(material);
    const auto value = part->probe(position);
    if (value) {
      ASSERT_EQ(*value, *all->probe(position));
      continue;
    }
    ++unknown;
    ASSERT_EQ(value.error().code, ErrorCode::missing_table);
    ASSERT_NE(value.error().message.find("KvM.wld"), std::string::npos) << value.error().message;
  }
  EXPECT_GT(unknown, 0);
}

// Kings that can be captured after every move, in chains through slices that are left out.
TEST(LongCompactProbe, ChainsOfCapturesEnd) {
  std::map<Profile, std::unique_ptr<TemporaryFolder>> folders;
  std::map<Profile, std::unique_ptr<TableSet>> sets;
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    folders[profile] = std::make_unique<TemporaryFolder>();
    BuildOptions options = options_for(folders[profile]->path(), 0);
    options.materials = {*Material::parse("KKKvKK")};
    options.profile = profile;
    const auto built = build(options);
    ASSERT_TRUE(built) << built.error().message;
    sets[profile] = open_set(international(), folders[profile]->path());
  }
  const auto expect_same = [&](const Position& position) {
    const auto value = sets[Profile::compact]->probe(position);
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(*value, *sets[Profile::fast]->probe(position)) << to_fen(international(), position);
  };
  for (const char* text :
       {"W:WK4,K13,K15:BK6,K9", "B:WK4,K13,K15:BK6,K9", "W:WK6,K9:BK4,K13,K15", "B:WK6,K9:BK4,K13,K15"})
    expect_same(*parse_fen(international(), text));
  RandomPositions random(international().shape(), 96);
  for (int i = 0; i < 20'000; ++i)
    ASSERT_NO_FATAL_FAILURE(expect_same(random.of(*Material::parse(i % 2 == 0 ? "KKKvKK" : "KKvKKK"))));
}

// ---- building ----

using Files = std::map<std::string, Bytes>;

Files files_in(const std::filesystem::path& folder) {
  Files files;
  for (const std::string& name : names_in(variant_folder(folder, international())))
    files[name] = read_bytes(variant_folder(folder, international()) / name);
  return files;
}

BuildOptions compact_options(const std::filesystem::path& folder, int pieces, int threads = 2) {
  BuildOptions options = options_for(folder, pieces, threads);
  options.profile = Profile::compact;
  return options;
}

TEST(CompactBuild, ThreadsAndMemoryLeaveNoTrace) {
  const Files expected = files_in(built_tables(3, Profile::compact));
  for (const int threads : {1, 7}) {
    const TemporaryFolder folder;
    BuildOptions options = compact_options(folder.path(), 3, threads);
    options.memory_bytes = std::uint64_t{threads == 1 ? 200U : 500U} << 20;
    const auto built = build(options);
    ASSERT_TRUE(built) << built.error().message;
    EXPECT_TRUE(files_in(folder.path()) == expected) << threads;
  }
}

void expect_resumed(int pieces, const std::vector<std::string>& removed, int threads, std::uint64_t memory_bytes) {
  const TemporaryFolder folder;
  copy_built_tables(pieces, folder.path(), Profile::compact);
  for (const std::string& name : removed) std::filesystem::remove(table_in(folder.path(), name));
  BuildOptions options = compact_options(folder.path(), pieces, threads);
  options.memory_bytes = memory_bytes;
  const auto built = build(options);
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_EQ(std::ranges::count(built->materials, false, &MaterialReport::was_there),
            static_cast<std::ptrdiff_t>(removed.size()));
  EXPECT_TRUE(files_in(folder.path()) == files_in(built_tables(pieces, Profile::compact))) << removed.front();
}

TEST(CompactBuild, ResumingGivesTheSameBytes) {
  for (const char* name : {"KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"})
    expect_resumed(3, {name}, 1, std::uint64_t{300} << 20);
  expect_resumed(3, {"KvK", "KKvM", "MMvM", "MvM"}, 7, std::uint64_t{1} << 30);
}

TEST(LongCompactBuild, ResumingGivesTheSameBytesOfFourPieces) {
  expect_resumed(4, {"KKvKK", "KMvKM", "MMvMM"}, 7, std::uint64_t{1} << 30);
  expect_resumed(4, {"KMMvM", "KvM"}, 1, std::uint64_t{400} << 20);
}

TEST(CompactBuild, OneFolderHoldsOneProfile) {
  for (const Profile there : {Profile::fast, Profile::compact}) {
    const TemporaryFolder folder;
    copy_built_tables(2, folder.path(), there);
    const Files before = files_in(folder.path());
    BuildOptions options = options_for(folder.path(), 3);
    options.profile = there == Profile::fast ? Profile::compact : Profile::fast;
    const auto built = build(options);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(built.error().message.find("one profile"), std::string::npos) << built.error().message;
    EXPECT_TRUE(files_in(folder.path()) == before);
  }
}

}  // namespace
}  // namespace dambase::test
