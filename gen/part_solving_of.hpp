// One part of a slice, solved for win, loss and draw. Included only by the generated translation units.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "gen/code_dealer.hpp"
#include "gen/configuration_solver.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/part_file.hpp"
#include "gen/slice_packer.hpp"

namespace dambase {

/// Words of those configurations of a level that man moves lead to.
class BelowWords final : public LevelBelow {
 public:
  BelowWords(const WordLayout& layout, const Levels& levels) : layout_(layout), levels_(levels) {}

  /// Makes room for the configurations of `level` at these places in it, rising.
  void hold(std::size_t level, const std::vector<std::uint32_t>& slots) {
    places_.assign(levels_[level].size(), none);
    for (std::size_t i = 0; i < slots.size(); ++i) places_[slots[i]] = static_cast<std::uint32_t>(i);
    words_.resize(slots.size() * layout_.words_per_configuration());
  }
  /// The words of the configuration at `slot`, to be filled in; none if it is not needed.
  [[nodiscard]] std::span<Words> of_slot(std::size_t slot) {
    if (places_[slot] == none) return {};
    return std::span(words_).subspan(places_[slot] * layout_.words_per_configuration(),
                                     layout_.words_per_configuration());
  }
  [[nodiscard]] std::span<const Words> words_of(const MenConfiguration& men) const override {
    const std::size_t place = places_[levels_.slot(layout_.men().rank(men))];
    return std::span(words_).subspan(place * layout_.words_per_configuration(), layout_.words_per_configuration());
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  const WordLayout& layout_;
  const Levels& levels_;
  std::vector<std::uint32_t> places_;  ///< by slot
  std::vector<Words> words_;
};

template <class Rules>
class PartSolving {
 public:
  PartSolving(const Material& material, const Successors& successors)
      : layout_({Rules::Board::shape, Rules::king_run_limit}, material),
        successors_(successors),
        levels_(Rules::Board::shape, layout_.men()),
        below_(layout_, levels_),
        solver_(layout_, successors),
        workers_([this] {
          return Worker{{}, SlicePacker(layout_)};
        }) {}

  Result<std::uint64_t> run(const TableCut& cut, std::size_t index, const SolveOptions& options,
                            std::atomic<std::uint64_t>& progress) {
    const CutStep step = cut.part_step(index);
    const SlicePart& part = cut.parts()[index];
    auto file = ChunkFileWriter::create(cut.path_of(step), cut.identity_of(step));
    if (!file) return file.error();
    CodeDealer dealer(cut, *file);
    std::array<DealtSlice, 2> slices = {DealtSlice{&dealer, 0}, DealtSlice{&dealer, 1}};
    const SliceTargetsOf<DealtSlice> targets{&slices[slice_of(Side::white)],
                                             is_symmetric() ? nullptr : &slices[slice_of(Side::black)]};
    solved_.reserve(most_configurations(part) * words());
    for (std::size_t level = part.first_level; level < std::min(part.end_level, levels_.size()); ++level) {
      const auto [first, last] = part.range(levels_[level].size());
      if (first == last) {
        solved_.clear();
        continue;
      }
      if (auto ready = prepare(cut, part, level, first, last, options); !ready) return ready.error();
      solve(levels_[level].subspan(first, last - first), targets, progress);
      if (auto read = successors_.failure(); !read) return read.error();
      if (auto dealt = dealer.failure(); !dealt) return dealt.error();
    }
    // Nobody reads the words of other levels.
    if (part.end_level < levels_.size()) {
      if (auto written = write_words(*file); !written) return written.error();
    }
    if (auto dealt = dealer.finish(); !dealt) return dealt.error();
    return file->finish(encode_counts(counts()));
  }

 private:
  using Board = typename Rules::Board;

  [[nodiscard]] std::size_t words() const { return layout_.words_per_configuration(); }

  // Of one level of the part.
  [[nodiscard]] std::size_t most_configurations(const SlicePart& part) const {
    std::size_t most = 0;
    for (std::size_t level = part.first_level; level < std::min(part.end_level, levels_.size()); ++level) {
      const auto [first, last] = part.range(levels_[level].size());
      most = std::max(most, last - first);
    }
    return most;
  }

  [[nodiscard]] bool is_symmetric() const { return layout_.material().is_symmetric(); }
  // The slice of a file that holds the positions with `side` to move, in the solving orientation.
  [[nodiscard]] std::size_t slice_of(Side side) const {
    return (side == Side::white) == (layout_.material() == layout_.material().canonical()) ? 0 : 1;
  }

  Result<void> prepare(const TableCut& cut, const SlicePart& part, std::size_t level, std::size_t first,
                       std::size_t last, const SolveOptions& options) {
    if (auto moved = move_windows(options, level); !moved) return moved;
    if (!options.windows.empty()) solver_.forget_look_ups();
    if (level == 0) return {};
    below_.hold(level - 1, slots_below(levels_[level].subspan(first, last - first), levels_[level - 1].size()));
    if (level > part.first_level) {
      // All of the level below is of this part, and was solved just now.
      take(solved_, 0);
      return {};
    }
    return read_below(cut, level - 1);
  }

  // The places in the level below that quiet man moves from `ranks` lead to, rising.
  [[nodiscard]] std::vector<std::uint32_t> slots_below(std::span<const std::uint32_t> ranks, std::size_t size) const {
    std::vector<std::uint8_t> is_needed(size);
    for (const std::uint32_t rank : ranks) {
      const MenConfiguration men = layout_.men().unrank(rank);
      for (Side side : {Side::white, Side::black}) mark_moves(men, side, is_needed);
    }
    std::vector<std::uint32_t> slots;
    for (std::size_t slot = 0; slot < size; ++slot) {
      if (is_needed[slot] != 0) slots.push_back(static_cast<std::uint32_t>(slot));
    }
    return slots;
  }

  void mark_moves(const MenConfiguration& men, Side side, std::vector<std::uint8_t>& is_needed) const {
    const Bitboard own = side == Side::white ? men.white : men.black;
    const Bitboard promotion_row = side == Side::white ? Board::top : Board::bottom;
    for (Direction direction : diagonals) {
      if (goes_up(direction) != (side == Side::white)) continue;
      for (Square square : Board::step(own, direction) - men.all() - promotion_row) {
        const Bitboard to(square);
        MenConfiguration after = men;
        (side == Side::white ? after.white : after.black) = (own - Board::step(to, opposite(direction))) | to;
        is_needed[levels_.slot(layout_.men().rank(after))] = 1;
      }
    }
  }

  // Takes what is needed from solved configurations, the first of which is at `slot` of the level below.
  void take(std::span<const Words> configurations, std::size_t slot) {
    for (std::size_t i = 0; i < configurations.size() / words(); ++i) {
      const std::span<Words> to = below_.of_slot(slot + i);
      if (!to.empty()) std::ranges::copy(configurations.subspan(i * words(), words()), to.begin());
    }
  }

  // From those parts that end with it.
  Result<void> read_below(const TableCut& cut, std::size_t level) {
    for (std::size_t index = 0; index < cut.parts().size(); ++index) {
      const SlicePart& part = cut.parts()[index];
      if (level < part.first_level || level >= part.end_level) continue;
      const CutStep step = cut.part_step(index);
      const auto reader = ChunkFileReader::open(cut.path_of(step), cut.identity_of(step));
      if (!reader) return reader.error();
      if (auto read = read_words(*reader, part.range(levels_[level].size())); !read) return read;
    }
    return {};
  }

  // Of a part whose words are those of the places `range` of the level.
  Result<void> read_words(const ChunkFileReader& reader, std::pair<std::size_t, std::size_t> range) {
    const std::size_t per_chunk = configurations_a_chunk(words());
    const auto [first, last] = range;
    if (reader.chunks(PartStream::words) != (last - first + per_chunk - 1) / per_chunk)
      return reader.damaged("it is not of this size");
    std::vector<Result<void>> results(reader.chunks(PartStream::words));
    tbb::parallel_for(std::size_t{0}, results.size(), [&, first = first, last = last](std::size_t chunk) {
      const auto bytes = reader.read(PartStream::words, chunk);
      const std::size_t slot = first + chunk * per_chunk;
      if (!bytes) {
        results[chunk] = bytes.error();
      } else if (bytes->size() != std::min(per_chunk, last - slot) * words() * sizeof(Words)) {
        results[chunk] = reader.damaged("a chunk is not of this size");
      } else {
        std::vector<Words> configurations(bytes->size() / sizeof(Words));
        std::memcpy(configurations.data(), bytes->data(), bytes->size());
        take(configurations, slot);
      }
    });
    for (const Result<void>& result : results) {
      if (!result) return result;
    }
    return {};
  }

  // The words of the level that was solved last.
  Result<void> write_words(ChunkFileWriter& file) const {
    const std::size_t chunk = configurations_a_chunk(words()) * words();
    const auto at_once = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    std::vector<std::span<const std::byte>> chunks;
    for (std::span<const Words> rest(solved_); !rest.empty();) {
      const std::span some = rest.first(std::min(chunk, rest.size()));
      rest = rest.subspan(some.size());
      chunks.push_back(std::as_bytes(some));
      if (chunks.size() < at_once && !rest.empty()) continue;
      if (auto written = file.append_all(PartStream::words, chunks); !written) return written;
      chunks.clear();
    }
    return {};
  }

  void solve(std::span<const std::uint32_t> ranks, const SliceTargetsOf<DealtSlice>& targets,
             std::atomic<std::uint64_t>& progress) {
    solved_.resize(ranks.size() * words());
    const std::uint64_t positions = SliceNumbering(layout_.space(), layout_.material()).positions() /
                                    layout_.men().count() * (is_symmetric() ? 1 : 2);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size()), [&](const auto& range) {
      Worker& worker = workers_.local();
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        worker.configuration.reset(layout_.men().unrank(ranks[i]), std::span(solved_).subspan(i * words(), words()));
        solver_.solve(worker.configuration, below_);
        worker.packer.pack(worker.configuration, ranks[i], targets);
      }
      progress.fetch_add(range.size() * positions, std::memory_order_relaxed);
    });
  }

  [[nodiscard]] std::array<SliceCounts, 2> counts() const {
    std::array<SliceCounts, 2> counts;
    for (const Worker& worker : workers_) {
      for (Side side : {Side::white, Side::black}) {
        if (worker.packer.counts(side).positions > 0) counts[slice_of(side)] += worker.packer.counts(side);
      }
    }
    return counts;
  }

  struct Worker {
    ConfigurationWords configuration;
    SlicePacker packer;
  };

  WordLayout layout_;
  const Successors& successors_;
  Levels levels_;
  BelowWords below_;
  ConfigurationSolver<Rules> solver_;
  std::vector<Words> solved_;  ///< of the level in work
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dambase
