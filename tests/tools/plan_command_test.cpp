// dambase plan: what it lists, in each format, and what it says of machines that are too small.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/small_set.hpp"
#include "tools/cluster/subprocess.hpp"

namespace dambase::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using PlanCommand = SmallSet;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

// A plan without tables, as JSON.
ordered_json plan_of(std::vector<std::string> arguments) {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "plan");
  arguments.insert(arguments.end(), {"--format", "json", "--tables", folder.string()});
  const Outcome outcome = run(arguments);
  EXPECT_TRUE(outcome.exit_code == 0 || outcome.exit_code == 3) << outcome.err;
  EXPECT_EQ(fs::directory_iterator(folder.path()), fs::directory_iterator());
  return ordered_json::parse(outcome.out);
}

std::uint64_t positions_of_pieces(const ordered_json& plan, int pieces) {
  for (const ordered_json& of : plan["by_pieces"])
    if (of["pieces"] == pieces) return of["positions"];
  return 0;
}

TEST(PlanCommandAlone, CountsAllPositionsOfInternationalDraughts) {
  const ordered_json plan = plan_of({"-n", "8"});
  EXPECT_EQ(positions_of_pieces(plan, 2), 8'845U);
  EXPECT_EQ(positions_of_pieces(plan, 5), 1'570'600'750U);
  EXPECT_EQ(positions_of_pieces(plan, 6), 46'198'758'750U);
  EXPECT_EQ(positions_of_pieces(plan, 7), 1'119'691'797'720U);
  EXPECT_EQ(positions_of_pieces(plan, 8), 23'013'188'500'365U);
}

TEST(PlanCommandAlone, CountsAllPositionsOfEnglishDraughts) {
  const ordered_json plan = plan_of({"-v", "english", "-n", "6", "--threads", "2"});
  EXPECT_EQ(plan["variant"], "english");
  EXPECT_EQ(plan["totals"]["positions"], 2'571'945'320U);
  EXPECT_EQ(plan["totals"]["materials"], 82);
  EXPECT_EQ(positions_of_pieces(plan, 6), 2'426'085'676U);
  double cpu_s = 0;
  std::uint64_t bytes = 0;
  std::uint64_t memory = 0;
  for (const ordered_json& material : plan["materials"]) {
    cpu_s += material["cpu_s"].get<double>();
    bytes += material["bytes"].get<std::uint64_t>();
    memory = std::max(memory, material["memory_bytes"].get<std::uint64_t>());
  }
  EXPECT_NEAR(plan["totals"]["cpu_s"].get<double>(), cpu_s, 1e-6 * cpu_s);
  EXPECT_NEAR(plan["totals"]["wall_s"].get<double>(), cpu_s / 2, 1e-6 * cpu_s);
  EXPECT_EQ(plan["totals"]["bytes"], bytes);
  EXPECT_EQ(plan["totals"]["memory_bytes"], memory);
}

TEST_F(PlanCommand, ListsWhatAMaterialDependsOn) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"plan", "--material", "KMvM", "--format", "tsv", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::vector<std::string> lines = lines_of(outcome.out);
  EXPECT_EQ(lines.at(0),
            "material\tpieces\tpositions\tmemory_bytes\tcpu_s\tbytes\tstate\tdepends_on\t"
            "node\tinputs\toutput\tnode_memory_bytes\tnode_cpu_s\tnode_threads");
  ASSERT_EQ(lines.size(), 8U) << outcome.out;
  const std::vector<std::string> last = fields_of(lines.back());
  ASSERT_EQ(last.size(), 14U);
  EXPECT_EQ(last[0], "KMvM");
  EXPECT_EQ(last[1], "3");
  EXPECT_EQ(last[2], "190560");
  EXPECT_EQ(last[6], "fits");
  EXPECT_EQ(last[7], "KvK KvM MvM KKvM KMvK");
  EXPECT_EQ(last[8], "KMvM.wld");
  EXPECT_EQ(last[9], "KvK.wld KvM.wld MvM.wld KKvM.wld KMvK.wld");
  EXPECT_EQ(last[10], "international/KMvM.wld");
  EXPECT_GT(std::stod(last[12]), std::stod(last[4])) << "its inputs have to be loaded";
}

TEST_F(PlanCommand, MarksWhatIsThere) {
  const TemporaryFolder folder;
  fs::remove(copy_into(folder) / "KKvK.wld");
  const Outcome outcome = run({"plan", "-n", "3", "--format", "tsv", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const std::string& line : lines_of(outcome.out)) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields[0] == "material") continue;
    EXPECT_EQ(fields[6], fields[0] == "KKvK" ? "fits" : "there") << line;
    if (fields[0] != "KKvK") {
      EXPECT_EQ(fields[5], std::to_string(fs::file_size(folder.path() / "international" / (fields[0] + ".wld"))));
    }
  }
}

TEST_F(PlanCommand, NamesWhatDoesNotFitWithTheAmount) {
  const Outcome outcome = run({"plan", "-n", "4", "--memory", "100M", "--threads", "2", "--tables", tables()});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_NE(outcome.out.find("too large"), std::string::npos);
  const std::vector<std::string> lines = lines_of(outcome.err);
  ASSERT_FALSE(lines.empty());
  // The same words as of the builder.
  const Outcome built = run({"build", "-n", "4", "--memory", "100M", "--threads", "2", "--tables", tables()});
  EXPECT_EQ(built.exit_code, 3);
  EXPECT_EQ(lines_of(built.err).at(0), lines[0]);
  for (const std::string& line : lines) EXPECT_TRUE(line.starts_with("dambase: ")) << line;
  EXPECT_NE(lines[0].find(" MiB of memory with 2 threads, more than the limit of 100 MiB"), std::string::npos);
}

// What Ninja builds is what `build` builds, and nothing is left to do then.
TEST_F(PlanCommand, NinjaBuildsByIt) {
  const TemporaryFolder folder(" it's $a: folder");
  const std::string tables_of_ninja = (folder.path() / "set").string();
  const Outcome plan =
      run({"plan", "-n", "3", "--threads", "2", "--memory", "500M", "--format", "ninja", "--tables", tables_of_ninja});
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  write_file(folder.path() / "build.ninja", plan.out);
  const auto built = tools::run_program({"ninja", "-C", folder.string()});
  ASSERT_TRUE(built) << built.error().message;
  ASSERT_EQ(built->exit_code, 0) << built->out;
  for (const auto& entry : fs::directory_iterator(fs::path(tables()) / "international")) {
    const fs::path of_ninja = fs::path(tables_of_ninja) / "international" / entry.path().filename();
    EXPECT_TRUE(read_file(of_ninja) == read_file(entry.path())) << of_ninja;
  }
  const auto again = tools::run_program({"ninja", "-C", folder.string()});
  EXPECT_NE(again->out.find("no work to do"), std::string::npos) << again->out;
  // What is gone or damaged is built again, and what depends on it need not be.
  fs::remove(fs::path(tables_of_ninja) / "international" / "KvM.wld");
  const auto repaired = tools::run_program({"ninja", "-C", folder.string()});
  EXPECT_NE(repaired->out.find("built KvM.wld"), std::string::npos) << repaired->out;
  EXPECT_EQ(repaired->out.find("built KKvM.wld"), std::string::npos) << repaired->out;
  EXPECT_NE(tools::run_program({"ninja", "-C", folder.string()})->out.find("no work to do"), std::string::npos);
}

TEST_F(PlanCommand, NinjaBuildsInParts) {
  const TemporaryFolder folder;
  const std::string tables_of_ninja = (folder.path() / "set").string();
  const std::vector<std::string> options = {"-n",  "3",        "--threads",    "2", "--part-positions",
                                            "50K", "--tables", tables_of_ninja};
  std::vector<std::string> arguments = {"plan", "--format", "ninja"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  write_file(folder.path() / "build.ninja", run(arguments).out);
  arguments[2] = "json";
  const ordered_json nodes = ordered_json::parse(run(arguments).out)["nodes"];
  EXPECT_GT(nodes.size(), 20U);
  EXPECT_TRUE(std::ranges::any_of(nodes, [](const auto& node) { return node["node"] == "KMvM.wld.cut4.3"; }));
  EXPECT_TRUE(std::ranges::any_of(nodes, [](const auto& node) { return node["node"] == "KMvM.wld.cut4.section1"; }));
  arguments[2] = "tsv";
  const std::vector<std::string> rows = lines_of(run(arguments).out);
  ASSERT_EQ(rows.size(), nodes.size() + 1);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    EXPECT_NE(rows[i + 1].find("\t" + nodes[i]["node"].get<std::string>() + "\t"), std::string::npos) << rows[i + 1];
  const auto built = tools::run_program({"ninja", "-C", folder.string()});
  ASSERT_EQ(built->exit_code, 0) << built->out;
  for (const auto& entry : fs::directory_iterator(fs::path(tables()) / "international")) {
    const fs::path of_ninja = fs::path(tables_of_ninja) / "international" / entry.path().filename();
    EXPECT_TRUE(read_file(of_ninja) == read_file(entry.path())) << of_ninja;
  }
}

TEST_F(PlanCommand, RefusesMoreFilesThanCanBeReadTogether) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run({"plan", "-n", "3", "--part-positions", "4", "--format", "tsv", "--tables", folder.string()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("KMvK: would be cut into"), std::string::npos) << outcome.err;
}

TEST_F(PlanCommand, NinjaCannotNameEveryFolder) {
  const Outcome outcome = run({"plan", "-n", "2", "--format", "ninja", "--tables", "a|b"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
}

// In each pool as many as fit, and no more.
TEST_F(PlanCommand, NinjaRunsNoMoreAtOnceThanFit) {
  const TemporaryFolder folder;
  const auto deepest = [&](const char* memory) {
    const Outcome plan = run(
        {"plan", "-n", "3", "--threads", "8", "--memory", memory, "--format", "ninja", "--tables", folder.string()});
    EXPECT_EQ(plan.exit_code, 0) << plan.err;
    int depth = 0;
    for (const std::string& line : lines_of(plan.out)) {
      if (line.starts_with("  depth = ")) depth = std::max(depth, std::stoi(line.substr(10)));
    }
    return depth;
  };
  EXPECT_EQ(deepest("300M"), 1);
  EXPECT_EQ(deepest("8G"), 2) << "no stage of 3 pieces has more tables";
}

TEST(PlanCommandAlone, ManyThatDoNotFitAreNotAllNamed) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"plan", "-n", "4", "--memory", "1M", "--tables", folder.string(), "--format", "tsv"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_EQ(lines_of(outcome.out).size(), 24U);
  const std::vector<std::string> lines = lines_of(outcome.err);
  EXPECT_EQ(lines.size(), 11U) << outcome.err;
  EXPECT_EQ(lines.back(), "dambase: and 13 more cannot be built");
}

TEST_F(PlanCommand, ForPeopleIsOneLineAMaterialAndTotals) {
  const std::vector<std::string> lines = lines_of(run({"plan", "-n", "3", "--tables", tables()}).out);
  ASSERT_EQ(lines.size(), 1U + 9U + 3U + 1U + 5U);
  EXPECT_TRUE(lines[0].starts_with("material")) << lines[0];
  EXPECT_TRUE(lines[12].starts_with("all  ") && lines[12].find("815,145") != std::string::npos) << lines[12];
  EXPECT_EQ(lines[14], "tables  9, of which 9 are there");
  for (const std::string& line : lines) EXPECT_FALSE(line.ends_with(' ')) << line;
}

}  // namespace
}  // namespace dambase::tests
