// Every distance that the prober gives of small positions, by every variant, against the slow solver and against what
// other programs found.
#include <gtest/gtest.h>

#include <random>

#include "formats/fen.hpp"
#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "probe/table_set.hpp"
#include "tests/engine/tsv.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/gen/slow_solver.hpp"
#include "tests/gen/variant_names.hpp"

namespace dambase::test {
namespace {

constexpr std::array distance_metrics = {Metric::dtc, Metric::dtw};

std::vector<Material> materials_up_to(const Variant& variant, int pieces) {
  std::vector<Material> all;
  for (int n = 2; n <= pieces; ++n) std::ranges::copy(slow::materials_of(n), std::back_inserter(all));
  if (!variant.has_kings()) std::erase_if(all, [](const Material& m) { return m.kings() > 0; });
  return all;
}

TableInfo info_in(const std::filesystem::path& folder, const Variant& variant, const Material& material,
                  Metric metric) {
  const auto table = TableReader::open(table_path(folder, variant, material, metric));
  if (table) return table->info();
  ADD_FAILURE() << table.error().message;
  return {};
}

// ---- every position ----

void compare(const TableSet& set, const slow::Solver& slow, const Material& material, const TableInfo& info) {
  const BoardShape& shape = set.variant().shape();
  const SliceNumbering numbering(set.variant().position_space(), material);
  LongestPlays longest;
  for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
    const Position position = numbering.unrank(number);
    const slow::Board board = slow::board_of(shape, position);
    const Distance expected = info.metric == Metric::dtc ? slow.plies_to_conversion(board) : slow.plies_to_end(board);
    if (expected.value == Value::win) longest.win.add(expected.plies, number);
    if (expected.value == Value::loss) longest.loss.add(expected.plies, number);
    for (const Position& seen : {position, position.turned(shape)}) {
      const auto distance = set.probe_distance(seen, info.metric);
      ASSERT_TRUE(distance) << distance.error().message;
      ASSERT_EQ(distance->value, expected.value) << to_fen(set.variant(), seen);
      ASSERT_EQ(distance->plies, expected.plies) << name_of(info.metric) << " of " << to_fen(set.variant(), seen);
    }
  }
  EXPECT_EQ(info.longest[material == material.canonical() ? 0 : 1], longest) << material.name();
}

void compare_all(const std::string& name, int pieces, Profile profile = Profile::fast) {
  const Variant& variant = **find_variant(name);
  const std::vector<Material> materials = materials_up_to(variant, pieces);
  slow::Solver slow(slow::known_rules().at(name));
  slow.solve(materials);
  slow.solve_distances();
  for (const Metric metric : distance_metrics) {
    const std::filesystem::path& folder = built_distances(variant, pieces, metric, profile);
    const auto set = TableSet::open(variant, folder);
    ASSERT_TRUE(set);
    for (const Material& material : materials)
      compare(**set, slow, material, info_in(folder, variant, material, metric));
  }
}

class DistanceValues : public testing::TestWithParam<std::string> {};
class LongDistanceValues : public testing::TestWithParam<std::string> {};

TEST_P(DistanceValues, TwoPiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 2); }
TEST_P(LongDistanceValues, ThreePiecesAgreeWithTheSlowSolver) { compare_all(GetParam(), 3); }
TEST_P(LongDistanceValues, CompactTablesOfThreePiecesToo) { compare_all(GetParam(), 3, Profile::compact); }

INSTANTIATE_TEST_SUITE_P(Variants, DistanceValues, testing::ValuesIn(variant_names()), name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongDistanceValues, testing::ValuesIn(variant_names()), name_of_test);

// ---- what other programs found ----

// Columns of data/VARIANT.tsv: the plies of a metric, and an example.
constexpr std::size_t column_of(Metric metric) { return metric == Metric::dtc ? 9 : 11; }

void compare_longest(const std::string& name, int least, int most) {
  const Variant& variant = **find_variant(name);
  for (const Metric metric : distance_metrics) {
    const std::filesystem::path& folder = built_distances(variant, most, metric);
    const auto set = TableSet::open(variant, folder);
    ASSERT_TRUE(set);
    for (const Row& row : read_tsv(name + ".tsv")) {
      const Material material{std::stoi(row[0]), std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3])};
      if (material.pieces() < least || material.pieces() > most) continue;
      const TableInfo info = info_in(folder, variant, material, metric);
      const LongestPlays& longest = info.longest[material == material.canonical() ? 0 : 1];
      const int expected = std::stoi(row.at(column_of(metric)));
      EXPECT_EQ(longest.longer().plies, expected) << name_of(metric) << " of " << material.name();
      if (expected < 0) continue;
      const std::string& fen = row.at(column_of(metric) + 1);
      const auto example = (*set)->probe_distance(*parse_fen(variant, fen), metric);
      ASSERT_TRUE(example) << example.error().message;
      EXPECT_EQ(example->plies, expected) << fen;
    }
  }
}

class LongestPlaysOf : public testing::TestWithParam<std::string> {};
class LongLongestPlaysOf : public testing::TestWithParam<std::string> {};

TEST_P(LongestPlaysOf, ThreePiecesAreThoseOfTheReference) { compare_longest(GetParam(), 2, 3); }
TEST_P(LongLongestPlaysOf, FourPiecesAreThoseOfTheReference) { compare_longest(GetParam(), 4, 4); }

INSTANTIATE_TEST_SUITE_P(Variants, LongestPlaysOf,
                         testing::ValuesIn(variants_among({"international", "brazilian", "english", "russian",
                                                           "flying-kings"})),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Variants, LongLongestPlaysOf,
                         testing::ValuesIn(variants_among({"international", "english", "flying-kings"})), name_of_test);

TEST(LongSamples, HaveTheirDistances) {
  const auto set = TableSet::open(international(), built_distances(international(), 4, Metric::dtw));
  ASSERT_TRUE(set);
  std::size_t compared = 0;
  for (const Row& row : read_tsv("international-samples.tsv")) {
    const Position position = *parse_fen(international(), row[0]);
    if (position.count() > 4) continue;
    const auto distance = (*set)->probe_distance(position, Metric::dtw);
    ASSERT_TRUE(distance) << distance.error().message;
    EXPECT_EQ(name_of(distance->value), row[1]) << row[0];
    if (row.size() > 2 && !row[2].empty()) {
      EXPECT_EQ(distance->plies, std::stoi(row[2])) << row[0];
    }
    ++compared;
  }
  EXPECT_GT(compared, 500U);
}

// ---- play ----

// Plays `winner`'s best moves against random ones of the other side, or the best ones if `random` is null; how many
// plies it takes to the end.
int play_out(const TableSet& set, Position position, Side winner, std::mt19937* random) {
  int plies = 0;
  for (; !set.variant().value_at_end(position); ++plies) {
    const auto moves = set.probe_move_distances(position, Metric::dtw);
    EXPECT_TRUE(moves);
    const auto goodness_of = [](const MoveDistance& move) { return goodness(*move.distance); };
    const bool plays_best = random == nullptr || position.side_to_move() == winner;
    const MoveDistance& move =
        plays_best ? *std::ranges::max_element(*moves, {}, goodness_of) : (*moves)[(*random)() % moves->size()];
    position = position.after(move.move);
  }
  const bool has_won = (*set.variant().value_at_end(position) == Value::win) == (position.side_to_move() == winner);
  EXPECT_TRUE(has_won) << to_fen(set.variant(), position);
  return plies;
}

TEST(Distances, AKnownPositionIsWonInSeventeenPlies) {
  const auto set = TableSet::open(international(), built_distances(international(), 3, Metric::dtw));
  ASSERT_TRUE(set);
  const Position position = *parse_fen(international(), "W:W31:B4");
  EXPECT_EQ(*(*set)->probe_distance(position, Metric::dtw), (Distance{Value::win, 17}));
  EXPECT_EQ(play_out(**set, position, Side::white, nullptr), 17);
}

// All positions of a variant that are won for the side to move, a few of each slice.
void play_out_some(const Variant& variant, int pieces) {
  const auto set = TableSet::open(variant, built_distances(variant, pieces, Metric::dtw));
  ASSERT_TRUE(set);
  std::mt19937 random(20);
  std::size_t played = 0;
  for (const Material& material : materials_up_to(variant, pieces)) {
    const SliceNumbering numbering(variant.position_space(), material);
    for (int i = 0; i < 60; ++i) {
      const Position position = numbering.unrank(random() % numbering.positions());
      const auto distance = (*set)->probe_distance(position, Metric::dtw);
      ASSERT_TRUE(distance) << distance.error().message;
      if (distance->value != Value::win) continue;
      ++played;
      ASSERT_EQ(play_out(**set, position, Side::white, nullptr), distance->plies) << to_fen(variant, position);
      for (int defence = 0; defence < 3; ++defence)
        ASSERT_LE(play_out(**set, position, Side::white, &random), distance->plies) << to_fen(variant, position);
    }
  }
  EXPECT_GT(played, 50U);
}

class PlayOuts : public testing::TestWithParam<std::string> {};
TEST_P(PlayOuts, EndWithinTheDistance) { play_out_some(**find_variant(GetParam()), 3); }
INSTANTIATE_TEST_SUITE_P(Variants, PlayOuts, testing::ValuesIn(variant_names()), name_of_test);

// ---- tables alone ----

TEST(Distances, ASetOfOneDistanceTellsValuesToo) {
  const auto values = TableSet::open(international(), built_tables(3));
  ASSERT_TRUE(values);
  for (const Metric metric : distance_metrics) {
    const auto set = TableSet::open(international(), built_distances(international(), 3, metric));
    ASSERT_TRUE(set);
    EXPECT_EQ((*set)->max_pieces(), 3);
    EXPECT_TRUE((*set)->has_metric(metric));
    EXPECT_FALSE((*set)->has_metric(Metric::wld));
    std::mt19937 random(3);
    const SliceNumbering numbering(international().position_space(), *Material::parse("KMvK"));
    for (int i = 0; i < 500; ++i) {
      const Position position = numbering.unrank(random() % numbering.positions());
      EXPECT_EQ(*(*set)->probe(position), *(*values)->probe(position));
    }
    const auto missing = (*set)->probe(*parse_fen(international(), "W:WK1,K2,K3:BK50"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::too_many_pieces);
  }
}

}  // namespace
}  // namespace dambase::test
