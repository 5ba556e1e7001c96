// MaterialSolver, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "gen/configuration_loader.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/part_solving_of.hpp"
#include "gen/solving_method.hpp"

namespace dambase {

/// Words of one level of a slice.
template <class Element>
class LevelWords final : public LevelBelowOf<Element> {
 public:
  LevelWords(const WordLayout& layout, const Levels& levels) : layout_(layout), levels_(levels) {
    // So that no level is moved to make room for a larger one.
    words_.reserve(levels.widest() * layout.words_per_configuration());
  }

  void swap(LevelWords& other) { words_.swap(other.words_); }
  /// Of all configurations of the level.
  [[nodiscard]] std::span<Element> all() { return words_; }
  /// Makes room for a level of so many configurations.
  void resize(std::size_t configurations) { words_.resize(configurations * layout_.words_per_configuration()); }
  [[nodiscard]] std::span<Element> of_slot(std::size_t slot) {
    return std::span(words_).subspan(slot * layout_.words_per_configuration(), layout_.words_per_configuration());
  }
  [[nodiscard]] std::span<const Element> words_of(const MenConfiguration& men) const override {
    const std::size_t slot = levels_.slot(layout_.men().rank(men));
    return std::span(words_).subspan(slot * layout_.words_per_configuration(), layout_.words_per_configuration());
  }

 private:
  const WordLayout& layout_;
  const Levels& levels_;
  std::vector<Element> words_;
};

/// One solving of one material with kings; Method is a SolvingMethod.
template <class Rules, class Method>
class MaterialSolving {
 public:
  MaterialSolving(const Material& material, const Successors& successors)
      : layout_({Rules::Board::shape, Rules::king_run_limit}, material),
        successors_(successors),
        levels_(Rules::Board::shape, layout_.men()),
        solver_(layout_, successors),
        workers_([this] {
          return Worker{{}, {}, Packer(layout_)};
        }) {
    if (Method::turns && material.is_symmetric() && layout_.run_pairs() == 1) turner_.emplace(layout_);
  }

  Result<SolvedMaterial> run(const SolveOptions& options, std::atomic<std::uint64_t>& progress) {
    SolvedMaterial solved;
    if (auto prepared = prepare(solved, options); !prepared) return prepared.error();
    LevelWords<Element> current(layout_, levels_);
    LevelWords<Element> below(layout_, levels_);
    const auto first = resume(solved, current, options, progress);
    if (!first) return first.error();
    for (std::size_t level = *first; level < levels_.size(); ++level) {
      current.swap(below);
      current.resize(levels_[level].size());
      if (levels_[level].empty()) continue;
      const LevelBorder border = border_before(level, solved);
      if (auto passed = pass(border, below, solved); !passed) return passed.error();
      if (auto moved = move_windows(options, level); !moved) return moved.error();
      if (!options.windows.empty()) solver_.forget_look_ups();
      const bool is_whole = solve_level(level, current, below, solved, progress);
      for (const Slice& slice : slices_of(solved)) slice.rest();
      if (is_too_long_.load(std::memory_order_relaxed)) return too_long(layout_.material());
      // Before anything is kept, since what could not be read has led to wrong codes.
      if (auto read = successors_.failure(); !read) return read.error();
      if (!is_whole) return stop_at(border, below, solved);
    }
    const LevelBorder end = border_before(levels_.size(), solved);
    if (checkpoints_ != nullptr && checkpoints_->stop().unheed()) return stop_at(end, current, solved);
    solved.counts = end.counts;
    solved.longest = end.longest;
    return solved;
  }

 private:
  using Element = typename Method::Element;
  using Configuration = typename Method::Configuration;
  using Packer = typename Method::Packer;
  using Slice = typename Packer::Slice;
  static constexpr bool has_distances = Method::metric != Metric::wld;

  struct Worker {
    Configuration configuration;
    Configuration turned;
    Packer packer;
  };

  static std::array<Slice, 2>& slices_of(SolvedMaterial& solved) {
    if constexpr (has_distances)
      return solved.distances;
    else
      return solved.codes;
  }

  [[nodiscard]] bool is_canonical() const { return layout_.material() == layout_.material().canonical(); }
  // The slice of a file that holds the positions with `side` to move, in the solving orientation.
  [[nodiscard]] std::size_t slice_of(Side side) const { return (side == Side::white) == is_canonical() ? 0 : 1; }

  Result<void> prepare(SolvedMaterial& solved, const SolveOptions& options) {
    const std::uint64_t positions = SliceNumbering(layout_.space(), layout_.material()).positions();
    const auto prepare_slices = has_distances ? prepare_distances : prepare_codes;
    if (auto prepared = prepare_slices(solved, layout_.material(), positions, options); !prepared) return prepared;
    if (options.keep_words)
      solved.words = std::make_unique<WordTable>(layout_.space(), layout_.material(), WordTable::Holds::all,
                                                 content_of(Method::metric));
    std::array<Slice, 2>& slices = slices_of(solved);
    targets_.white_to_move = &slices[slice_of(Side::white)];
    targets_.black_to_move = layout_.material().is_symmetric() ? nullptr : &slices[slice_of(Side::black)];
    return {};
  }

  // The level to begin with, after the one whose words are in `last`.
  Result<std::size_t> resume(SolvedMaterial& solved, LevelWords<Element>& last, const SolveOptions& options,
                             std::atomic<std::uint64_t>& progress) {
    checkpoints_ = options.checkpoints;
    if (checkpoints_ == nullptr) return std::size_t{0};
    const auto border = checkpoints_->find();
    if (!border || border->level == 0 || border->level > levels_.size()) return std::size_t{0};
    last.resize(levels_[border->level - 1].size());
    if (!checkpoints_->read(content<std::byte>(last, solved))) {
      solved = {};
      if (auto prepared = prepare(solved, options); !prepared) return prepared.error();
      return std::size_t{0};
    }
    solved.counts = border->counts;
    solved.longest = border->longest;
    progress.fetch_add(border->positions(), std::memory_order_relaxed);
    return static_cast<std::size_t>(border->level);
  }

  // What a checkpoint holds beside the border, before which is the level of `words`. Codes of the level behind it that
  // are in place already do no harm: solved again, it has the same.
  template <class Byte>
  CheckpointContent<Byte> content(LevelWords<Element>& words, SolvedMaterial& solved) {
    std::array<Slice, 2>& slices = slices_of(solved);
    return {{slices[0].writable_bytes(), slices[1].writable_bytes(), std::as_writable_bytes(words.all())}, [&slices] {
              for (const Slice& slice : slices) slice.rest();
            }};
  }

  // `below` has the words of the last level before the border.
  Result<void> pass(const LevelBorder& border, LevelWords<Element>& below, SolvedMaterial& solved) {
    // Before there is anything to be lost, whoever wants an end may have it at once.
    if (checkpoints_ == nullptr || border.positions() == 0) return {};
    checkpoints_->stop().heed();
    if (checkpoints_->is_due()) checkpoints_->write(border, content<const std::byte>(below, solved));
    if (checkpoints_->stop().is_requested()) return stop_at(border, below, solved);
    return {};
  }

  Error stop_at(const LevelBorder& border, LevelWords<Element>& below, SolvedMaterial& solved) {
    checkpoints_->write(border, content<const std::byte>(below, solved));
    return {ErrorCode::stopped, layout_.material().canonical().name() + ": stopped as asked"};
  }

  // Whether all of it is solved, since nobody has asked for an end.
  bool solve_level(std::size_t level, LevelWords<Element>& current, const LevelWords<Element>& below,
                   SolvedMaterial& solved, std::atomic<std::uint64_t>& progress) {
    const std::span<const std::uint32_t> ranks = levels_[level];
    const std::uint64_t positions =
        targets_.white_to_move->positions() / layout_.men().count() * (targets_.black_to_move == nullptr ? 1 : 2);
    const SolvingStop* const stop = checkpoints_ == nullptr ? nullptr : &checkpoints_->stop();
    std::atomic<bool> is_whole = true;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size()), [&](const auto& range) {
      Worker& worker = workers_.local();
      for (std::size_t slot = range.begin(); slot != range.end(); ++slot) {
        if (stop != nullptr && stop->is_requested()) {
          is_whole.store(false, std::memory_order_relaxed);
          return;
        }
        worker.configuration.reset(layout_.men().unrank(ranks[slot]), current.of_slot(slot));
        if constexpr (Method::turns) {
          if (turner_) {
            solve_symmetric(worker, ranks[slot], current, below, solved);
            continue;
          }
        }
        solver_.solve(worker.configuration, below);
        finish(worker, worker.configuration, ranks[slot], solved);
      }
      progress.fetch_add(range.size() * positions, std::memory_order_relaxed);
    });
    return is_whole.load(std::memory_order_relaxed);
  }

  // Of two configurations that are each other's turned ones, one is solved for both.
  void solve_symmetric(Worker& worker, std::uint64_t rank, LevelWords<Element>& current,
                       const LevelWords<Element>& below, SolvedMaterial& solved) {
    ConfigurationWords& configuration = worker.configuration;
    const MenConfiguration turned_men = turner_->turned_men(configuration.men);
    const std::uint64_t turned_rank = layout_.men().rank(turned_men);
    if (turned_rank < rank) return;
    if (turned_rank == rank) {
      solver_.solve(configuration, below, *turner_);
      finish(worker, configuration, rank, solved);
      return;
    }
    solver_.solve(configuration, below);
    finish(worker, configuration, rank, solved);
    worker.turned.reset(turned_men, current.of_slot(levels_.slot(turned_rank)));
    turner_->turn(configuration, worker.turned);
    finish(worker, worker.turned, turned_rank, solved);
  }

  void finish(Worker& worker, Configuration& configuration, std::uint64_t rank, SolvedMaterial& solved) {
    worker.packer.pack(configuration, rank, targets_);
    if (solved.words)
      std::ranges::copy(result_of(configuration), solved.words->template configuration<Element>(rank).begin());
    if constexpr (has_distances) {
      if (configuration.is_too_long) is_too_long_.store(true, std::memory_order_relaxed);
    }
  }

  static std::span<Element> result_of(Configuration& configuration) {
    if constexpr (!std::is_same_v<Element, Words>)
      return configuration.codes;
    else
      return configuration.values;
  }

  // With what a checkpoint brought, which `solved` has, and what was packed since, which must be all of whole levels.
  LevelBorder border_before(std::size_t level, const SolvedMaterial& solved) const {
    LevelBorder border{level, solved.counts, solved.longest};
    for (const Worker& worker : workers_) {
      for (Side side : {Side::white, Side::black}) {
        const SliceCounts& from = worker.packer.counts(side);
        if (from.positions == 0) continue;
        border.counts[slice_of(side)] += from;
        if constexpr (has_distances) {
          border.longest[slice_of(side)].win.add(worker.packer.longest(side).win);
          border.longest[slice_of(side)].loss.add(worker.packer.longest(side).loss);
        }
      }
    }
    return border;
  }

  WordLayout layout_;
  const Successors& successors_;
  Levels levels_;
  typename Method::Solver solver_;
  std::optional<WordTurner> turner_;  ///< of a symmetric material
  SliceTargetsOf<Slice> targets_{};
  std::atomic<bool> is_too_long_ = false;
  Checkpoints* checkpoints_ = nullptr;
  tbb::enumerable_thread_specific<Worker> workers_;
};

template <class Rules, class Method>
class WordWindowOf final : public WordWindow {
 public:
  WordWindowOf(TableReader table, Successors successors)
      : successors_(std::move(successors)),
        words_({Rules::Board::shape, Rules::king_run_limit}, solving_orientation(table.info().material),
               WordTable::Holds::one_level, content_of(Method::metric)),
        loader_(std::move(table), words_.layout(), successors_) {}

  [[nodiscard]] const WordTable& words() const override { return words_; }

  Result<void> move_to(std::size_t level) override {
    words_.hold_level(level);
    if (level >= words_.levels().size()) return {};
    const std::span<const std::uint32_t> ranks = words_.levels()[level];
    return loader_.load(words_, ranks.size(), [&](std::size_t i) { return std::uint64_t{ranks[i]}; });
  }

 private:
  Successors successors_;
  WordTable words_;
  ConfigurationLoader<Rules, typename Method::Element> loader_;
};

template <class Rules, class Method = SolvingMethod<Rules, Metric::wld>>
class MaterialSolverOf final : public MaterialSolver {
 public:
  Result<SolvedMaterial> solve(const Material& material, const Successors& successors, const SolveOptions& options,
                               std::atomic<std::uint64_t>& progress) const override {
    if (material.kings() == 0) return typename Method::MenSolving(material, successors).run(options, progress);
    return MaterialSolving<Rules, Method>(material, successors).run(options, progress);
  }

  Result<std::uint64_t> solve_part(const TableCut& cut, std::size_t index, const Successors& successors,
                                   const SolveOptions& options, std::atomic<std::uint64_t>& progress) const override {
    if constexpr (Method::metric == Metric::wld) {
      const Material material = solving_orientation(cut.material());
      return PartSolving<Rules>(material, successors).run(cut, index, options, progress);
    } else {
      return Error{ErrorCode::invalid_argument, "tables of distances are not made in parts"};
    }
  }

  Result<std::unique_ptr<WordTable>> load(TableReader table, const Successors& successors) const override {
    const Material material = solving_orientation(table.info().material);
    auto words = std::make_unique<WordTable>(PositionSpace(Rules::Board::shape, Rules::king_run_limit), material,
                                             WordTable::Holds::all, content_of(Method::metric));
    ConfigurationLoader<Rules, typename Method::Element> loader(std::move(table), words->layout(), successors);
    const std::size_t count = words->layout().men().count();
    if (auto loaded = loader.load(*words, count, [](std::size_t i) { return std::uint64_t{i}; }); !loaded)
      return loaded.error();
    return words;
  }

  std::unique_ptr<WordWindow> open_window(TableReader table, Successors successors) const override {
    return std::make_unique<WordWindowOf<Rules, Method>>(std::move(table), std::move(successors));
  }

  Result<std::unique_ptr<CachedWords>> open_cache(const TableReader& table, const StoredPositions& stored,
                                                  Successors successors, std::uint64_t bytes) const override {
    using Element = typename Method::Element;
    const Material material = solving_orientation(table.info().material);
    if (ConfigurationRestorer<Rules, Element>::has_too_long_plays(table)) return too_long(material);
    std::unique_ptr<CachedWords> cache = std::make_unique<ConfigurationCache<Element>>(
        std::make_unique<SingleConfigurations<Rules, Element>>(stored, material, std::move(successors)), bytes);
    return cache;
  }
};

}  // namespace dambase
