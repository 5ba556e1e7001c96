#include "gen/trial.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <atomic>

#include "gen/memory_limit.hpp"
#include "gen/needs.hpp"
#include "gen/table_saver.hpp"
#include "gen/word_store.hpp"

namespace dambase {
namespace {

constexpr int most_pieces = 5;
constexpr int least_pieces = 3;
constexpr double enough_cpu_s = 4;
// No more pieces where those before have taken as long as that.
constexpr double enough_cpu_s_for_more_pieces = 0.8;

// A build into memory, which is given up once it has taken long enough.
class Trial {
 public:
  Trial(const Variant& variant, Metric metric, const std::vector<PlannedMaterial>& plan, int threads)
      : variant_(variant),
        metric_(metric),
        plan_(plan),
        needs_(variant, metric, pointers(plan), threads),
        store_(variant, metric, {}) {}

  Result<std::vector<TrialResult>> run() {
    std::vector<TrialResult> results;
    double cpu_s = 0;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const int pieces = plan_[i].material.pieces();
      const bool is_first_of_pieces = i > 0 && plan_[i - 1].material.pieces() < pieces;
      if (pieces > least_pieces && cpu_s > (is_first_of_pieces ? enough_cpu_s_for_more_pieces : enough_cpu_s)) break;
      const auto result = solve(plan_[i]);
      if (!result) return result.error();
      results.push_back(*result);
      cpu_s += result->cpu_s;
      for (const Material& material : needs_.done_before(i + 1)) store_.drop(material);
    }
    return results;
  }

 private:
  static std::vector<const PlannedMaterial*> pointers(const std::vector<PlannedMaterial>& plan) {
    std::vector<const PlannedMaterial*> result;
    result.reserve(plan.size());
    for (const PlannedMaterial& planned : plan) result.push_back(&planned);
    return result;
  }

  Result<TrialResult> solve(const PlannedMaterial& planned) {
    const double begin = processor_seconds();
    const Material material = solving_orientation(planned.material);
    const Successors successors = store_.successors_of(material);
    std::atomic<std::uint64_t> progress{0};
    SolveOptions options;
    options.keep_words = needs_.is_needed_later(planned.material);
    auto solved = material_solver(variant_, metric_).solve(material, successors, options, progress);
    if (!solved) return solved.error();
    const auto bytes = table_bytes(*solved, {&variant_, planned.material, metric_, Profile::fast});
    if (!bytes) return bytes.error();
    if (solved->words) store_.put(std::move(solved->words));
    return TrialResult{planned.material, planned.positions, processor_seconds() - begin, *bytes};
  }

  const Variant& variant_;
  Metric metric_;
  const std::vector<PlannedMaterial>& plan_;
  BuildNeeds needs_;
  WordStore store_;
};

}  // namespace

Result<std::vector<TrialResult>> run_trial(const Variant& variant, Metric metric, int threads) {
  const auto plan = plan_build(variant, most_pieces, {});
  if (!plan) return plan.error();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  return arena.execute([&] { return Trial(variant, metric, *plan, threads).run(); });
}

}  // namespace dambase
