// Forecasts, and what their estimates come from: the trial and the cost model.
#include "gen/forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "gen/cost_model.hpp"
#include "gen/needs.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

Material material(const char* name) { return *Material::parse(name); }

// A trial in which each position takes a microsecond, and 50 take a byte.
std::vector<TrialResult> even_trial() {
  const auto plan = plan_build(international(), 4, {});
  std::vector<TrialResult> trial;
  for (const PlannedMaterial& planned : *plan) {
    const auto positions = static_cast<double>(planned.positions);
    trial.push_back({planned.material, planned.positions, positions * 1e-6, planned.positions / 50 + 1});
  }
  return trial;
}

// ---- the trial ----

TEST(Trial, KnowsTheSizesOfTheTables) {
  const auto trial = run_trial(international(), Metric::wld, 2);
  ASSERT_TRUE(trial) << trial.error().message;
  std::size_t compared = 0;
  for (const TrialResult& result : *trial) {
    EXPECT_EQ(result.positions, positions_of(international().position_space(), result.material));
    EXPECT_GE(result.cpu_s, 0);
    if (result.material.pieces() > 3) continue;
    EXPECT_EQ(result.bytes, std::filesystem::file_size(table_in(built_tables(3), result.material.name())));
    ++compared;
  }
  EXPECT_EQ(compared, 9U);
}

// ---- the cost model ----

TEST(CostModel, FollowsTheSpeedOfTheMachine) {
  std::vector<TrialResult> trial = even_trial();
  const CostModel once(international(), trial);
  for (TrialResult& result : trial) result.cpu_s *= 2;
  const CostModel twice(international(), trial);
  for (const char* name : {"KKMvKM", "MMMvMM", "KKKMvMMM"})
    EXPECT_NEAR(twice.cpu_seconds(material(name)) / once.cpu_seconds(material(name)), 2, 1e-9);
}

TEST(CostModel, FollowsEachKindOfMaterialByItself) {
  std::vector<TrialResult> trial = even_trial();
  const CostModel before(international(), trial);
  for (TrialResult& result : trial)
    if (result.material.kings() == 0) result.cpu_s *= 10;
  const CostModel after(international(), trial);
  EXPECT_NEAR(after.cpu_seconds(material("MMMvMM")) / before.cpu_seconds(material("MMMvMM")), 10, 1e-9);
  EXPECT_EQ(after.cpu_seconds(material("KMMvMM")), before.cpu_seconds(material("KMMvMM")));
  EXPECT_EQ(after.cpu_seconds(material("KMMvKM")), before.cpu_seconds(material("KMMvKM")));
}

// Together, what the largest materials of the trial took is what it says that they take, whatever smaller ones took.
TEST(CostModel, RepeatsTheLargestOfItsTrial) {
  std::vector<TrialResult> trial = even_trial();
  int most_pieces = 0;
  for (const TrialResult& result : trial) most_pieces = std::max(most_pieces, result.material.pieces());
  for (TrialResult& result : trial) result.cpu_s *= result.material.pieces() == most_pieces ? 1 : 10;
  const CostModel model(international(), trial);
  double took = 0;
  double says = 0;
  for (const TrialResult& result : trial) {
    if (result.material.pieces() < most_pieces) continue;
    took += result.cpu_s;
    says += model.cpu_seconds(result.material);
  }
  EXPECT_NEAR(says / took, 1, 1e-9);
}

TEST(CostModel, MorePiecesTakeMoreAPosition) {
  const CostModel model(international(), even_trial());
  const auto of_position = [&](const char* name) {
    return model.cpu_seconds(material(name)) /
           static_cast<double>(positions_of(international().position_space(), material(name)));
  };
  EXPECT_LT(of_position("KMvM"), of_position("KMMvM"));
  EXPECT_LT(of_position("KKMvKM"), of_position("KKMvKMM"));
  EXPECT_LT(of_position("KKKvKM"), of_position("KKKvKK"));  // each position in two words
}

TEST(CostModel, SizesFollowTheDifferenceInPieces) {
  std::vector<TrialResult> trial = even_trial();
  for (TrialResult& result : trial)
    if (result.material.white() - result.material.black() == 2) result.bytes = result.positions / 400;
  const CostModel model(international(), trial);
  const auto density = [&](const char* name) {
    return static_cast<double>(positions_of(international().position_space(), material(name))) /
           static_cast<double>(model.bytes(material(name)));
  };
  EXPECT_NEAR(density("KKMvKMM"), 50, 1);
  EXPECT_NEAR(density("KKMvKM"), 50, 1);
  EXPECT_NEAR(density("KKMMvKM"), 400, 5);
  EXPECT_NEAR(density("KKMMvK"), 800, 10);
}

TEST(CostModel, NoTableIsSmallerThanItsDirectory) {
  std::vector<TrialResult> trial = even_trial();
  for (TrialResult& result : trial) result.bytes = 1;
  const CostModel model(international(), trial);
  EXPECT_GE(model.bytes(material("KvK")), 256U);
  EXPECT_GE(model.bytes(material("KKKKMvKK")),
            positions_of(international().position_space(), material("KKKKMvKK")) / 20480);
}

// ---- forecasts ----

TEST(Forecast, OfASetThatIsThereTakesNothing) {
  const auto forecast = forecast_build(options_for(built_tables(3), 3));
  ASSERT_TRUE(forecast) << forecast.error().message;
  EXPECT_TRUE(forecast->trial.empty());
  EXPECT_FALSE(forecast->obstacle());
  for (const MaterialForecast& of : forecast->materials) {
    EXPECT_TRUE(of.is_there);
    EXPECT_EQ(of.cpu_s, 0);
    EXPECT_EQ(of.bytes, std::filesystem::file_size(table_in(built_tables(3), of.planned.material.name())));
  }
}

TEST(Forecast, OfWhatIsMissing) {
  const TemporaryFolder folder;
  copy_built_tables(3, folder.path());
  std::filesystem::remove(table_in(folder.path(), "KKvM"));
  std::filesystem::resize_file(table_in(folder.path(), "MMvM"), 100);
  const BuildOptions options = options_for(folder.path(), 3);
  const auto forecast = forecast_build(options);
  ASSERT_TRUE(forecast) << forecast.error().message;
  EXPECT_EQ(forecast->threads, 2);
  EXPECT_EQ(forecast->memory_limit_bytes, options.memory_bytes);
  for (const MaterialForecast& of : forecast->materials) {
    const std::string name = of.planned.material.name();
    EXPECT_EQ(of.is_there, name != "KKvM" && name != "MMvM") << name;
    EXPECT_EQ(of.cpu_s > 0, !of.is_there) << name;
    EXPECT_EQ(of.memory_bytes > 0, !of.is_there) << name;
    EXPECT_GT(of.bytes, 0U) << name;
  }
}

// What is known from before is taken instead of a trial, and says the same every time.
TEST(Forecast, OfNodesOfWorkCountsLoading) {
  const TemporaryFolder folder;
  const BuildOptions options = options_for(folder.path(), 4);
  const auto forecast = forecast_build(options, even_trial());
  ASSERT_TRUE(forecast) << forecast.error().message;
  EXPECT_EQ(forecast->trial.size(), even_trial().size());
  const CostModel model(international(), even_trial());
  for (const MaterialForecast& of : forecast->materials) {
    double loading_s = 0;
    for (const Material& input : inputs_of(international(), of.planned.material, Profile::fast))
      loading_s += model.loading_seconds(input);
    EXPECT_NEAR(of.alone.cpu_s, of.cpu_s + loading_s, 1e-9) << of.planned.material.name();
    EXPECT_FALSE(of.alone.obstacle);
    const BuildNeeds needs(international(), Metric::wld, {&of.planned}, 2, Profile::fast, DependencySource::files);
    EXPECT_EQ(of.alone.memory_bytes, needs.of(0, 1, options.memory_bytes).bytes());
  }
}

TEST(Forecast, SaysWhatTheBuilderWouldSay) {
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path() / "set", 3);
  options.memory_bytes = std::uint64_t{20} << 20;
  const auto forecast = forecast_build(options);
  ASSERT_TRUE(forecast);
  EXPECT_FALSE(std::filesystem::exists(options.folder));
  const auto built = build(options);
  ASSERT_FALSE(built);
  ASSERT_TRUE(forecast->obstacle());
  EXPECT_EQ(forecast->obstacle()->message, built.error().message);
}

TEST(Forecast, AFolderInPlaceOfATableIsAnError) {
  const TemporaryFolder folder;
  const std::filesystem::path table = table_in(folder.path(), "KvK");
  std::filesystem::create_directories(table / "inside");
  const auto forecast = forecast_build(options_for(folder.path(), 2));
  ASSERT_FALSE(forecast);
  EXPECT_EQ(forecast.error().code, ErrorCode::file_failed);
}

}  // namespace
}  // namespace dambase::test
