#include "gen/repacker.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "formats/checksum.hpp"
#include "formats/table_files.hpp"
#include "gen/folder_lock.hpp"
#include "gen/needs.hpp"
#include "gen/position_ranges.hpp"
#include "gen/position_walk.hpp"
#include "gen/stored_slice.hpp"
#include "gen/table_saver.hpp"
#include "gen/thread_check.hpp"
#include "probe/table_set.hpp"

namespace dambase {
namespace {

class Repacker {
 public:
  Repacker(const RepackOptions& options, PositionObserver& observer)
      : options_(options), variant_(*options.variant), observer_(observer) {}

  Result<RepackReport> run() {
    auto files = list_all();
    if (!files) return files.error();
    if (files->empty()) return report_;
    const auto lock = FolderLock::take(variant_folder(options_.folder, variant_));
    if (!lock) return lock.error();
    std::ranges::sort(*files, {}, [](const TableFile& file) {
      return std::tuple(file.metric, file.material.pieces(), file.material);
    });
    if (auto opened = open_all(*files); !opened) return opened.error();
    const int threads = options_.threads > 0 ? options_.threads : default_threads();
    if (auto enough = check_threads(threads); !enough) return enough.error();
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    const Result<void> done = arena.execute([&] { return repack_all(*files); });
    if (!done) return done.error();
    return report_;
  }

 private:
  [[nodiscard]] Result<std::vector<TableFile>> list_all() const {
    std::vector<TableFile> all;
    for (const Metric metric : all_metrics) {
      auto files = list_tables(options_.folder, variant_, metric);
      if (!files) return files;
      std::ranges::move(*files, std::back_inserter(all));
    }
    return all;
  }

  // Counts what there is, and finds damaged headers before anything changes.
  Result<void> open_all(const std::vector<TableFile>& files) {
    for (const TableFile& file : files) {
      const auto table = open(file);
      if (!table) return table.error();
      ++report_.tables;
      report_.positions += table->info().positions();
      report_.bytes_before += table->file_bytes();
    }
    return {};
  }

  [[nodiscard]] Result<TableReader> open(const TableFile& file) const {
    auto table = TableReader::open(file.path);
    if (!table) return table.error();
    if (auto belongs = check_belongs(table->info(), variant_, file.material, file.metric, file.path.string()); !belongs)
      return belongs.error();
    return table;
  }

  Result<void> repack_all(const std::vector<TableFile>& files) {
    std::uint64_t done = 0;
    for (const TableFile& file : files) {
      observer_.progress(file.material, done, report_.positions);
      const auto table = open(file);
      if (!table) return table.error();
      if (table->info().profile == options_.profile) {
        report_.bytes += table->file_bytes();
      } else {
        const auto bytes = repack(*table, file);
        if (!bytes) return bytes.error();
        report_.bytes += *bytes;
        ++report_.repacked;
      }
      done += table->info().positions();
    }
    return {};
  }

  Result<std::uint64_t> repack(const TableReader& table, const TableFile& file) {
    SolvedMaterial solved;
    solved.counts = table.info().slices;
    solved.longest = table.info().longest;
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(table.info().slice_count()); ++slice) {
      const auto filled = file.metric == Metric::wld ? fill_values(table, slice, solved.codes[slice])
                                                     : fill_distances(table, slice, solved.distances[slice]);
      if (!filled) return filled.error();
    }
    if (content_digest(solved) != table.info().content_digest) {
      return Error{ErrorCode::damaged_table, table.name() + ": damaged: the values do not match the content digest"};
    }
    return save_table(solved, {&variant_, file.material, file.metric, options_.profile}, file.path);
  }

  Result<void> fill_values(const TableReader& table, std::size_t slice, SliceCodes& codes) const {
    const auto set = [&](std::uint64_t number, const std::optional<Value>& value) {
      codes.set(number, value ? static_cast<Code>(*value) : Code::capture);
    };
    codes = SliceCodes(table.info().slices[slice].positions);
    return fill(
        table, slice, [](const StoredSlice& stored, std::uint64_t number) { return stored[number]; },
        [](const TableSet& tables, const Position& position) { return tables.probe(position); }, set);
  }

  Result<void> fill_distances(const TableReader& table, std::size_t slice, SliceDistances& distances) const {
    const Metric metric = table.info().metric;
    const DistanceSymbols symbols(metric, variant_.value_without_moves());
    const auto set = [&](std::uint64_t number, const std::optional<Distance>& distance) {
      distances.set(number, distance ? symbols.symbol_of(*distance) : capture_symbol);
    };
    distances = SliceDistances(table.info().slices[slice].positions);
    return fill(
        table, slice,
        [&](const StoredSlice& stored, std::uint64_t number) { return symbols.distance_of(stored.symbol(number)); },
        [&](const TableSet& tables, const Position& position) { return tables.probe_distance(position, metric); }, set);
  }

  // Calls `set(number, known)` for all positions of a slice: with what is stored, or with what a set tells of a slice
  // that is left out, and nothing where the side to move can capture.
  template <class Read, class Probe, class Set>
  Result<void> fill(const TableReader& table, std::size_t slice, const Read& read, const Probe& probe,
                    const Set& set) const {
    using Known = std::remove_cvref_t<decltype(read(std::declval<StoredSlice>(), 0))>;
    if (table.info().is_stored[slice]) {
      const auto stored = StoredSlice::read(table, slice);
      if (!stored) return stored.error();
      return go_through(
          table, slice, [&](std::uint64_t number, const Position&) -> Result<Known> { return read(*stored, number); },
          set);
    }
    // Opened for each table, because files change between them.
    const auto tables = TableSet::open(variant_, options_.folder);
    if (!tables) return tables.error();
    return go_through(
        table, slice, [&](std::uint64_t, const Position& position) { return probe(**tables, position); }, set);
  }

  template <class Quiet, class Set>
  Result<void> go_through(const TableReader& table, std::size_t slice, const Quiet& quiet, const Set& set) const {
    const Material& material = table.info().material;
    const PositionSpace space = variant_.position_space();
    const SliceNumbering numbering(space, slice == 0 ? material : material.twin());
    std::mutex mutex;
    std::optional<Error> failure;
    for_each_position_range(numbering.positions(), [&](std::uint64_t first, std::uint64_t last) {
      PositionWalk walk(space, numbering, first);
      for (std::uint64_t number = first; number < last; ++number, walk.next()) {
        const Position position = walk.position();
        if (variant_.has_capture(position)) {
          set(number, std::nullopt);
          continue;
        }
        const auto known = quiet(number, position);
        if (!known) {
          const std::scoped_lock lock(mutex);
          failure = known.error();
          return;
        }
        set(number, *known);
      }
    });
    if (failure) return *std::move(failure);
    return {};
  }

  const RepackOptions& options_;
  const Variant& variant_;
  PositionObserver& observer_;
  RepackReport report_;
};

}  // namespace

Result<RepackReport> repack_tables(const RepackOptions& options, PositionObserver& observer) {
  try {
    return Repacker(options, observer).run();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory to repack"};
  }
}

}  // namespace dambase
