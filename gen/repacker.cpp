#include "gen/repacker.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <optional>
#include <tuple>
#include <vector>

#include "formats/checksum.hpp"
#include "formats/table_files.hpp"
#include "gen/folder_lock.hpp"
#include "gen/needs.hpp"
#include "gen/position_walk.hpp"
#include "gen/stored_slice.hpp"
#include "gen/table_saver.hpp"
#include "gen/thread_check.hpp"
#include "probe/table_set.hpp"

namespace dambase {
namespace {

// Positions that one task goes through; whole bytes of codes.
constexpr std::uint64_t positions_at_once = std::uint64_t{1} << 16;

class Repacker {
 public:
  Repacker(const RepackOptions& options, PositionObserver& observer)
      : options_(options), variant_(*options.variant), observer_(observer) {}

  Result<RepackReport> run() {
    auto files = list_tables(options_.folder, variant_, Metric::wld);
    if (!files) return files.error();
    if (files->empty()) return report_;
    const auto lock = FolderLock::take(variant_folder(options_.folder, variant_));
    if (!lock) return lock.error();
    std::ranges::sort(*files, {},
                      [](const TableFile& file) { return std::tuple(file.material.pieces(), file.material); });
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
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(table.info().slice_count()); ++slice) {
      auto codes = table.info().is_stored[slice] ? stored_codes(table, slice) : codes_of_moves(table, slice);
      if (!codes) return codes.error();
      solved.codes[slice] = *std::move(codes);
    }
    if (content_digest(solved) != table.info().content_digest) {
      return Error{ErrorCode::damaged_table, table.name() + ": damaged: the values do not match the content digest"};
    }
    return save_table(solved, {&variant_, file.material, file.metric, options_.profile}, file.path);
  }

  Result<SliceCodes> stored_codes(const TableReader& table, std::size_t slice) const {
    const auto stored = StoredSlice::read(table, slice);
    if (!stored) return stored.error();
    return codes_of(table, slice,
                    [&](std::uint64_t number, const Position&) { return Result<Value>((*stored)[number]); });
  }

  // Of a slice that is left out. A set is opened for each table, because files change between them.
  Result<SliceCodes> codes_of_moves(const TableReader& table, std::size_t slice) const {
    const auto set = TableSet::open(variant_, options_.folder);
    if (!set) return set.error();
    return codes_of(table, slice, [&](std::uint64_t, const Position& position) { return (*set)->probe(position); });
  }

  template <class QuietValue>
  Result<SliceCodes> codes_of(const TableReader& table, std::size_t slice, const QuietValue& quiet_value) const {
    const Material& material = table.info().material;
    const PositionSpace space = variant_.position_space();
    const SliceNumbering numbering(space, slice == 0 ? material : material.twin());
    SliceCodes codes(numbering.positions());
    std::mutex mutex;
    std::optional<Error> failure;
    const std::uint64_t ranges = (numbering.positions() + positions_at_once - 1) / positions_at_once;
    tbb::parallel_for(std::uint64_t{0}, ranges, [&](std::uint64_t range) {
      const std::uint64_t first = range * positions_at_once;
      const std::uint64_t last = std::min(numbering.positions(), first + positions_at_once);
      PositionWalk walk(space, numbering, first);
      for (std::uint64_t number = first; number < last; ++number, walk.next()) {
        const Position position = walk.position();
        if (variant_.has_capture(position)) {
          codes.set(number, Code::capture);
          continue;
        }
        const auto value = quiet_value(number, position);
        if (!value) {
          const std::scoped_lock lock(mutex);
          failure = value.error();
          return;
        }
        codes.set(number, static_cast<Code>(*value));
      }
    });
    if (failure) return *std::move(failure);
    return codes;
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
