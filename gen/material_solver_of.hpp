// MaterialSolver, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <vector>

#include "gen/configuration_solver.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/slice_packer.hpp"
#include "gen/word_loader.hpp"

namespace dambase {

/// Words of one level of a slice.
class LevelWords final : public LevelBelow {
 public:
  LevelWords(const WordLayout& layout, const Levels& levels) : layout_(layout), levels_(levels) {}

  void swap(LevelWords& other) { words_.swap(other.words_); }
  /// Makes room for a level of so many configurations.
  void resize(std::size_t configurations) { words_.resize(configurations * layout_.words_per_configuration()); }
  [[nodiscard]] std::span<Words> of_slot(std::size_t slot) {
    return std::span(words_).subspan(slot * layout_.words_per_configuration(), layout_.words_per_configuration());
  }
  [[nodiscard]] std::span<const Words> words_of(const MenConfiguration& men) const override {
    const std::size_t slot = levels_.slot(layout_.men().rank(men));
    return std::span(words_).subspan(slot * layout_.words_per_configuration(), layout_.words_per_configuration());
  }

 private:
  const WordLayout& layout_;
  const Levels& levels_;
  std::vector<Words> words_;
};

/// One solving of one material.
template <class Rules>
class MaterialSolving {
 public:
  MaterialSolving(const Material& material, const Successors& successors)
      : layout_({Rules::Board::shape, Rules::king_run_limit}, material),
        levels_(Rules::Board::shape, layout_.men()),
        solver_(layout_, successors),
        workers_([this] {
          return Worker{{}, SlicePacker(layout_, best_bit_path())};
        }) {}

  SolvedMaterial run(bool keep_words, std::atomic<std::uint64_t>& progress) {
    SolvedMaterial solved;
    prepare(solved, keep_words);
    LevelWords current(layout_, levels_);
    LevelWords below(layout_, levels_);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      current.swap(below);
      current.resize(levels_[level].size());
      solve_level(level, current, below, solved, progress);
    }
    add_counts(solved);
    return solved;
  }

 private:
  struct Worker {
    ConfigurationWords configuration;
    SlicePacker packer;
  };

  [[nodiscard]] bool is_canonical() const { return layout_.material() == layout_.material().canonical(); }
  // The slice of a file that holds the positions with `side` to move, in the solving orientation.
  [[nodiscard]] std::size_t slice_of(Side side) const { return (side == Side::white) == is_canonical() ? 0 : 1; }

  void prepare(SolvedMaterial& solved, bool keep_words) {
    const std::uint64_t positions = SliceNumbering(layout_.space(), layout_.material()).positions();
    solved.codes[0] = SliceCodes(positions);
    if (!layout_.material().is_symmetric()) solved.codes[1] = SliceCodes(positions);
    if (keep_words) solved.words = std::make_unique<WordTable>(layout_.space(), layout_.material());
    targets_.white_to_move = &solved.codes[slice_of(Side::white)];
    targets_.black_to_move = layout_.material().is_symmetric() ? nullptr : &solved.codes[slice_of(Side::black)];
  }

  void solve_level(std::size_t level, LevelWords& current, const LevelWords& below, SolvedMaterial& solved,
                   std::atomic<std::uint64_t>& progress) {
    const std::span<const std::uint32_t> ranks = levels_[level];
    const std::uint64_t positions =
        solved.codes[0].positions() / layout_.men().count() * (targets_.black_to_move == nullptr ? 1 : 2);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size()), [&](const auto& range) {
      Worker& worker = workers_.local();
      for (std::size_t slot = range.begin(); slot != range.end(); ++slot) {
        worker.configuration.reset(layout_.men().unrank(ranks[slot]), current.of_slot(slot));
        solver_.solve(worker.configuration, below);
        worker.packer.pack(worker.configuration, ranks[slot], targets_);
        if (solved.words) std::ranges::copy(current.of_slot(slot), solved.words->configuration(ranks[slot]).begin());
      }
      progress.fetch_add(range.size() * positions, std::memory_order_relaxed);
    });
  }

  void add_counts(SolvedMaterial& solved) {
    for (const Worker& worker : workers_) {
      for (Side side : {Side::white, Side::black}) {
        const SliceCounts& from = worker.packer.counts(side);
        if (from.positions == 0) continue;
        SliceCounts& to = solved.counts[slice_of(side)];
        to.positions += from.positions;
        to.captures += from.captures;
        to.wins += from.wins;
        to.losses += from.losses;
        to.draws += from.draws;
      }
    }
  }

  WordLayout layout_;
  Levels levels_;
  ConfigurationSolver<Rules> solver_;
  SliceTargets targets_{};
  tbb::enumerable_thread_specific<Worker> workers_;
};

template <class Rules>
class MaterialSolverOf final : public MaterialSolver {
 public:
  SolvedMaterial solve(const Material& material, const Successors& successors, bool keep_words,
                       std::atomic<std::uint64_t>& progress) const override {
    return MaterialSolving<Rules>(material, successors).run(keep_words, progress);
  }

  Result<std::unique_ptr<WordTable>> load(const TableReader& table, const Successors& successors) const override {
    const Material canonical = table.info().material;
    const Material material = solving_orientation(canonical);
    auto first = StoredSlice::read(table, 0);
    if (!first) return first.error();
    auto second = canonical.is_symmetric() ? StoredSlice::read(table, 0) : StoredSlice::read(table, 1);
    if (!second) return second.error();
    const bool is_canonical = material == canonical;

    auto words = std::make_unique<WordTable>(PositionSpace(Rules::Board::shape, Rules::king_run_limit), material);
    const WordLayout& layout = words->layout();
    const WordLoader loader(layout);
    ConfigurationSolver<Rules> solver(layout, successors);
    tbb::enumerable_thread_specific<ConfigurationWords> configurations;
    tbb::parallel_for(std::uint64_t{0}, layout.men().count(), [&](std::uint64_t rank) {
      ConfigurationWords& configuration = configurations.local();
      configuration.reset(layout.men().unrank(rank), words->configuration(rank));
      solver.resolve_captures(configuration);
      loader.add_white_to_move(configuration, is_canonical ? *first : *second);
      loader.add_black_to_move(configuration, is_canonical ? *second : *first);
    });
    return words;
  }
};

}  // namespace dambase
