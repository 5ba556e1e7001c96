// Values through dambase.h are those of the prober, in every variant, way of reading and thread.
#include <algorithm>
#include <latch>
#include <thread>

#include "formats/fen.hpp"
#include "probe/table_set.hpp"
#include "tests/engine/random_positions.hpp"
#include "tests/gen/built_tables.hpp"
#include "tests/probe/c_api_set.hpp"

namespace dambase::test {
namespace {

constexpr dambase_reading readings[] = {DAMBASE_READ_PLAIN, DAMBASE_READ_MAPPED, DAMBASE_READ_WHOLE};

dambase_value as_c(Value value) { return static_cast<dambase_value>(1 - static_cast<int>(value)); }

// A position, and what the prober says of it.
struct Sample {
  dambase_position position;
  dambase_status status;
  dambase_value value;
};

// Random positions of two to `pieces` pieces.
std::vector<Sample> samples_of(const CSet& set, const Variant& variant, int pieces, int count) {
  const auto tables = TableSet::open(variant, built_tables(variant, pieces));
  EXPECT_TRUE(tables);
  RandomPositions random(variant.position_space(), 51);
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const Position position = random.any(2 + random.below(pieces - 1), 60);
    const auto value = (*tables)->probe(position);
    const bool is_legal = value || value.error().code == ErrorCode::illegal_position;
    EXPECT_TRUE(is_legal) << value.error().message;
    samples.push_back({c_position(set, to_fen(variant, position)), value ? DAMBASE_OK : DAMBASE_ILLEGAL_POSITION,
                       value ? as_c(*value) : DAMBASE_DRAW});
  }
  return samples;
}

void compare(const CSet& set, const std::vector<Sample>& samples) {
  for (const Sample& sample : samples) {
    dambase_value value = DAMBASE_DRAW;
    ASSERT_EQ(dambase_probe(set.get(), &sample.position, &value, nullptr), sample.status);
    ASSERT_EQ(value, sample.value) << c_fen(set, sample.position);
  }
}

class CApiProbe : public testing::TestWithParam<std::string> {};

TEST_P(CApiProbe, GivesTheValuesOfTheProberHoweverFilesAreRead) {
  const Variant& variant = **find_variant(GetParam());
  const auto& folder = built_tables(variant, 3);
  const std::vector<Sample> samples = samples_of(open_c_set(GetParam(), folder), variant, 3, 4000);
  for (const dambase_reading reading : readings) {
    dambase_options options = dambase_default_options();
    options.reading = reading;
    const CSet set = open_c_set(GetParam(), folder, &options);
    EXPECT_EQ(dambase_max_pieces(set.get()), 3);
    compare(set, samples);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, CApiProbe,
                         testing::ValuesIn(variants_among({"international", "italian", "frisian", "breakthrough"})),
                         name_of_test);

TEST(CApiProbe, ManyThreadsGetWhatOneGets) {
  const auto& folder = built_tables(2);
  for (const std::size_t cache_bytes : {std::size_t{1}, std::size_t{1} << 20}) {
    dambase_options options = dambase_default_options();
    options.cache_bytes = cache_bytes;
    const CSet set = open_c_set("international", folder, &options);
    const std::vector<Sample> samples = samples_of(set, international(), 2, 500);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&set, &samples] {
        for (const Sample& sample : samples) dambase_prefetch(set.get(), &sample.position);
        compare(set, samples);
      });
    }
  }
}

TEST(CApiProbe, TwoSetsOfTwoVariantsLiveSideBySide) {
  if (!find_variant("italian")) GTEST_SKIP();
  const CSet international_set = open_c_set("international", built_tables(2));
  const CSet italian_set = open_c_set("italian", built_tables(**find_variant("italian"), 2));
  EXPECT_STREQ(dambase_set_variant(international_set.get()), "international");
  EXPECT_STREQ(dambase_set_variant(italian_set.get()), "italian");
  EXPECT_EQ(dambase_board_side(international_set.get()), 10);
  EXPECT_EQ(dambase_board_side(italian_set.get()), 8);
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(c_probed(international_set, "W:WK5:BK46"), "loss") << "both on the long diagonal";
    EXPECT_EQ(c_probed(italian_set, "W:WK8:BK32"), "draw") << "kings that go one step";
    EXPECT_EQ(c_probed(italian_set, "W:WK5:BK46"), "invalid_fen") << "of another board";
  }
}

// ---- only what is cached ----

std::string probed_cached(const CSet& set, const dambase_position& position, dambase_error* error = nullptr) {
  dambase_value value = DAMBASE_DRAW;
  const dambase_status status = dambase_probe_cached(set.get(), &position, &value, error);
  return status == DAMBASE_OK ? dambase_value_name(value) : dambase_status_name(status);
}

TEST(CApiProbe, CachedProbesAndPrefetchesNeverRead) {
  const CSet set = open_c_set("international", built_tables(2));
  const dambase_position position = c_position(set, "W:W31:B4");
  dambase_prefetch(set.get(), &position);
  dambase_error error;
  EXPECT_EQ(probed_cached(set, position, &error), "not_cached");
  EXPECT_NE(std::string(error.text).find("MvM.wld"), std::string::npos) << error.text;
  EXPECT_EQ(probed_cached(set, position), "not_cached") << "without a text";
  EXPECT_EQ(probed_cached(set, c_position(set, "B:W50:B")), "loss") << "needs no table";
  EXPECT_EQ(c_probed(set, "W:W31:B4"), "win");
  dambase_prefetch(set.get(), &position);
  EXPECT_EQ(probed_cached(set, position), "win");
}

// ---- what there is ----

TEST(CApiProbe, TellsWhichTablesThereAre) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const CSet set = open_c_set("international", folder.path());
  EXPECT_EQ(dambase_max_pieces(set.get()), 2);
  EXPECT_EQ(dambase_has_table(set.get(), 1, 0, 1, 0), 1);
  EXPECT_EQ(dambase_has_table(set.get(), 0, 1, 0, 1), 1);
  EXPECT_EQ(dambase_has_table(set.get(), 0, 1, 1, 0), 0);
  EXPECT_EQ(dambase_has_table(set.get(), 1, 0, 0, 1), 0);
  for (const int nonsense : {-1, 0, 51, 256, 1 << 30})
    EXPECT_EQ(dambase_has_table(set.get(), nonsense, 0, 1, 0), 0) << nonsense;
  dambase_value value = DAMBASE_DRAW;
  dambase_error error;
  EXPECT_EQ(dambase_probe_fen(set.get(), "W:W50:BK1", &value, &error), DAMBASE_MISSING_TABLE);
  EXPECT_NE(std::string(error.text).find("KvM.wld"), std::string::npos) << error.text;
  EXPECT_EQ(dambase_probe_fen(set.get(), "W:W50,49:BK1", &value, &error), DAMBASE_TOO_MANY_PIECES);
}

TEST(CApiProbe, ADamagedTableIsNamedHoweverItIsRead) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  Bytes bytes = read_bytes(table_in(folder.path(), "MvM"));
  bytes[bytes.size() / 2] ^= std::byte{1};
  for (const Bytes& damaged : {bytes, Bytes(), Bytes(bytes.begin(), bytes.begin() + 300)}) {
    write_bytes(table_in(folder.path(), "MvM"), damaged);
    for (const dambase_reading reading : readings) {
      dambase_options options = dambase_default_options();
      options.reading = reading;
      const CSet set = open_c_set("international", folder.path(), &options);
      dambase_value value = DAMBASE_DRAW;
      dambase_error error;
      EXPECT_EQ(dambase_probe_fen(set.get(), "W:W31:B4", &value, &error), DAMBASE_DAMAGED_TABLE);
      EXPECT_NE(std::string(error.text).find("MvM.wld: damaged"), std::string::npos) << error.text;
    }
  }
}

// ---- moves with values ----

TEST(CApiProbe, MovesComeBestFirstAndUnknownOnesLast) {
  const TemporaryFolder folder;
  copy_built_tables(2, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KvM"));
  const CSet set = open_c_set("international", folder.path());
  RandomPositions random(international().shape(), 53);
  int unknown = 0;
  for (int i = 0; i < 500; ++i) {
    const Position engine_position = random.of(*Material::parse("MvM"));
    const dambase_position position = c_position(set, to_fen(international(), engine_position));
    dambase_move_value moves[DAMBASE_MOST_MOVES];
    std::size_t count = 0;
    ASSERT_EQ(dambase_probe_moves(set.get(), &position, moves, DAMBASE_MOST_MOVES, &count, nullptr), DAMBASE_OK);
    ASSERT_EQ(count, c_moves(set, position).size());
    for (std::size_t m = 0; m < count; ++m) {
      dambase_value after = DAMBASE_DRAW;
      ASSERT_EQ(dambase_probe(set.get(), &moves[m].move.after, &after, nullptr), moves[m].status);
      if (moves[m].status == DAMBASE_OK) {
        ASSERT_EQ(moves[m].value, -after);
      } else {
        ++unknown;
      }
      if (m == 0 || moves[m].status != DAMBASE_OK) continue;
      ASSERT_EQ(moves[m - 1].status, DAMBASE_OK);
      ASSERT_GE(moves[m - 1].value, moves[m].value);
    }
  }
  EXPECT_GT(unknown, 0);
}

}  // namespace
}  // namespace dambase::test
