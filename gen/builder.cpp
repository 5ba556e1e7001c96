#include "gen/builder.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "formats/atomic_file.hpp"
#include "formats/table_files.hpp"
#include "gen/checkpoints.hpp"
#include "gen/folder_lock.hpp"
#include "gen/memory_limit.hpp"
#include "gen/needs.hpp"
#include "gen/plan.hpp"
#include "gen/progress_reporter.hpp"
#include "gen/table_check.hpp"
#include "gen/table_saver.hpp"
#include "gen/table_section.hpp"
#include "gen/thread_check.hpp"
#include "gen/word_store.hpp"

namespace dambase {
namespace {

// Materials of fewer positions are solved side by side, larger ones one after the other on all threads.
constexpr std::uint64_t small_positions = 3'000'000;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Builder {
 public:
  Builder(const BuildOptions& options, BuildObserver& observer)
      : options_(options),
        variant_(*options.variant),
        observer_(observer),
        threads_(options.threads > 0 ? options.threads : default_threads()),
        memory_bytes_(options.memory_bytes > 0 ? options.memory_bytes : default_memory_bytes()) {}

  Result<BuildReport> run() {
    if (auto planned = make_plan(); !planned) return planned.error();
    auto lock = prepare_folder();
    if (!lock) return lock.error();
    // One more than for the work: progress is told from a thread of its own.
    if (auto enough = check_threads(threads_ + 1); !enough) return enough.error();
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads_));
    tbb::task_arena arena(threads_);
    Result<void> built = arena.execute([&] { return build_what_is_missing(); });
    if (!built) return built.error();
    return report();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // ---- before the work ----

  Result<void> make_plan() {
    if (auto can = check_metric(variant_, options_.metric); !can) return can;
    auto plan = plan_build(variant_, options_.pieces, options_.materials);
    if (!plan) return plan.error();
    plan_ = *std::move(plan);
    if (options_.step.is_cut()) {
      const Material material = options_.materials.front().canonical();
      cut_.emplace(variant_, material, options_.step.wanted, path_of(material));
    }
    if (options_.dependencies == Dependencies::require) {
      std::erase_if(plan_, [&](const PlannedMaterial& planned) {
        return planned.material.pieces() > options_.pieces && !is_asked_for(planned.material);
      });
    }
    return {};
  }

  [[nodiscard]] bool is_asked_for(const Material& material) const {
    return std::ranges::find(options_.materials, material, &Material::canonical) != options_.materials.end();
  }

  Result<FolderLock> prepare_folder() const {
    const std::filesystem::path folder = variant_folder(options_.folder, variant_);
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) return Error{ErrorCode::file_failed, folder.string() + ": cannot be made: " + failure.message()};
    if (options_.dependencies == Dependencies::require) {
      for (const PlannedMaterial& planned : plan_) {
        remove_unfinished(cut_ ? cut_->path_of(options_.step) : path_of(planned.material), Unfinished::abandoned);
        remove_unfinished(checkpoint_path(path_of(planned.material)), Unfinished::abandoned);
      }
      return FolderLock::share(folder);
    }
    auto lock = FolderLock::take(folder);
    if (lock) remove_all_unfinished(folder);  // left by a build that was killed
    return lock;
  }

  Result<void> find_what_is_there() {
    if (auto same = check_profile_of_folder(); !same) return same;
    if (options_.step.is_on_the_way()) return find_on_the_way();
    for (const PlannedMaterial& planned : plan_) {
      const std::filesystem::path path = path_of(planned.material);
      const auto table = open_sound_table(path, variant_, planned.material, options_.metric);
      if (table) {
        if (auto same = check_profile(*table); !same) return same;
        add_report({planned.material, options_.metric, planned.positions, table->file_bytes(),
                    slices_of(planned.material), 0, 0, true});
      } else if (table.error().code != ErrorCode::missing_table && table.error().code != ErrorCode::damaged_table) {
        return table.error();
      } else {
        if (table.error().code == ErrorCode::damaged_table) {
          if (const auto other = find_another_table(path, planned.material, options_.metric)) return *other;
          report_damage(table.error());
        }
        missing_.push_back(&planned);
        positions_total_ += planned.positions;
      }
    }
    return {};
  }

  // What a part or a section makes.
  Result<void> find_on_the_way() {
    PlannedMaterial& planned = plan_.front();
    planned.positions = positions_of(*cut_, options_.step, planned.positions);
    const auto file = ChunkFileReader::open_sound(cut_->path_of(options_.step), cut_->identity_of(options_.step));
    if (file) {
      add_report({planned.material, options_.metric, planned.positions, file->file_bytes(), slices_of(planned.material),
                  0, 0, true});
    } else if (file.error().code != ErrorCode::missing_table && file.error().code != ErrorCode::damaged_table) {
      return file.error();
    } else {
      missing_.push_back(&planned);
      positions_total_ += planned.positions;
    }
    return {};
  }

  // Tables of the other metrics that are there; the first of each tells of all.
  [[nodiscard]] Result<void> check_profile_of_folder() const {
    for (const Metric metric : all_metrics) {
      const auto files = list_tables(options_.folder, variant_, metric);
      if (!files) return files.error();
      for (const TableFile& file : *files) {
        const auto table = TableReader::open(file.path);
        if (!table) continue;
        if (auto same = check_profile(*table); !same) return same;
        break;
      }
    }
    return {};
  }

  [[nodiscard]] Result<void> check_profile(const TableReader& table) const {
    if (table.info().profile == options_.profile) return {};
    return Error{ErrorCode::invalid_argument, table.name() + ": has the profile " + name_of(table.info().profile) +
                                                  ", not " + name_of(options_.profile) +
                                                  "; one folder holds one profile (see `dambase repack`)"};
  }

  Result<void> check_memory() const {
    for (std::size_t i = 0; i < missing_.size(); ++i) {
      if (auto enough = needs_->check(i, memory_bytes_); !enough) return enough;
    }
    return {};
  }

  // ---- the work ----

  Result<void> build_what_is_missing() {
    if (auto found = find_what_is_there(); !found) return found;
    if (cut_ && !missing_.empty()) {
      needs_.emplace(*missing_.front(), *cut_, options_.step, threads_);
    } else {
      const bool loads_all = options_.dependencies == Dependencies::require;
      needs_.emplace(variant_, options_.metric, missing_, threads_, options_.profile,
                     loads_all ? DependencySource::files : DependencySource::memory);
    }
    if (auto enough = check_memory(); !enough) return enough;
    if (auto enough = needs_->check_disk(options_.folder, memory_bytes_); !enough) return enough;
    store_.emplace(variant_, options_.metric, options_.folder);
    const ProgressReporter reporter(observer_, observer_mutex_, progress_, positions_total_);
    for (std::size_t first = 0; first < missing_.size();) {
      const std::size_t last = end_of_batch(first);
      if (auto built = build_batch(first, last); !built) return built;
      first = last;
    }
    return {};
  }

  // Materials of a batch do not depend on each other: as many pieces, as many men. All of them must fit
  // into memory at once.
  [[nodiscard]] std::size_t end_of_batch(std::size_t first) const {
    const PlannedMaterial& begin = *missing_[first];
    std::size_t last = first + 1;
    if (begin.positions > small_positions) return last;
    const auto belongs = [&](const PlannedMaterial& other) {
      return other.positions <= small_positions && other.material.pieces() == begin.material.pieces() &&
             other.material.men() == begin.material.men();
    };
    while (last < missing_.size() && belongs(*missing_[last]) &&
           needs_->of(first, last + 1, memory_bytes_).bytes() <= memory_bytes_) {
      ++last;
    }
    return last;
  }

  Result<void> build_batch(std::size_t first, std::size_t last) {
    const auto wall = Clock::now();
    const double cpu = processor_seconds();
    const MemoryNeeds needs = needs_->of(first, last, memory_bytes_);
    if (auto ready = bring_in_dependencies(needs); !ready) return ready;
    std::vector<std::optional<Result<Built>>> results(last - first);
    progress_.work_on(missing_[last - 1]->material);
    tbb::parallel_for(std::size_t{0}, results.size(),
                      [&](std::size_t i) { results[i] = build(*missing_[first + i], needs); });
    std::uint64_t positions = 0;
    for (std::size_t i = first; i < last; ++i) positions += missing_[i]->positions;
    // Times are taken for the batch; each material gets a share by its positions.
    const double cpu_s = processor_seconds() - cpu;
    const double wall_s = seconds_since(wall);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!*results[i]) return results[i]->error();
      Built& table = **results[i];
      const PlannedMaterial& planned = *missing_[first + i];
      const double share = static_cast<double>(planned.positions) / static_cast<double>(positions);
      if (table.words) store_->put(std::move(table.words));
      add_report({planned.material, options_.metric, planned.positions, table.bytes, slices_of(planned.material),
                  cpu_s * share, wall_s * share, false});
    }
    for (const Material& material : needs_->done_before(last)) store_->drop(material);
    return {};
  }

  Result<void> bring_in_dependencies(const MemoryNeeds& needs) {
    const std::uint64_t beside = needs.bytes() - needs.dependency_bytes - (needs.keeps_words ? needs.kept_bytes : 0);
    const auto left_by = [&](std::uint64_t bytes) { return memory_bytes_ > bytes ? memory_bytes_ - bytes : 0; };
    // What the batch will take is free until it begins.
    store_->set_limit(left_by(beside), left_by(fixed_memory_bytes));
    return store_->require(needs.dependencies, needs.keeps_words ? needs.kept_bytes : 0, needs.caches);
  }

  struct Built {
    std::uint64_t bytes = 0;
    std::unique_ptr<WordTable> words;
  };

  Result<Built> build(const PlannedMaterial& planned, const MemoryNeeds& needs) {
    const Material material = solving_orientation(planned.material);
    Successors successors = store_->successors_of(material);
    SolveOptions solving;
    solving.keep_words = needs.keeps_words && needs_->is_needed_later(planned.material);
    if (needs.codes_in_file) solving.codes_folder = variant_folder(options_.folder, variant_);
    if (cut_ && options_.step.kind != CutStep::Kind::part) return encode_or_join(planned);
    for (const Material& promotion : needs.windows) {
      auto window = store_->open_window(promotion);
      if (!window) return window.error();
      successors.add((*window)->words());
      solving.windows.push_back(*std::move(window));
    }
    const MaterialSolver& solver = material_solver(variant_, options_.metric);
    if (cut_) {
      const auto bytes = solver.solve_part(*cut_, static_cast<std::size_t>(options_.step.index), successors, solving,
                                           progress_.positions());
      if (!bytes) return bytes.error();
      return Built{*bytes, nullptr};
    }
    std::optional<Checkpoints> checkpoints;
    if (has_checkpoints(material)) {
      checkpoints.emplace(CheckpointIdentity{&variant_, planned.material, options_.metric},
                          checkpoint_path(path_of(planned.material)), *options_.checkpoints, observer_,
                          observer_mutex_);
      solving.checkpoints = &*checkpoints;
    }
    return save(planned, solver.solve(material, successors, solving, progress_.positions()));
  }

  // Where several are built, what is finished of them is enough; slices of men alone are soon solved.
  [[nodiscard]] bool has_checkpoints(const Material& material) const {
    return options_.checkpoints && options_.dependencies == Dependencies::require && material.kings() > 0;
  }

  Result<Built> encode_or_join(const PlannedMaterial& planned) {
    const bool is_section = options_.step.kind == CutStep::Kind::section;
    const auto bytes =
        is_section ? make_section(*cut_, static_cast<std::size_t>(options_.step.index)) : join_sections(*cut_);
    if (!bytes) return bytes.error();
    progress_.positions().fetch_add(planned.positions, std::memory_order_relaxed);
    if (!is_section) remove_steps();
    return Built{*bytes, nullptr};
  }

  // Once their table is in place, parts and sections are of no use.
  void remove_steps() const {
    std::error_code ignored;
    for (std::size_t i = 0; i < cut_->parts().size(); ++i)
      std::filesystem::remove(cut_->path_of(cut_->part_step(i)), ignored);
    for (std::size_t i = 0; i < cut_->sections(); ++i)
      std::filesystem::remove(cut_->path_of(cut_->section_step(i)), ignored);
  }

  Result<Built> save(const PlannedMaterial& planned, Result<SolvedMaterial> solution) {
    if (!solution) return solution.error();
    SolvedMaterial& solved = *solution;
    auto bytes =
        save_table(solved, {&variant_, planned.material, options_.metric, options_.profile}, path_of(planned.material));
    if (!bytes) return bytes.error();
    std::error_code ignored;
    std::filesystem::remove(checkpoint_path(path_of(planned.material)), ignored);
    return Built{*bytes, std::move(solved.words)};
  }

  // ---- reports ----

  [[nodiscard]] std::filesystem::path path_of(const Material& material) const {
    return table_path(options_.folder, variant_, material, options_.metric);
  }
  [[nodiscard]] static int slices_of(const Material& material) { return material.is_symmetric() ? 1 : 2; }

  void report_damage(const Error& error) {
    const std::scoped_lock lock(observer_mutex_);
    observer_.found_damaged(error);
  }

  void add_report(const MaterialReport& report) {
    reports_.push_back(report);
    const std::scoped_lock lock(observer_mutex_);
    observer_.finished(report);
  }

  [[nodiscard]] BuildReport report() {
    std::ranges::sort(reports_, {}, &MaterialReport::material);
    return {reports_, processor_seconds() - cpu_begin_, seconds_since(wall_begin_), peak_resident_memory(), threads_};
  }

  const BuildOptions& options_;
  const Variant& variant_;
  BuildObserver& observer_;
  std::mutex observer_mutex_;
  int threads_;
  std::uint64_t memory_bytes_;
  Clock::time_point wall_begin_ = Clock::now();
  double cpu_begin_ = processor_seconds();

  std::vector<PlannedMaterial> plan_;
  std::optional<TableCut> cut_;
  std::vector<const PlannedMaterial*> missing_;
  std::uint64_t positions_total_ = 0;
  std::optional<BuildNeeds> needs_;
  std::optional<WordStore> store_;
  BuildProgress progress_;
  std::vector<MaterialReport> reports_;
};

}  // namespace

Result<void> check_metric(const Variant& variant, Metric metric) {
  if (metric != Metric::rule || !variant.draw_rules().empty()) return {};
  return Error{ErrorCode::no_rule_known, "no rule of " + std::string(variant.name()) +
                                             " is known by which a count of moves ends a game as a draw"};
}

Result<BuildReport> build_tables(const BuildOptions& options, BuildObserver& observer) {
  try {
    return Builder(options, observer).run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory,
                 "the system gave no more memory; a lower --memory or fewer threads may help"};
  } catch (const std::exception& failure) {
    return Error{ErrorCode::file_failed, std::string("the build failed: ") + failure.what()};
  }
}

}  // namespace dambase
