// Builds of distances: the same bytes however they are made, and wrong values are found.
#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "gen/distance_histogram.hpp"
#include "gen/needs.hpp"
#include "gen/position_walk.hpp"
#include "gen/stored_slice.hpp"
#include "gen/table_saver.hpp"
#include "gen/verifier.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

using Files = std::map<std::string, Bytes>;

Files files_in(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(variant_folder(folder, international()))) {
    if (entry.path().filename().string().front() != '.')
      files[entry.path().filename().string()] = read_bytes(entry.path());
  }
  return files;
}

BuildOptions distances_for(const std::filesystem::path& folder, int pieces, Metric metric, int threads = 2) {
  BuildOptions options = options_for(folder, pieces, threads);
  options.metric = metric;
  return options;
}

class DistanceBuilder : public testing::TestWithParam<Metric> {};
class LongDistanceBuilder : public testing::TestWithParam<Metric> {};

std::string name_of_metric(const testing::TestParamInfo<Metric>& info) { return name_of(info.param); }

INSTANTIATE_TEST_SUITE_P(Metrics, DistanceBuilder, testing::Values(Metric::dtc, Metric::dtw, Metric::rule),
                         name_of_metric);
INSTANTIATE_TEST_SUITE_P(Metrics, LongDistanceBuilder, testing::Values(Metric::dtc, Metric::dtw, Metric::rule),
                         name_of_metric);

TEST_P(DistanceBuilder, TheNumberOfThreadsLeavesNoTrace) {
  const TemporaryFolder folder;
  ASSERT_TRUE(build(distances_for(folder.path(), 3, GetParam(), 5)));
  EXPECT_EQ(files_in(folder.path()), files_in(built_distances(international(), 3, GetParam())));
}

TEST_P(DistanceBuilder, EachTableAloneIsBuiltFromTheOthers) {
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    const std::filesystem::path& built = built_distances(international(), 3, GetParam(), profile);
    const TemporaryFolder folder;
    std::filesystem::copy(built, folder.path(), std::filesystem::copy_options::recursive);
    for (const auto& [name, bytes] : files_in(built)) {
      std::filesystem::remove(variant_folder(folder.path(), international()) / name);
      BuildOptions options = distances_for(folder.path(), 3, GetParam());
      options.profile = profile;
      const auto report = build(options);
      ASSERT_TRUE(report) << report.error().message;
      EXPECT_EQ(std::ranges::count(report->materials, false, &MaterialReport::was_there), 1);
    }
    EXPECT_EQ(files_in(folder.path()), files_in(built));
  }
}

// The least limit within which a material can be built, to the next MiB.
std::uint64_t least_memory(const Material& material, Metric metric) {
  const auto plan = plan_build(international(), 0, {material});
  const BuildNeeds needs(international(), metric, {&plan->back()}, 1);
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  std::uint64_t limit = 2000 * mib;
  while (needs.check(0, limit - mib)) limit -= mib;
  return limit;
}

// Tight memory lets words go, codes to a file, and promotions in level by level.
TEST_P(LongDistanceBuilder, TheMemoryLimitLeavesNoTrace) {
  const Material material = *Material::parse("KMvKM");
  const std::filesystem::path& built = built_distances(international(), 4, GetParam());
  const TemporaryFolder folder;
  std::filesystem::copy(built, folder.path(), std::filesystem::copy_options::recursive);
  std::filesystem::remove(table_path(folder.path(), international(), material, GetParam()));
  BuildOptions options = distances_for(folder.path(), 0, GetParam(), 1);
  options.materials = {material};
  options.memory_bytes = least_memory(material, GetParam());
  const auto report = build(options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(files_in(folder.path()), files_in(built));
}

TEST(DistanceBuilder, MetricsLieSideBySide) {
  const TemporaryFolder folder;
  for (const Metric metric : all_metrics) ASSERT_TRUE(build(distances_for(folder.path(), 2, metric)));
  EXPECT_EQ(files_in(folder.path()).size(), 12U);
}

// ---- verification ----

class SilentObserver final : public PositionObserver {
 public:
  void progress(const Material&, std::uint64_t, std::uint64_t) override {}
};

VerifyReport verify_deeply(const std::filesystem::path& folder) {
  VerifyOptions options;
  options.variant = &international();
  options.folder = folder;
  options.deep = true;
  options.threads = 2;
  SilentObserver observer;
  const auto report = verify_tables(options, observer);
  EXPECT_TRUE(report) << report.error().message;
  return report ? *report : VerifyReport{};
}

TEST_P(DistanceBuilder, DeepVerificationPassesWhatWasBuilt) {
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    const VerifyReport report = verify_deeply(built_distances(international(), 3, GetParam(), profile));
    EXPECT_EQ(report.failure_count, 0U) << report.failures.front();
    EXPECT_EQ(report.tables, 9U);
  }
}

TEST_P(LongDistanceBuilder, DeepVerificationPassesFourPieces) {
  const VerifyReport report = verify_deeply(built_distances(international(), 4, GetParam()));
  EXPECT_EQ(report.failure_count, 0U) << report.failures.front();
  EXPECT_EQ(report.tables, 23U);
}

// Writes a table anew, in which `change(number, distance)` has changed the distances of quiet positions of slice 0; the
// header tells of it what is true.
template <class Change>
void change_table(const std::filesystem::path& folder, const Material& material, Metric metric, const Change& change) {
  const std::filesystem::path path = table_path(folder, international(), material, metric);
  const auto table = TableReader::open(path);
  ASSERT_TRUE(table);
  const auto set = TableSet::open(international(), folder);
  const DistanceSymbols symbols(metric, Value::loss);
  SolvedMaterial solved;
  for (std::size_t slice = 0; slice < 2; ++slice) {
    const SliceNumbering numbering(international().shape(), slice == 0 ? material : material.twin());
    solved.distances[slice] = SliceDistances(numbering.positions());
    for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
      const Position position = numbering.unrank(number);
      const bool is_capture = international().has_capture(position);
      Distance distance = *(*set)->probe_distance(position, metric);
      if (slice == 0 && !is_capture) change(number, distance);
      SliceCounts& counts = solved.counts[slice];
      ++counts.positions;
      counts.captures += is_capture ? 1 : 0;
      ++(distance.value == Value::win ? counts.wins : distance.value == Value::draw ? counts.draws : counts.losses);
      LongestPlays& longest = solved.longest[slice];
      if (distance.value == Value::win) longest.win.add(distance.plies, number);
      if (distance.value == Value::loss) longest.loss.add(distance.plies, number);
      solved.distances[slice].set(number, is_capture ? capture_symbol : symbols.symbol_of(distance));
    }
  }
  ASSERT_TRUE(save_table(solved, {&international(), material, metric, Profile::fast}, path));
}

class WrongDistances : public testing::TestWithParam<Metric> {
 protected:
  WrongDistances() {
    std::filesystem::copy(built_distances(international(), 3, GetParam()), folder_.path(),
                          std::filesystem::copy_options::recursive);
  }

  // The changed table, and only positions of it or that lead to it, must be found wrong.
  template <class Change>
  void expect_found(const Change& change) {
    std::uint64_t changed = 0;
    std::uint64_t first = 0;
    change_table(folder_.path(), material_, GetParam(), [&](std::uint64_t number, Distance& distance) {
      const Distance before = distance;
      if (changed < 3) change(distance);
      if (distance == before) return;
      if (changed++ == 0) first = number;
    });
    ASSERT_GT(changed, 0U);
    const VerifyReport report = verify_deeply(folder_.path());
    const SliceNumbering numbering(international().shape(), material_);
    const std::string fen = to_fen(international(), numbering.unrank(first));
    EXPECT_TRUE(std::ranges::any_of(report.failures, [&](const std::string& line) {
      return line.find(fen + " is stored as") != std::string::npos;
    })) << fen;
  }

  const Material material_ = *Material::parse("KMvK");
  TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Metrics, WrongDistances, testing::Values(Metric::dtc, Metric::dtw, Metric::rule),
                         name_of_metric);

TEST_P(WrongDistances, WinsThatTakeLongerAreFound) {
  expect_found([](Distance& distance) {
    if (distance.value == Value::win && distance.plies > 2) distance.plies += 2;
  });
}

TEST_P(WrongDistances, WinsThatTakeLessAreFound) {
  expect_found([](Distance& distance) {
    if (distance.value == Value::win && distance.plies > 4) distance.plies -= 2;
  });
}

TEST_P(WrongDistances, WinsThatAreStoredAsDrawsAreFound) {
  expect_found([](Distance& distance) {
    if (distance.value == Value::win) distance = {};
  });
}

TEST_P(WrongDistances, DrawsThatAreStoredAsWinsAreFound) {
  expect_found([](Distance& distance) {
    if (distance.value == Value::draw) distance = {Value::win, 21};
  });
}

// ---- histogram ----

TEST_P(DistanceBuilder, TheHistogramCountsEveryQuietPosition) {
  const Material material = *Material::parse("KMvK");
  for (const Profile profile : {Profile::fast, Profile::compact}) {
    const std::filesystem::path& folder = built_distances(international(), 3, GetParam(), profile);
    const auto set = TableSet::open(international(), folder);
    const auto table = TableReader::open(table_path(folder, international(), material, GetParam()));
    ASSERT_TRUE(table);
    const auto histogram = distance_histogram(*table, **set);
    ASSERT_TRUE(histogram);
    DistanceHistogram expected;
    for (const Material& of : {material, material.twin()}) {
      const SliceNumbering numbering(international().shape(), of);
      for (std::uint64_t number = 0; number < numbering.positions(); ++number) {
        const Position position = numbering.unrank(number);
        if (international().has_capture(position)) continue;
        const Distance distance = *(*set)->probe_distance(position, GetParam());
        expected.wins.resize(300);
        expected.losses.resize(300);
        ++(distance.value == Value::draw  ? expected.draws
           : distance.value == Value::win ? expected.wins[static_cast<std::size_t>(distance.plies)]
                                          : expected.losses[static_cast<std::size_t>(distance.plies)]);
      }
    }
    EXPECT_EQ(histogram->draws, expected.draws);
    for (std::size_t plies = 0; plies < 300; ++plies) {
      EXPECT_EQ(histogram->wins_in(plies), expected.wins[plies]) << plies;
      EXPECT_EQ(histogram->losses_in(plies), expected.losses[plies]) << plies;
    }
  }
}

}  // namespace
}  // namespace dambase::test
