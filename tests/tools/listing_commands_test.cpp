// The subcommands that look at finished tables: stats, info, verify.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/small_set.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using ListingCommand = SmallSet;
using Row = std::array<long long, 9>;

constexpr const char* tsv_header = "wm\twk\tbm\tbk\tpositions\tcaptures\twins\tlosses\tdraws";

std::vector<Row> rows_of(const std::string& tsv) {
  std::vector<Row> rows;
  const std::vector<std::string> lines = lines_of(tsv);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::istringstream stream(lines[i]);
    rows.emplace_back();
    for (long long& number : rows.back()) stream >> number;
  }
  return rows;
}

TEST_F(ListingCommand, StatsHasARowForEverySliceWithWhiteToMove) {
  const Outcome outcome = run({"stats", "--tsv", "--tables", tables()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(lines_of(outcome.out)[0], tsv_header);
  const std::vector<Row> rows = rows_of(outcome.out);
  ASSERT_EQ(rows.size(), 16U);
  long long positions = 0;
  for (const Row& row : rows) {
    positions += row[4];
    EXPECT_EQ(row[4], row[6] + row[7] + row[8]);
  }
  EXPECT_EQ(positions, 815145);
  EXPECT_TRUE(std::ranges::is_sorted(rows, {}, [](const Row& r) {
    return std::array{r[0] + r[1] + r[2] + r[3], r[0], r[1], r[2], r[3]};
  }));
}

// Wins, losses and draws of slices that two other solvers agree on.
TEST_F(ListingCommand, StatsAgreesWithKnownCounts) {
  const std::vector<Row> rows = rows_of(run({"stats", "--tsv", "--tables", tables()}).out);
  const std::vector<std::array<long long, 7>> known = {
      {0, 1, 0, 1, 424, 2, 2024},  {1, 0, 0, 1, 121, 1510, 574},  {0, 1, 1, 0, 1924, 0, 281},
      {1, 0, 1, 0, 736, 450, 799}, {0, 2, 0, 1, 19398, 0, 39402}, {0, 1, 0, 2, 3240, 572, 54988},
  };
  for (const auto& k : known) {
    const auto found =
        std::ranges::find_if(rows, [&](const Row& r) { return std::equal(r.begin(), r.begin() + 4, k.begin()); });
    ASSERT_NE(found, rows.end());
    EXPECT_TRUE(std::equal(found->begin() + 6, found->end(), k.begin() + 4)) << (*found)[6] << ' ' << (*found)[7];
  }
}

// ---- distances ----

TEST_F(ListingCommand, StatsHasTheLongestPlaysWhereThereAreDistances) {
  const TemporaryFolder folder;
  ASSERT_TRUE(fs::exists(copy_into(folder)));
  const auto build = [&](const char* pieces, const char* metric) {
    return run({"build", "-n", pieces, "--metric", metric, "--quiet", "--tables", folder.path().string()}).exit_code;
  };
  const auto rows = [&] { return lines_of(run({"stats", "--tsv", "--tables", folder.path().string()}).out); };
  ASSERT_EQ(build("2", "dtw"), 0);
  ASSERT_EQ(rows().size(), 17U);
  EXPECT_EQ(rows()[0], std::string(tsv_header) + "\tmax_dtc\tmax_dtw");
  const std::string of_kings = "0\t1\t0\t1\t2450\t408\t424\t2\t2024\t";
  EXPECT_EQ(rows()[1], of_kings + "-\t3");
  EXPECT_TRUE(rows()[16].ends_with("\t-\t-"));
  ASSERT_EQ(build("2", "dtc"), 0);
  EXPECT_EQ(rows()[1], of_kings + "3\t3");
  const std::string text = run({"stats", "--tables", folder.path().string()}).out;
  EXPECT_NE(text.find("W:W31:B4"), std::string::npos) << text;
}

TEST_F(ListingCommand, StatsCountsWhatTheRulesMakeADraw) {
  const TemporaryFolder folder;
  const std::string tables_of = folder.path().string();
  ASSERT_EQ(run({"build", "-n", "2", "--metric", "rule", "--quiet", "--tables", tables_of}).exit_code, 0);
  const auto rows = [&] { return lines_of(run({"stats", "--tsv", "--tables", tables_of}).out); };
  EXPECT_EQ(rows()[0], std::string(tsv_header) + "\trule_wins\trule_losses\tmax_rule");
  EXPECT_EQ(rows()[1], "0\t1\t0\t1\t2450\t408\t-\t-\t-\t424\t2\t3");
  ASSERT_EQ(run({"build", "-n", "2", "--metric", "wld", "--quiet", "--tables", tables_of}).exit_code, 0);
  EXPECT_EQ(rows()[1], "0\t1\t0\t1\t2450\t408\t424\t2\t2024\t424\t2\t3");
  const std::string text = run({"stats", "--tables", tables_of}).out;
  EXPECT_NE(text.find("cursed wins"), std::string::npos) << text;
  EXPECT_EQ(run({"verify", "--deep", "--tables", tables_of}).exit_code, 0);
}

TEST_F(ListingCommand, HistogramCountsAndDraws) {
  const TemporaryFolder folder;
  const std::string tables_of = folder.path().string();
  ASSERT_EQ(run({"build", "-n", "2", "--metric", "dtw", "--metric", "dtc", "--quiet", "--tables", tables_of}).exit_code,
            0);
  const std::string svg = (folder.path() / "plies.svg").string();
  const Outcome outcome = run({"histogram", "--tsv", "--tables", tables_of, "--material", "KvM", "--svg", svg});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 11U) << outcome.out;
  EXPECT_EQ(lines[0], "plies\twins\tlosses");
  EXPECT_TRUE(lines[9].starts_with("8\t0\t"));
  EXPECT_TRUE(lines[10].starts_with("draw\t"));
  EXPECT_TRUE(read_file(svg).starts_with("<svg "));
  EXPECT_EQ(run({"histogram", "--tables", tables_of, "--metric", "dtc"}).exit_code, 0);
  EXPECT_EQ(run({"histogram", "--tables", tables_of, "--material", "KKvK"}).exit_code, 1);
  EXPECT_EQ(run({"histogram", "--tables", tables()}).exit_code, 1) << "no distances there";
}

TEST_F(ListingCommand, InfoNamesTheMetric) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"build", "-n", "2", "--metric", "dtw", "--quiet", "--tables", folder.path().string()}).exit_code, 0);
  const std::vector<std::string> lines = lines_of(run({"info", "--json", "--tables", folder.path().string()}).out);
  ASSERT_EQ(lines.size(), 3U);
  const ordered_json table = ordered_json::parse(lines[0]);
  EXPECT_EQ(table["metric"], "dtw");
  EXPECT_EQ(table["codec"], "zstandard");
}

TEST_F(ListingCommand, StatsForPeopleIsAligned) {
  const std::vector<std::string> lines = lines_of(run({"stats", "--tables", tables()}).out);
  ASSERT_EQ(lines.size(), 18U);
  for (const std::string& line : lines) EXPECT_EQ(line.size(), lines[0].size()) << line;
}

TEST_F(ListingCommand, StatsPassesOverADamagedTable) {
  const TemporaryFolder folder;
  damage(copy_into(folder) / "KKvK.wld", 40);
  const Outcome outcome = run({"stats", "--tsv", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(rows_of(outcome.out).size(), 14U);
  ASSERT_EQ(lines_of(outcome.err).size(), 1U);
  EXPECT_NE(outcome.err.find("KKvK"), std::string::npos);
}

TEST_F(ListingCommand, StatsRefusesATableUnderAnotherName) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  fs::rename(set / "KKvK.wld", set / "KKvM.wld");
  const Outcome outcome = run({"stats", "--tsv", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(rows_of(outcome.out).size(), 12U);
}

TEST(ListingCommandAlone, EmptyFolderIsUnanswered) {
  const TemporaryFolder folder;
  for (const char* name : {"stats", "info", "verify"}) {
    const Outcome outcome = run({name, "--tables", folder.string()});
    EXPECT_EQ(outcome.exit_code, 1) << name;
    EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  }
}

TEST_F(ListingCommand, InfoPrintsAnObjectATable) {
  const Outcome outcome = run({"info", "--json", "--tables", tables()});
  EXPECT_EQ(outcome.exit_code, 0);
  const std::vector<std::string> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 9U);
  const ordered_json table = ordered_json::parse(lines[0]);
  std::vector<std::string> keys;
  for (const auto& [key, value] : table.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"file", "variant", "rules_version", "metric", "material", "positions", "bytes",
                                      "blocks", "codec", "generator_version", "content_digest", "profile"}));
  EXPECT_EQ(table["variant"], "international");
  EXPECT_EQ(table["metric"], "wld");
  EXPECT_EQ(table["profile"], "fast");
  EXPECT_EQ(table["codec"], "prediction");
  EXPECT_EQ(table["bytes"], fs::file_size(table["file"].get<std::string>()));
  EXPECT_EQ(table["content_digest"].get<std::string>().size(), 16U);
}

TEST_F(ListingCommand, InfoTakesFiles) {
  const std::string file = tables() + "/international/KvM.wld";
  const ordered_json table = ordered_json::parse(run({"info", "--json", file}).out);
  EXPECT_EQ(table["file"], file);
  EXPECT_EQ(table["material"], "KvM");
  EXPECT_EQ(table["positions"], 4410);
}

TEST_F(ListingCommand, InfoNamesWhatIsNoTableAndShowsTheOthers) {
  const TemporaryFolder folder;
  write_file(folder.path() / "empty", "");
  write_file(folder.path() / "zeros", std::string(1000, '\0'));
  const std::string sound = tables() + "/international/KvK.wld";
  const Outcome outcome = run({"info", "--json", folder.string() + "/empty", sound, folder.string() + "/zeros"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(lines_of(outcome.out).size(), 1U);
  EXPECT_EQ(lines_of(outcome.err).size(), 2U) << outcome.err;
}

TEST_F(ListingCommand, VerifyAcceptsASoundSet) {
  for (const std::vector<std::string>& depth : {std::vector<std::string>{}, std::vector<std::string>{"--deep"}}) {
    std::vector<std::string> arguments = {"verify", "--tables", tables(), "--threads", "2"};
    arguments.insert(arguments.end(), depth.begin(), depth.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(lines_of(outcome.out).size(), 1U);
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(ListingCommand, VerifyNamesADamagedTable) {
  const TemporaryFolder folder;
  const fs::path table = copy_into(folder) / "KMvK.wld";
  damage(table, fs::file_size(table) - 20);
  const Outcome outcome = run({"verify", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 1);
  ASSERT_FALSE(outcome.err.empty());
  for (const std::string& line : lines_of(outcome.err)) {
    EXPECT_TRUE(line.starts_with("dambase: ")) << line;
    EXPECT_NE(line.find("KMvK"), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace dambase::tests
