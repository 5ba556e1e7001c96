// Tables whose building is stopped and goes on from a checkpoint: the same bytes as those that are built at once.
#include <gtest/gtest.h>

#include <tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "gen/checkpoints.hpp"
#include "gen/material_solver.hpp"
#include "gen/needs.hpp"
#include "gen/plan.hpp"
#include "gen/table_saver.hpp"
#include "gen/word_store.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds at_every_border{0};

// Hears of checkpoints.
class CheckpointObserver : public BuildObserver {
 public:
  void progress(const Progress&) override {}
  void finished(const MaterialReport&) override {}
  void resumed(std::uint64_t positions) override { resumed_from = positions; }
  void left_checkpoint(std::uint64_t positions, std::uint64_t bytes) override {
    left_at.push_back(positions);
    EXPECT_GT(bytes, 0U);
    if (stop == nullptr || left_at.size() != borders) return;
    EXPECT_TRUE(stop->request());
  }
  void checkpoint_failed(const Error& error) override { failures.push_back(error); }

  SolvingStop* stop = nullptr;  // asked for at the border number `borders`
  std::size_t borders = 1;
  std::vector<std::uint64_t> left_at;
  std::optional<std::uint64_t> resumed_from;
  std::vector<Error> failures;
};

// A folder with what a material depends on, and its table apart.
class Workplace {
 public:
  Workplace(const char* material, Metric metric) : material_(*Material::parse(material)), metric_(metric) {
    BuildOptions options = options_for(folder_.path(), 0);
    options.materials = {material_};
    options.metric = metric;
    EXPECT_TRUE(build(options));
    fs::rename(table(), right_table());
  }

  [[nodiscard]] fs::path table() const { return table_path(folder_.path(), international(), material_, metric_); }
  [[nodiscard]] fs::path checkpoint() const { return checkpoint_path(table()); }
  [[nodiscard]] const fs::path& folder() const { return folder_.path(); }
  [[nodiscard]] CheckpointIdentity identity() const { return {&international(), material_, metric_}; }
  // As it is when it is built at once.
  [[nodiscard]] fs::path right_table() const { return folder_.path() / "right"; }
  [[nodiscard]] bool is_right() const { return read_bytes(table()) == read_bytes(right_table()); }

  [[nodiscard]] BuildOptions options(SolvingStop& stop, int threads = 2) const {
    BuildOptions options = options_for(folder_.path(), 0, threads);
    options.materials = {material_};
    options.metric = metric_;
    options.dependencies = Dependencies::require;
    options.checkpoints = CheckpointOptions{&stop, at_every_border};
    return options;
  }
  // Works until a checkpoint is left at the border number `borders` from where it begins.
  [[nodiscard]] Result<BuildReport> work(CheckpointObserver& observer, std::size_t borders,
                                         std::uint64_t memory_bytes = std::uint64_t{1} << 30) const {
    SolvingStop stop;
    observer.stop = &stop;
    observer.borders = borders;
    BuildOptions asked = options(stop);
    asked.memory_bytes = memory_bytes;
    return build_tables(asked, observer);
  }
  [[nodiscard]] Result<BuildReport> work_to_the_end(CheckpointObserver& observer) const {
    return work(observer, SIZE_MAX);
  }

 private:
  TemporaryFolder folder_;
  Material material_;
  Metric metric_;
};

// Stopped again and again, each time after so many levels, until it is there; returns how often it was stopped.
int work_in_steps(const Workplace& workplace, std::size_t levels, std::uint64_t memory_bytes) {
  std::optional<std::uint64_t> left_at;
  for (int stops = 0; stops < 100; ++stops) {
    CheckpointObserver observer;
    const auto built = workplace.work(observer, levels, memory_bytes);
    EXPECT_EQ(observer.resumed_from, left_at);
    EXPECT_TRUE(observer.failures.empty());
    if (built) return stops;
    EXPECT_EQ(built.error().code, ErrorCode::stopped) << built.error().message;
    if (built.error().code != ErrorCode::stopped || observer.left_at.empty()) return -1;
    EXPECT_GT(observer.left_at.back(), left_at.value_or(0));
    left_at = observer.left_at.back();
  }
  return -1;
}

class CheckpointsOf : public testing::TestWithParam<Metric> {};
INSTANTIATE_TEST_SUITE_P(Metrics, CheckpointsOf, testing::ValuesIn(all_metrics),
                         [](const auto& of) { return std::string(name_of(of.param)); });

TEST_P(CheckpointsOf, LeaveNoTraceInTheTable) {
  for (const char* material : {"KMvM", "KMvK"}) {
    const Workplace workplace(material, GetParam());
    EXPECT_GT(work_in_steps(workplace, 1, std::uint64_t{1} << 30), 5) << material;
    EXPECT_TRUE(workplace.is_right()) << material;
    EXPECT_FALSE(fs::exists(workplace.checkpoint()));
  }
}

TEST(Checkpoints, LeaveNoTraceWhereCodesAreInAFile) {
  const Workplace workplace("KMvM", Metric::wld);
  const auto plan = plan_build(international(), 0, {*Material::parse("KMvM")});
  const BuildNeeds needs(international(), Metric::wld, {&plan->back()}, 2, Profile::fast, DependencySource::files);
  constexpr std::uint64_t mib = std::uint64_t{1} << 20;
  std::uint64_t limit = 1000 * mib;
  while (needs.check(0, limit - mib)) limit -= mib;
  ASSERT_TRUE(needs.of(0, 1, limit).codes_in_file);
  EXPECT_GT(work_in_steps(workplace, 2, limit), 2);
  EXPECT_TRUE(workplace.is_right());
}

// ---- in the middle of a level ----

// Solves a material by itself, so that its positions can be seen to come; promotions are read level by level.
class Solving {
 public:
  Solving(const Workplace& workplace, const char* material)
      : workplace_(workplace),
        material_(*Material::parse(material)),
        store_(international(), workplace.identity().metric, workplace.folder()) {
    store_.set_limit(std::uint64_t{1} << 30);
    std::set<Material> whole;
    for (const Material& dependency : dependencies_of(international(), material_)) {
      if (dependency.pieces() < material_.pieces()) {
        whole.insert(dependency);
        continue;
      }
      promotions_.push_back(dependency);
      for (const Material& captured : dependencies_of(international(), dependency)) {
        if (captured.pieces() < material_.pieces()) whole.insert(captured);
      }
    }
    arena_.execute([&] { EXPECT_TRUE(store_.require(whole, 0)); });
  }

  Result<SolvedMaterial> run(SolvingStop& stop, CheckpointObserver& observer, std::atomic<std::uint64_t>& progress,
                             std::optional<std::chrono::seconds> interval = std::nullopt) {
    std::mutex mutex;
    const CheckpointIdentity identity = workplace_.identity();
    Checkpoints checkpoints(identity, workplace_.checkpoint(), {&stop, interval}, observer, mutex);
    SolveOptions options;
    options.checkpoints = &checkpoints;
    const Material oriented = solving_orientation(material_);
    Successors successors = store_.successors_of(oriented);
    for (const Material& promotion : promotions_) {
      auto window = store_.open_window(promotion);
      EXPECT_TRUE(window);
      successors.add((*window)->words());
      options.windows.push_back(*std::move(window));
    }
    const MaterialSolver& solver = material_solver(international(), identity.metric);
    return arena_.execute([&] { return solver.solve(oriented, successors, options, progress); });
  }

  // All borders, as a solving that is not stopped comes by them, by their positions.
  std::map<std::uint64_t, LevelBorder> borders() {
    class Reading final : public CheckpointObserver {
     public:
      explicit Reading(const Workplace& workplace) : workplace_(workplace) {}
      void left_checkpoint(std::uint64_t positions, std::uint64_t) override {
        borders[positions] = CheckpointReader::open(workplace_.checkpoint(), workplace_.identity())->border();
      }
      std::map<std::uint64_t, LevelBorder> borders;

     private:
      const Workplace& workplace_;
    };
    Reading observer(workplace_);
    SolvingStop stop;
    std::atomic<std::uint64_t> progress{0};
    EXPECT_TRUE(run(stop, observer, progress, at_every_border));
    fs::remove(workplace_.checkpoint());
    return observer.borders;
  }

 private:
  const Workplace& workplace_;
  Material material_;
  std::vector<Material> promotions_;
  WordStore store_;
  tbb::task_arena arena_{1};
};

// Asks for an end once so many positions are solved, wherever it is by then; whether that was in the middle of a level.
bool stop_and_go_on(const Workplace& workplace, Solving& solving, const std::map<std::uint64_t, LevelBorder>& borders,
                    std::uint64_t after, const TableInfo& right) {
  std::atomic<std::uint64_t> progress{0};
  SolvingStop stop;
  CheckpointObserver observer;
  std::jthread asking([&](const std::stop_token& end) {
    while (!end.stop_requested() && (progress < after || !stop.request())) std::this_thread::yield();
  });
  auto solved = solving.run(stop, observer, progress);
  asking.request_stop();
  bool is_in_the_middle = false;
  if (!solved) {
    EXPECT_EQ(solved.error().code, ErrorCode::stopped);
    const auto reader = CheckpointReader::open(workplace.checkpoint(), workplace.identity());
    EXPECT_EQ(observer.left_at.size(), 1U);
    EXPECT_TRUE(reader);
    if (observer.left_at.size() != 1 || !reader) return false;
    const LevelBorder& border = reader->border();
    EXPECT_EQ(border.positions(), observer.left_at.front());
    is_in_the_middle = progress > border.positions();
    if (is_in_the_middle) {
      EXPECT_TRUE(borders.contains(border.positions()) && borders.at(border.positions()) == border);
    }
    SolvingStop never;
    progress = 0;
    solved = solving.run(never, observer, progress);
    EXPECT_EQ(observer.resumed_from, border.positions());
    fs::remove(workplace.checkpoint());
  }
  EXPECT_TRUE(solved);
  if (!solved) return false;
  EXPECT_EQ(content_digest(*solved), right.content_digest);
  EXPECT_EQ(solved->counts, right.slices);
  EXPECT_EQ(solved->longest, right.longest);
  EXPECT_EQ(progress, right.slices[0].positions + right.slices[1].positions);
  return is_in_the_middle;
}

// A material that is its own twin, stopped at borders and within levels.
TEST_P(CheckpointsOf, LeaveNoTraceInASymmetricTable) {
  const Workplace workplace("KMvKM", GetParam());
  EXPECT_GT(work_in_steps(workplace, 6, std::uint64_t{1} << 30), 1);
  EXPECT_TRUE(workplace.is_right());
  const TableInfo right = TableReader::open(workplace.right_table())->info();
  Solving solving(workplace, "KMvKM");
  const auto borders = solving.borders();
  int left_in_the_middle = 0;
  for (const std::uint64_t ninths : {3, 6}) {
    const std::uint64_t after = right.slices[0].positions * ninths / 9;
    left_in_the_middle += stop_and_go_on(workplace, solving, borders, after, right) ? 1 : 0;
  }
  EXPECT_GT(left_in_the_middle, 0);
}

// ---- what cannot be gone on from ----

class CheckpointDamage : public testing::Test {
 protected:
  CheckpointDamage() {
    CheckpointObserver observer;
    EXPECT_EQ(workplace_.work(observer, 9).error().code, ErrorCode::stopped);
    right_ = read_bytes(workplace_.checkpoint());
  }
  // Builds with `bytes` as the checkpoint, which must not be used.
  void expect_refused(const Bytes& bytes, ErrorCode code) {
    write_bytes(workplace_.checkpoint(), bytes);
    CheckpointObserver observer;
    SolvingStop stop;
    BuildOptions options = workplace_.options(stop);
    options.checkpoints->interval.reset();
    ASSERT_TRUE(build_tables(options, observer));
    ASSERT_EQ(observer.failures.size(), 1U);
    EXPECT_EQ(observer.failures.front().code, code) << observer.failures.front().message;
    EXPECT_FALSE(observer.resumed_from);
    EXPECT_TRUE(workplace_.is_right());
    EXPECT_FALSE(fs::exists(workplace_.checkpoint()));
    fs::remove(workplace_.table());
  }

  Workplace workplace_{"KMvM", Metric::wld};
  Bytes right_;
};

TEST_F(CheckpointDamage, ADamagedOneIsToldAndTheTableBegunAnew) {
  for (std::size_t i = 0; i < right_.size(); i += 1 + right_.size() / 25) {
    Bytes flipped = right_;
    flipped[i] ^= std::byte{16};
    expect_refused(flipped, ErrorCode::damaged_table);
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{50}, right_.size() - 1})
    expect_refused(Bytes(right_.begin(), right_.begin() + static_cast<std::ptrdiff_t>(size)), ErrorCode::damaged_table);
}

TEST_F(CheckpointDamage, OneOfSomethingElseIsToldAndTheTableBegunAnew) {
  const Workplace of_another_metric("KMvM", Metric::dtc);
  const Workplace of_another_material("KKvM", Metric::wld);
  for (const Workplace* other : {&of_another_metric, &of_another_material}) {
    CheckpointObserver observer;
    ASSERT_EQ(other->work(observer, 2).error().code, ErrorCode::stopped);
    expect_refused(read_bytes(other->checkpoint()), ErrorCode::damaged_table);
  }
}

TEST_F(CheckpointDamage, OneThatCannotBeWrittenIsToldAndTheWorkGoesOn) {
  fs::remove(workplace_.checkpoint());
  fs::create_directories(workplace_.checkpoint() / "in-the-way");
  CheckpointObserver observer;
  ASSERT_TRUE(workplace_.work_to_the_end(observer));
  EXPECT_FALSE(observer.failures.empty());
  EXPECT_TRUE(observer.left_at.empty());
  EXPECT_TRUE(workplace_.is_right());
  for (const std::string& name : names_in(workplace_.table().parent_path())) EXPECT_FALSE(is_temporary_name(name));
}

// ---- when ----

TEST_F(CheckpointDamage, OneIsLeftNoMoreOftenThanAsked) {
  CheckpointObserver observer;
  SolvingStop stop;
  BuildOptions options = workplace_.options(stop);
  options.checkpoints->interval = std::chrono::hours(1);
  ASSERT_TRUE(build_tables(options, observer));
  EXPECT_TRUE(observer.left_at.empty());
  EXPECT_TRUE(observer.resumed_from) << "the one that was there";
}

TEST(SolvingStop, IsHeededOnlyWhereThereIsSomethingToLose) {
  SolvingStop stop;
  EXPECT_FALSE(stop.request());
  EXPECT_FALSE(stop.is_requested());
  stop.heed();
  EXPECT_FALSE(stop.unheed());
  stop.heed();
  EXPECT_TRUE(stop.request());
  EXPECT_TRUE(stop.is_requested());
  EXPECT_TRUE(stop.unheed());
  EXPECT_FALSE(stop.request());
}

}  // namespace
}  // namespace dambase::test
