#include "gen/verifier.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <memory>
#include <new>

#include "formats/content_digest.hpp"
#include "formats/fen.hpp"
#include "formats/table_files.hpp"
#include "gen/distance_verifier.hpp"
#include "gen/failure_list.hpp"
#include "gen/plan.hpp"
#include "gen/position_ranges.hpp"
#include "gen/position_walk.hpp"
#include "gen/slice_checker.hpp"
#include "gen/stored_slice.hpp"
#include "gen/table_check.hpp"
#include "gen/thread_check.hpp"

namespace dambase {
namespace {

// How far all of it has come.
struct VerifyProgress {
  explicit VerifyProgress(PositionObserver& of) : observer(of) {}

  void finish(const Material& material, std::uint64_t positions_of_table) {
    ++tables;
    positions += positions_of_table;
    observer.progress(material, positions, positions_total);
  }

  PositionObserver& observer;
  std::uint64_t tables = 0;
  std::uint64_t positions = 0;
  std::uint64_t positions_total = 0;
};

// Of the tables of one metric.
class Verifier {
 public:
  Verifier(const VerifyOptions& options, Metric metric, VerifyProgress& progress, FailureList& failures)
      : options_(options),
        variant_(*options.variant),
        metric_(metric),
        progress_(progress),
        failures_(failures),
        checker_(slice_checker(variant_)),
        distances_(variant_, metric, options.folder, failures) {}

  /// Finds what there is to verify.
  Result<void> list() {
    const auto files = list_tables(options_.folder, variant_, metric_);
    if (!files) return files.error();
    for (const TableFile& file : *files) {
      if (options_.materials.empty() || is_asked_for(file.material)) materials_.push_back(file.material);
    }
    // That it is not there is a failure; of distances, as of any metric that nobody has built, it is not.
    if (metric_ == Metric::wld) {
      for (const Material& material : options_.materials) {
        if (std::ranges::find(materials_, material.canonical()) == materials_.end())
          materials_.push_back(material.canonical());
      }
    }
    std::erase_if(materials_,
                  [&](const Material& m) { return !slice_positions(variant_.position_space(), m).has_value(); });
    std::ranges::sort(materials_, {}, [](const Material& m) { return std::tuple(m.pieces(), m.men(), m); });
    for (std::size_t i = 0; i < materials_.size(); ++i) {
      progress_.positions_total += positions_of(variant_.position_space(), materials_[i]);
      last_use_[materials_[i]] = i;
      for (const Material& need : dependencies_of(variant_, materials_[i])) last_use_[need] = i;
    }
    return {};
  }

  /// On the threads of the current arena.
  void run() {
    for (std::size_t i = 0; i < materials_.size(); ++i) {
      const Material& material = materials_[i];
      if (!options_.deep) {
        verify_bytes(material);
      } else if (metric_ == Metric::wld) {
        verify_deeply(material);
      } else if (distances_.verify(material)) {
        progress_.finish(material, positions_of(variant_.position_space(), material));
      }
      drop_what_is_done(i);
    }
  }

 private:
  [[nodiscard]] bool is_asked_for(const Material& material) const {
    return std::ranges::any_of(options_.materials, [&](const Material& m) { return m.canonical() == material; });
  }

  // ---- bytes ----

  void verify_bytes(const Material& material) {
    auto table = open_sound_table(path_of(material), variant_, material, metric_);
    if (!table) return fail(table.error().message);
    progress_.finish(material, table->info().positions());
  }

  // ---- values ----

  void verify_deeply(const Material& material) {
    if (!require_dependencies(material)) return;
    const auto table = TableReader::open(path_of(material));
    if (!table) return fail(table.error().message);
    if (!bring_in(*table, material)) return;
    if (check_quiet_positions(material, table->name())) trace_wins_and_losses(material, table->name());
    progress_.finish(material, table->info().positions());
  }

  bool require_dependencies(const Material& material) {
    for (const Material& need : dependencies_of(variant_, material)) {
      if (values_.has(need)) continue;
      if (!require_dependencies(need)) return false;
      const auto table = TableReader::open(path_of(need));
      if (!table) {
        fail(path_of(material).string() + ": cannot be checked: " + table.error().message);
        return false;
      }
      if (!bring_in(*table, need)) return false;
    }
    return true;
  }

  // Reads stored values, resolves captures, and checks counts and digest against the header.
  bool bring_in(const TableReader& table, const Material& material) {
    if (values_.has(material)) return true;
    if (auto belongs = check_belongs(table.info(), variant_, material, Metric::wld, table.name()); !belongs) {
      fail(belongs.error().message);
      return false;
    }
    TrueValues& values = values_.add(variant_.position_space(), material);
    std::vector<CodeArray> codes;  // of the slices as they are stored: captures marked
    for (std::size_t slice = 0; slice < slices_of(material); ++slice)
      codes.emplace_back(values.numberings[slice].positions());
    if (!resolve_slices(table, values, codes)) {
      values_.drop(material);
      return false;
    }
    ContentDigest digest;
    for (const CodeArray& of_slice : codes) {
      digest.add(of_slice.bytes());
      digest.end_slice();
    }
    if (digest.value() != table.info().content_digest)
      fail(table.name() + ": the values do not match the content digest");
    return true;
  }

  // What is left out follows from what is stored, so that comes first.
  bool resolve_slices(const TableReader& table, TrueValues& values, std::vector<CodeArray>& codes) {
    for (std::size_t slice = 0; slice < codes.size(); ++slice) {
      if (!table.info().is_stored[slice]) continue;
      const auto stored = StoredSlice::read(table, slice);
      if (!stored) {
        fail(stored.error().message);
        return false;
      }
      resolve_slice(table, slice, values, codes[slice],
                    [&](std::uint64_t number, const Position&) { return (*stored)[number]; });
    }
    for (std::size_t slice = 0; slice < codes.size(); ++slice) {
      if (table.info().is_stored[slice]) continue;
      resolve_slice(table, slice, values, codes[slice], [&](std::uint64_t, const Position& position) {
        return checker_.value_of_quiet_moves(position, values_);
      });
    }
    return true;
  }

  // Sets the values of a slice: of captures by smaller material, of others `quiet_value(number, position)`.
  template <class QuietValue>
  void resolve_slice(const TableReader& table, std::size_t slice, TrueValues& values, CodeArray& codes,
                     const QuietValue& quiet_value) {
    const SliceNumbering& numbering = values.numberings[slice];
    std::atomic<std::uint64_t> counts[4] = {};
    std::atomic<std::uint64_t> captures = 0;
    for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
      std::uint64_t of_range[4] = {};
      std::uint64_t captures_of_range = 0;
      PositionWalk walk(variant_.position_space(), numbering, first);
      for (std::uint64_t number = first; number < last; ++number, walk.next()) {
        const auto capture = checker_.value_of_captures(walk.position(), values_);
        const Value value = capture ? *capture : quiet_value(number, walk.position());
        values.values[slice].set(number, static_cast<Code>(value));
        codes.set(number, capture ? Code::capture : static_cast<Code>(value));
        ++of_range[static_cast<std::size_t>(value)];
        captures_of_range += capture ? 1 : 0;
      }
      for (std::size_t i = 0; i < 4; ++i) counts[i] += of_range[i];
      captures += captures_of_range;
    });
    const SliceCounts counted{numbering.positions(), captures, counts[static_cast<std::size_t>(Value::win)],
                              counts[static_cast<std::size_t>(Value::loss)],
                              counts[static_cast<std::size_t>(Value::draw)]};
    if (counted != table.info().slices[slice])
      fail(table.name() + ": the values do not match the counts in the header");
  }

  // Whether each value is what the moves make it, by the values after them.
  bool check_quiet_positions(const Material& material, const std::string& name) {
    const std::uint64_t failures_before = failures_.count();
    TrueValues& values = values_.at(material);
    for (std::size_t slice = 0; slice < slices_of(material); ++slice) {
      const SliceNumbering& numbering = values.numberings[slice];
      for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
        PositionWalk walk(variant_.position_space(), numbering, first);
        for (std::uint64_t number = first; number < last; ++number, walk.next()) {
          const Position position = walk.position();
          if (variant_.has_capture(position)) continue;
          const auto stored = static_cast<Value>(values.values[slice][number]);
          const Value by_moves = checker_.value_of_quiet_moves(position, values_);
          if (stored != by_moves) fail_value(name, slice, position, stored, by_moves);
        }
      });
    }
    return failures_.count() == failures_before;
  }

  // Wins and losses that only support each other pass the check above: A wins by moving to B, all of
  // whose moves lead back to A. So each must be traced to captures, promotions or the end of the game.
  void trace_wins_and_losses(const Material& material, const std::string& name) {
    TrueValues& values = values_.at(material);
    const std::size_t slices = slices_of(material);
    for (std::size_t slice = 0; slice < slices; ++slice) begin_tracing(values, slice);
    values.only_traced = true;
    for (bool traced_more = true; traced_more;) {
      traced_more = false;
      for (std::size_t slice = 0; slice < slices; ++slice) traced_more |= trace(values, slice);
    }
    values.only_traced = false;
    for (std::size_t slice = 0; slice < slices; ++slice) {
      for_each_untraced(values, slice, [&](std::uint64_t number) { fail_untraced(name, values, slice, number); });
    }
  }

  // Draws, and captures, whose values are those of smaller material, need no tracing.
  void begin_tracing(TrueValues& values, std::size_t slice) {
    const SliceNumbering& numbering = values.numberings[slice];
    values.traced[slice] = PositionSet(numbering.positions());
    for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
      PositionWalk walk(variant_.position_space(), numbering, first);
      for (std::uint64_t number = first; number < last; ++number, walk.next()) {
        if (values.values[slice][number] == Code::draw || variant_.has_capture(walk.position()))
          values.traced[slice].add(number);
      }
    });
  }

  // One round; whether it traced any.
  bool trace(TrueValues& values, std::size_t slice) {
    std::atomic<bool> any = false;
    for_each_untraced(values, slice, [&](std::uint64_t number) {
      const auto stored = static_cast<Value>(values.values[slice][number]);
      if (checker_.value_of_quiet_moves(values.numberings[slice].unrank(number), values_) != stored) return;
      values.traced[slice].add(number);
      any.store(true, std::memory_order_relaxed);
    });
    return any.load(std::memory_order_relaxed);
  }

  template <class Body>
  static void for_each_untraced(const TrueValues& values, std::size_t slice, const Body& body) {
    for_each_position_range(values.numberings[slice].positions(), [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t begin = first; begin < last; begin += 64) {
        for (std::uint64_t rest = ~values.traced[slice].word(begin / 64); rest != 0; rest &= rest - 1) {
          const std::uint64_t number = begin + static_cast<std::uint64_t>(std::countr_zero(rest));
          if (number < last) body(number);
        }
      }
    });
  }

  // ---- failures ----

  void fail_value(const std::string& name, std::size_t slice, const Position& position, Value stored, Value by_moves) {
    const Position shown = slice == 0 ? position : position.turned(variant_.shape());
    fail(name + ": " + to_fen(variant_, shown) + " is stored as " + name_of(stored) + ", but its moves make it a " +
         name_of(by_moves));
  }

  void fail_untraced(const std::string& name, const TrueValues& values, std::size_t slice, std::uint64_t number) {
    const Position position = values.numberings[slice].unrank(number);
    const Position shown = slice == 0 ? position : position.turned(variant_.shape());
    fail(name + ": " + to_fen(variant_, shown) + " is stored as " +
         name_of(static_cast<Value>(values.values[slice][number])) + ", but no play ends so");
  }

  void fail(std::string line) { failures_.add(std::move(line)); }

  void drop_what_is_done(std::size_t done) {
    for (const auto& [material, last] : last_use_) {
      if (last > done) continue;
      values_.drop(material);
      distances_.drop(material);
    }
  }

  [[nodiscard]] static std::size_t slices_of(const Material& material) { return material.is_symmetric() ? 1 : 2; }

  [[nodiscard]] std::filesystem::path path_of(const Material& material) const {
    return table_path(options_.folder, variant_, material, metric_);
  }

  const VerifyOptions& options_;
  const Variant& variant_;
  Metric metric_;
  VerifyProgress& progress_;
  FailureList& failures_;
  const SliceChecker& checker_;
  std::vector<Material> materials_;
  std::map<Material, std::size_t> last_use_;
  TrueValueStore values_;
  DistanceVerifier distances_;
};

Result<VerifyReport> verify_all_metrics(const VerifyOptions& options, PositionObserver& observer) {
  VerifyProgress progress(observer);
  FailureList failures;
  std::vector<std::unique_ptr<Verifier>> verifiers;
  for (const Metric metric : all_metrics) {
    verifiers.push_back(std::make_unique<Verifier>(options, metric, progress, failures));
    if (auto listed = verifiers.back()->list(); !listed) return listed.error();
  }
  const int threads = options.threads > 0 ? options.threads : tbb::this_task_arena::max_concurrency();
  if (auto enough = check_threads(threads); !enough) return enough.error();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] {
    for (const auto& verifier : verifiers) verifier->run();
  });
  return VerifyReport{progress.tables, progress.positions, failures.lines(), failures.count()};
}

}  // namespace

Result<VerifyReport> verify_tables(const VerifyOptions& options, PositionObserver& observer) {
  try {
    return verify_all_metrics(options, observer);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory to verify"};
  }
}

}  // namespace dambase
