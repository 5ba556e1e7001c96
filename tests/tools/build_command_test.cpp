// dambase build: the last line, resuming, the report.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/tools/small_set.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::vector<std::string> keys_of(const ordered_json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

bool is_summary(const std::string& line, const std::string& begin) {
  const std::regex rest(R"( bytes, \d+\.\d s, \d+\.\d CPU s, \d+\.\d Mpos/CPU s)");
  const std::size_t bytes = line.find(" bytes");
  return line.starts_with(begin) && bytes != std::string::npos && std::regex_match(line.substr(bytes), rest);
}

using BuildCommand = SmallSet;

TEST_F(BuildCommand, LastLineCountsSlicesWithWhiteToMove) {
  const std::string last = lines_of(built().out).back();
  EXPECT_TRUE(is_summary(last, "built 16 tables, 815145 positions, ")) << last;
  EXPECT_EQ(built().err, "");
}

TEST_F(BuildCommand, CountsAndKeepsTablesThatWereThere) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  const std::string before = read_file(set / "KKvK.wld");
  const Outcome again = run({"build", "-n", "3", "--tables", folder.string(), "--quiet"});
  EXPECT_EQ(again.exit_code, 0);
  ASSERT_EQ(lines_of(again.out).size(), 1U);
  EXPECT_TRUE(is_summary(lines_of(again.out)[0], "built 16 tables, 815145 positions, ")) << again.out;
  EXPECT_EQ(read_file(set / "KKvK.wld"), before);
}

TEST_F(BuildCommand, BuildsADamagedTableAgain) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  const std::string before = read_file(set / "KKvM.wld");
  damage(set / "KKvM.wld", before.size() / 2);
  const Outcome outcome = run({"build", "-n", "3", "--tables", folder.string(), "--quiet"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("KKvM.wld: damaged"), std::string::npos) << outcome.err;
  EXPECT_EQ(read_file(set / "KKvM.wld"), before);
}

TEST_F(BuildCommand, DoesNotReportOverATable) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  const std::string before = read_file(set / "KvK.wld");
  const Outcome outcome =
      run({"build", "-n", "2", "--tables", folder.string(), "--report", (set / "KvK.wld").string()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("is a table"), std::string::npos) << outcome.err;
  EXPECT_EQ(read_file(set / "KvK.wld"), before);
  EXPECT_EQ(run({"build", "-n", "2", "--tables", folder.string(), "--report", ""}).exit_code, 2);
}

TEST(BuildCommandAlone, LooksAtAllMetricsBeforeTheFirst) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"build", "-n", "3", "--threads", "1", "--memory", "113000000", "--metric", "wld",
                               "--metric", "dtw", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
  EXPECT_FALSE(fs::exists(folder.path() / "international" / "KvK.wld"));
}

TEST(BuildCommandAlone, MaterialBuildsWhatItDependsOn) {
  const TemporaryFolder folder(" Tafeln für Damen");
  const Outcome outcome = run({"build", "--material", "MvK", "--tables", folder.string() + "/", "--quiet"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(is_summary(lines_of(outcome.out).back(), "built 3 tables, 6860 positions, ")) << outcome.out;
  EXPECT_TRUE(fs::exists(folder.path() / "international" / "KvK.wld"));
  EXPECT_TRUE(fs::exists(folder.path() / "international" / "KvM.wld"));
  EXPECT_FALSE(fs::exists(folder.path() / "international" / "MvM.wld"));
}

TEST_F(BuildCommand, CompactTablesAreSmallerAndSayTheSame) {
  const TemporaryFolder folder;
  const Outcome compact = run({"build", "-n", "3", "--profile", "compact", "--tables", folder.string(), "--quiet"});
  ASSERT_EQ(compact.exit_code, 0) << compact.err;
  for (const auto& file : fs::directory_iterator(folder.path() / "international"))
    EXPECT_LE(file.file_size(), fs::file_size(fs::path(tables()) / "international" / file.path().filename()));
  EXPECT_EQ(run({"verify", "--deep", "--tables", folder.string()}).exit_code, 0);
  EXPECT_EQ(run({"stats", "--tsv", "--tables", folder.string()}).out,
            run({"stats", "--tsv", "--tables", tables()}).out);
  for (const char* fen : {"W:W31:B4", "B:WK1,K3:BK50", "W:WK1:BK29,K45", "B:W31,32:BK5", "W:WK5:B12,13"})
    EXPECT_EQ(run({"probe", "--tables", folder.string(), fen}).out, run({"probe", "--tables", tables(), fen}).out)
        << fen;
  const Outcome info = run({"info", "--json", folder.string() + "/international/KKvM.wld"});
  EXPECT_EQ(ordered_json::parse(info.out)["profile"], "compact");
}

TEST_F(BuildCommand, AFolderWithTablesOfTheOtherProfileIsRefused) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  fs::remove(set / "KKvK.wld");
  const Outcome outcome = run({"build", "-n", "3", "--profile", "compact", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 2);
  ASSERT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_NE(outcome.err.find("profile fast"), std::string::npos) << outcome.err;
  EXPECT_FALSE(fs::exists(set / "KKvK.wld"));
}

TEST_F(BuildCommand, RepackStoresTablesInTheOtherProfile) {
  const TemporaryFolder folder;
  const fs::path set = copy_into(folder);
  const Outcome compact = run({"repack", "--profile", "compact", "--tables", folder.string(), "--quiet"});
  ASSERT_EQ(compact.exit_code, 0) << compact.err;
  EXPECT_TRUE(compact.out.starts_with("repacked 9 of 9 tables, 815145 positions, ")) << compact.out;
  EXPECT_LT(fs::file_size(set / "KKvM.wld"), fs::file_size(fs::path(tables()) / "international" / "KKvM.wld"));
  ASSERT_EQ(run({"repack", "--profile", "fast", "--tables", folder.string()}).exit_code, 0);
  for (const auto& file : fs::directory_iterator(set))
    EXPECT_EQ(read_file(file.path()), read_file(fs::path(tables()) / "international" / file.path().filename()));
  EXPECT_EQ(run({"repack", "--tables", folder.string()}).exit_code, 2) << "to which profile?";
  EXPECT_EQ(run({"repack", "--profile", "fast", "--tables", folder.string() + "/none"}).exit_code, 1);
}

TEST(BuildCommandAlone, ReportHasTablesAndTotals) {
  const TemporaryFolder folder;
  const std::string report = (folder.path() / "report.json").string();
  ASSERT_EQ(run({"build", "-n", "2", "--tables", folder.string(), "--report", report, "--threads", "2"}).exit_code, 0);
  const ordered_json json = ordered_json::parse(read_file(report));
  ASSERT_EQ(json["tables"].size(), 3U);
  const std::vector<std::string> keys = keys_of(json["tables"][0]);
  EXPECT_EQ(std::vector(keys.begin(), keys.begin() + 5),
            (std::vector<std::string>{"material", "positions", "bytes", "cpu_s", "wall_s"}));
  EXPECT_EQ(json["totals"]["positions"], 8845);
  EXPECT_EQ(json["totals"]["threads"], 2);
  EXPECT_GT(json["totals"]["peak_rss_bytes"], 0);
  std::uint64_t bytes = 0;
  for (const auto& file : fs::directory_iterator(folder.path() / "international"))
    bytes += file.path().extension() == ".wld" ? file.file_size() : 0;
  EXPECT_EQ(json["totals"]["bytes"], bytes);
}

TEST(BuildCommandAlone, ReportThatCannotBeWrittenStopsTheBuildBeforeItBegins) {
  const TemporaryFolder folder;
  const std::string tables = (folder.path() / "set").string();
  const Outcome outcome = run({"build", "-n", "2", "--tables", tables, "--report", folder.string() + "/no/report"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U);
  EXPECT_FALSE(fs::exists(tables));
}

TEST(BuildCommandAlone, ReportLeavesNoTemporaryFile) {
  const TemporaryFolder folder;
  const TemporaryFolder tables;
  const std::string report = (folder.path() / "report.json").string();
  ASSERT_EQ(run({"build", "-n", "2", "--tables", tables.string(), "--report", report}).exit_code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(BuildCommandAlone, OutputThatCannotBeWrittenStillLeavesTheTables) {
  const TemporaryFolder folder;
  const Outcome outcome = Command({"build", "-n", "2", "--tables", folder.string()}).output_to("/dev/full").run();
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(fs::exists(folder.path() / "international" / "MvM.wld"));
}

// As `ulimit -f`, for processes started while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(BuildCommandAlone, FileSizeLimitIsAnErrorAndNoSignal) {
  const TemporaryFolder folder;
  Outcome outcome;
  {
    const FileSizeLimit limit(1024);
    outcome = run({"build", "-n", "3", "--tables", folder.string(), "--quiet"});
  }
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
  EXPECT_TRUE(fs::exists(folder.path() / "international" / "KvK.wld"));
  EXPECT_FALSE(fs::exists(folder.path() / "international" / "KKvK.wld"));
  EXPECT_EQ(outcome.out, "");
}

TEST(BuildCommandAlone, FolderThatIsAFileFails) {
  const TemporaryFolder folder;
  write_file(folder.path() / "file", "");
  const Outcome outcome = run({"build", "-n", "2", "--tables", folder.string() + "/file"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
}

TEST(BuildCommandAlone, TakesTheFolderFromTheEnvironment) {
  const TemporaryFolder folder;
  const Outcome outcome = Command({"build", "-n", "2"}).with("DAMBASE_TABLES=" + folder.string()).run();
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(fs::exists(folder.path() / "international" / "KvK.wld"));
}

}  // namespace
}  // namespace dambase::tests
