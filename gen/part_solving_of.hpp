// One part of a slice, solved for win, loss and draw. Included only by the generated translation units.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "gen/configuration_solver.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/part_file.hpp"
#include "gen/slice_cut.hpp"

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
        solver_(layout_, successors) {}

  Result<std::uint64_t> run(const PartOfTable& task, const SolveOptions& options,
                            std::atomic<std::uint64_t>& progress) {
    const SlicePart& part = task.parts[static_cast<std::size_t>(task.identity.index)];
    auto writer = PartWriter::create(task.path_of(task.identity.index), task.identity, words());
    if (!writer) return writer.error();
    solved_.reserve(most_configurations(part) * words());
    for (std::size_t level = part.first_level; level < std::min(part.end_level, levels_.size()); ++level) {
      const auto [first, last] = part.range(levels_[level].size());
      if (first == last) {
        solved_.clear();
        continue;
      }
      if (auto ready = prepare(task, part, level, first, last, options); !ready) return ready.error();
      solve(levels_[level].subspan(first, last - first), progress);
      if (auto read = successors_.failure(); !read) return read.error();
      if (auto written = writer->append(solved_); !written) return written.error();
    }
    return writer->finish();
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

  Result<void> prepare(const PartOfTable& task, const SlicePart& part, std::size_t level, std::size_t first,
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
    return read_below(task, level - 1);
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
  void take(std::span<const PartWord> configurations, std::size_t slot) {
    for (std::size_t i = 0; i < configurations.size() / words(); ++i) {
      const std::span<Words> to = below_.of_slot(slot + i);
      for (std::size_t word = 0; word < to.size(); ++word) to[word] = configurations[i * words() + word].values;
    }
  }

  Result<void> read_below(const PartOfTable& task, std::size_t level) {
    for (std::size_t index = 0; index < task.parts.size(); ++index) {
      const SlicePart& part = task.parts[index];
      if (level < part.first_level || level >= part.end_level) continue;
      PartIdentity identity = task.identity;
      identity.index = static_cast<int>(index);
      const auto reader = PartReader::open(task.path_of(identity.index), identity);
      if (!reader) return reader.error();
      if (auto read = read_level(*reader, part, level); !read) return read;
    }
    return {};
  }

  // Of a part that has this level, and others perhaps before it.
  Result<void> read_level(const PartReader& reader, const SlicePart& part, std::size_t level) {
    std::size_t before = 0;  // configurations of the part
    for (std::size_t l = part.first_level; l < level; ++l) before += levels_[l].size();
    const auto [first, last] = part.range(levels_[level].size());
    const std::size_t per_chunk = reader.configurations_per_chunk();
    const std::size_t end = before + (last - first);
    std::vector<Result<void>> results(reader.chunks());
    tbb::parallel_for(before / per_chunk, (end + per_chunk - 1) / per_chunk, [&, first = first](std::size_t chunk) {
      const auto words_read = reader.read(chunk);
      if (!words_read) {
        results[chunk] = words_read.error();
        return;
      }
      const std::size_t begin = chunk * per_chunk;
      const std::size_t skipped = begin < before ? before - begin : 0;
      const std::size_t count = std::min(words_read->size() / words(), end - begin) - skipped;
      take(std::span(*words_read).subspan(skipped * words(), count * words()), first + begin + skipped - before);
    });
    for (const Result<void>& result : results) {
      if (!result) return result;
    }
    return {};
  }

  void solve(std::span<const std::uint32_t> ranks, std::atomic<std::uint64_t>& progress) {
    solved_.resize(ranks.size() * words());
    const std::uint64_t positions = SliceNumbering(layout_.space(), layout_.material()).positions() /
                                    layout_.men().count() * (layout_.material().is_symmetric() ? 1 : 2);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size()), [&](const auto& range) {
      Worker& worker = workers_.local();
      worker.values.resize(words());
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        worker.configuration.reset(layout_.men().unrank(ranks[i]), worker.values);
        solver_.solve(worker.configuration, below_);
        for (std::size_t word = 0; word < words(); ++word) {
          solved_[i * words() + word] = {worker.values[word], worker.configuration.captures(Side::white)[word].bits(),
                                         worker.configuration.captures(Side::black)[word].bits()};
        }
      }
      progress.fetch_add(range.size() * positions, std::memory_order_relaxed);
    });
  }

  struct Worker {
    ConfigurationWords configuration;
    std::vector<Words> values;
  };

  WordLayout layout_;
  const Successors& successors_;
  Levels levels_;
  BelowWords below_;
  ConfigurationSolver<Rules> solver_;
  std::vector<PartWord> solved_;  ///< of the level in work
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dambase
