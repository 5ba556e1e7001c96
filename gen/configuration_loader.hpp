// Brings finished configurations back as words: stored values as they are, positions with captures, which
// no table stores, resolved anew from smaller material.
#pragma once

#include <array>
#include <type_traits>

#include "gen/material_solver.hpp"
#include "gen/solving_method.hpp"
#include "gen/word_loader.hpp"

namespace dambase {

/// Makes words of stored values. Element is Words, DistanceWords or RuleWords.
template <class Rules, class Element>
class ConfigurationRestorer {
  static constexpr bool has_distances = !std::is_same_v<Element, Words>;
  static constexpr Metric metric = std::is_same_v<Element, RuleWords>       ? Metric::rule
                                   : std::is_same_v<Element, DistanceWords> ? Metric::dtw
                                                                            : Metric::wld;
  using Method = SolvingMethod<Rules, metric>;
  using Codes = CodesOf<Rules, metric>;

 public:
  using Configuration = typename Method::Configuration;
  static constexpr WordContent content = content_of(metric);

  /// Both must outlive this object.
  ConfigurationRestorer(const WordLayout& layout, const Successors& successors)
      : layout_(layout), successors_(successors), loader_(layout), solver_(layout, successors) {}

  /// Finds the words of the configuration with `men_rank` from the values that `white` and `black` have at `place`;
  /// `words` are all zero. `configuration` is working memory.
  void restore(Configuration& configuration, std::uint64_t men_rank, std::span<Element> words,
               const ConfigurationValues& white, const ConfigurationValues& black, std::size_t place) {
    configuration.reset(layout_.men().unrank(men_rank), words);
    solver_.resolve_captures(configuration);
    if constexpr (has_distances) {
      loader_.add_white_to_move(configuration, words, white, place, numbers_of_symbols);
      loader_.add_black_to_move(configuration, words, black, place, numbers_of_symbols);
    } else {
      loader_.add_white_to_move(configuration, white, place);
      loader_.add_black_to_move(configuration, black, place);
    }
  }

  [[nodiscard]] const WordLayout& layout() const { return layout_; }
  /// The rank of a configuration for Black to move.
  [[nodiscard]] std::uint64_t turned_rank(std::uint64_t men_rank) const {
    return loader_.turned_rank(layout_.men().unrank(men_rank));
  }
  /// What stood in the way of looking up captures.
  [[nodiscard]] Result<void> failure() const { return successors_.failure(); }
  /// Whether the words that this makes have no numbers for some plies of `table`.
  [[nodiscard]] static bool has_too_long_plays(const TableReader& table) {
    if (!has_distances) return false;
    const auto is_too_long = [](const LongestPlays& plays) { return plays.longer().plies > Codes::most_plies; };
    return std::ranges::any_of(table.info().longest, is_too_long) || table.coding(0).symbol_bytes != 1 ||
           (table.info().is_stored[1] && table.coding(1).symbol_bytes != 1);
  }

 private:
  // The numbers that words have for the symbols of one byte.
  static constexpr auto numbers_of_symbols = [] {
    constexpr DistanceSymbols symbols(metric, value_without_moves<Rules>);
    std::array<Lanes::Number, 256> numbers{};
    for (std::size_t symbol = 0; symbol < numbers.size(); ++symbol)
      numbers[symbol] = Codes::of(symbols.distance_of(static_cast<DistanceSymbol>(symbol)));
    return numbers;
  }();

  const WordLayout& layout_;
  const Successors& successors_;
  WordLoader loader_;
  typename Method::Solver solver_;
};

/// Loads many configurations at once, block by block of their table.
template <class Rules, class Element = Words>
class ConfigurationLoader {
  using Restorer = ConfigurationRestorer<Rules, Element>;

 public:
  /// Loads from `table`; all but `table`, which is taken over, must outlive this object.
  ConfigurationLoader(TableReader table, const WordLayout& layout, const Successors& successors)
      : table_(std::move(table)),
        restorer_(layout, successors),
        white_(SliceNumbering(layout.space(), layout.material()), Restorer::content),
        black_(SliceNumbering(layout.space(), layout.material().twin()), Restorer::content) {}

  /// Loads `count` configurations, those with the ranks `rank_of(0)` and on, into `words`, which holds them
  /// with all their words zero.
  template <class RankOf>
  Result<void> load(WordTable& words, std::size_t count, const RankOf& rank_of) {
    if (Restorer::has_too_long_plays(table_)) return too_long(restorer_.layout().material());
    const std::size_t at_once = std::min(white_.at_once(), black_.at_once());
    for (std::size_t first = 0; first < count; first += at_once) {
      const std::size_t some = std::min(at_once, count - first);
      if (auto read = read_values(some, [&](std::size_t i) { return rank_of(first + i); }); !read) return read;
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, some), [&](const auto& range) {
        typename Restorer::Configuration& configuration = configurations_.local();
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          const std::uint64_t rank = rank_of(first + i);
          restorer_.restore(configuration, rank, words.template configuration<Element>(rank), white_, black_, i);
        }
      });
    }
    return restorer_.failure();
  }

 private:
  template <class RankOf>
  Result<void> read_values(std::size_t count, const RankOf& rank_of) {
    std::vector<ConfigurationValues::Wanted> of_white;
    std::vector<ConfigurationValues::Wanted> of_black;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t rank = rank_of(i);
      of_white.push_back({rank, i});
      of_black.push_back({restorer_.turned_rank(rank), i});
    }
    const Material& material = restorer_.layout().material();
    const std::size_t slice = material == material.canonical() ? 0 : 1;
    if (auto read = white_.read(table_, slice, std::move(of_white)); !read) return read;
    return black_.read(table_, material.is_symmetric() ? slice : 1 - slice, std::move(of_black));
  }

  TableReader table_;
  Restorer restorer_;
  ConfigurationValues white_;  ///< with White to move
  ConfigurationValues black_;  ///< with Black to move, turned
  tbb::enumerable_thread_specific<typename Restorer::Configuration> configurations_;
};

/// Loads one configuration at a time, through the cache of the prober.
template <class Rules, class Element>
class SingleConfigurations final : public ConfigurationSource<Element> {
  using Restorer = ConfigurationRestorer<Rules, Element>;

 public:
  /// Of `material`, in solving orientation; `stored` must outlive this object.
  SingleConfigurations(const StoredPositions& stored, const Material& material, Successors successors)
      : stored_(stored),
        successors_(std::move(successors)),
        layout_({Rules::Board::shape, Rules::king_run_limit}, material),
        restorer_(layout_, successors_),
        workers_([this] { return Worker(layout_); }) {}

  [[nodiscard]] const WordLayout& layout() const override { return layout_; }

  Result<void> load(std::uint64_t men_rank, std::span<Element> words) override {
    Worker& worker = workers_.local();
    const Material& material = layout_.material();
    if (auto read = worker.white.read_one(stored_, material, men_rank); !read) return read;
    if (auto read = worker.black.read_one(stored_, material.twin(), restorer_.turned_rank(men_rank)); !read)
      return read;
    restorer_.restore(worker.configuration, men_rank, words, worker.white, worker.black, 0);
    return restorer_.failure();
  }

 private:
  struct Worker {
    explicit Worker(const WordLayout& layout)
        : white(SliceNumbering(layout.space(), layout.material()), Restorer::content),
          black(SliceNumbering(layout.space(), layout.material().twin()), Restorer::content) {}

    ConfigurationValues white;
    ConfigurationValues black;
    typename Restorer::Configuration configuration;
  };

  const StoredPositions& stored_;
  Successors successors_;
  WordLayout layout_;
  Restorer restorer_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dambase
