// The tables of every variant: their values follow from each other, and their counts are those that
// other programs found.
#include <gtest/gtest.h>

#include "formats/table_reader.hpp"
#include "gen/plan.hpp"
#include "gen/verifier.hpp"
#include "tests/engine/tsv.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

const Variant& variant_called(const std::string& name) { return **find_variant(name); }

// ---- deep verification ----

class IgnoringObserver final : public PositionObserver {
 public:
  void progress(const Material&, std::uint64_t, std::uint64_t) override {}
};

void expect_sound(const Variant& variant, int pieces) {
  VerifyOptions options;
  options.variant = &variant;
  options.folder = built_tables(variant, pieces);
  options.deep = true;
  options.threads = 2;
  IgnoringObserver observer;
  const auto report = verify_tables(options, observer);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->failure_count, 0U) << report->failures.front();
  EXPECT_EQ(report->tables, plan_build(variant, pieces, {})->size());
}

class EveryVariant : public testing::TestWithParam<std::string> {};
class LongEveryVariant : public testing::TestWithParam<std::string> {};

TEST_P(EveryVariant, TablesOfThreePiecesAreSound) { expect_sound(variant_called(GetParam()), 3); }
TEST_P(LongEveryVariant, TablesOfFourPiecesAreSound) { expect_sound(variant_called(GetParam()), 4); }

INSTANTIATE_TEST_SUITE_P(Variants, EveryVariant, testing::ValuesIn(variant_names()), name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongEveryVariant, testing::ValuesIn(variant_names()), name_of_test);

// ---- counts ----

struct ReferenceSlice {
  Material material;  ///< White to move
  SliceCounts counts;
};

// The slices of data/VARIANT.tsv with `least` to `most` pieces.
std::vector<ReferenceSlice> reference_slices(const std::string& variant, int least, int most) {
  std::vector<ReferenceSlice> slices;
  for (const Row& row : read_tsv(variant + ".tsv")) {
    const auto number = [&](std::size_t column) { return std::stoull(row.at(column)); };
    const Material material{std::stoi(row[0]), std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3])};
    if (material.pieces() < least || material.pieces() > most) continue;
    slices.push_back({material, {number(4), number(5), number(6), number(7), number(8)}});
  }
  return slices;
}

SliceCounts counts_in(const Variant& variant, int pieces, const Material& material) {
  const auto path = table_path(built_tables(variant, pieces), variant, material.canonical(), Metric::wld);
  const auto table = TableReader::open(path);
  if (!table) {
    ADD_FAILURE() << table.error().message;
    return {};
  }
  return table->info().slices[material == material.canonical() ? 0 : 1];
}

void compare_counts(const std::string& name, int least, int most) {
  const std::vector<ReferenceSlice> slices = reference_slices(name, least, most);
  EXPECT_FALSE(slices.empty());
  for (const ReferenceSlice& slice : slices)
    EXPECT_EQ(counts_in(variant_called(name), most, slice.material), slice.counts) << slice.material.name();
}

class Counts : public testing::TestWithParam<std::string> {};
class LongCounts : public testing::TestWithParam<std::string> {};

TEST_P(Counts, AreThoseOfTheReference) { compare_counts(GetParam(), 2, 3); }
TEST_P(LongCounts, OfFourPiecesAreThoseOfTheReference) { compare_counts(GetParam(), 4, 4); }

INSTANTIATE_TEST_SUITE_P(Variants, Counts,
                         testing::ValuesIn(variants_among({"international", "brazilian", "english", "russian",
                                                           "flying-kings"})),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongCounts,
                         testing::ValuesIn(variants_among({"international", "english", "flying-kings"})), name_of_test);

TEST(LongEnglishCounts, AreThoseThatAreKnown) {
  if (!find_variant("english")) GTEST_SKIP();
  const Variant& english = variant_called("english");
  const auto counts = [&](const char* material) { return counts_in(english, 4, *Material::parse(material)); };
  EXPECT_EQ(counts("KvK"), (SliceCounts{992, 72, 230, 108, 654}));
  EXPECT_EQ(counts("KKvK").wins, 14'846U);
  EXPECT_EQ(counts("KKvK").draws, 34U);
  EXPECT_EQ(counts("KKKvK").wins, counts("KKKvK").positions);
  std::uint64_t wins = 0;
  for (const ReferenceSlice& slice : reference_slices("english", 2, 4))
    wins += counts_in(english, 4, slice.material).wins;
  EXPECT_EQ(wins, 2'675'270U);
}

}  // namespace
}  // namespace dambase::test
