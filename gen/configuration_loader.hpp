// Brings finished configurations back as words: stored values as they are, positions with captures, which
// no table stores, resolved anew from smaller material.
#pragma once

#include <array>
#include <type_traits>

#include "gen/configuration_solver.hpp"
#include "gen/dtw_solver.hpp"
#include "gen/material_solver.hpp"
#include "gen/word_loader.hpp"

namespace dambase {

template <class Rules, class Element = Words>
class ConfigurationLoader {
  static constexpr bool has_distances = std::is_same_v<Element, DistanceWords>;

 public:
  /// Loads from `table`; all but `table`, which is taken over, must outlive this object.
  ConfigurationLoader(TableReader table, const WordLayout& layout, const Successors& successors)
      : table_(std::move(table)),
        layout_(layout),
        loader_(layout),
        solver_(layout, successors),
        white_(SliceNumbering(layout.space(), layout.material()), content),
        black_(SliceNumbering(layout.space(), layout.material().twin()), content) {}

  /// Loads `count` configurations, those with the ranks `rank_of(0)` and on, into `words`, which holds them
  /// with all their words zero.
  template <class RankOf>
  Result<void> load(WordTable& words, std::size_t count, const RankOf& rank_of) {
    if (has_distances && has_too_long_plays()) return too_long(layout_.material());
    const std::size_t at_once = std::min(white_.at_once(), black_.at_once());
    for (std::size_t first = 0; first < count; first += at_once) {
      const std::size_t some = std::min(at_once, count - first);
      if (auto read = read_values(some, [&](std::size_t i) { return rank_of(first + i); }); !read) return read;
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, some), [&](const auto& range) {
        Configuration& configuration = configurations_.local();
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          const std::uint64_t rank = rank_of(first + i);
          const std::span<Element> of_configuration = words.template configuration<Element>(rank);
          configuration.reset(layout_.men().unrank(rank), of_configuration);
          solver_.resolve_captures(configuration);
          if constexpr (has_distances) {
            loader_.add_white_to_move(configuration, of_configuration, white_, i, numbers_of_symbols);
            loader_.add_black_to_move(configuration, of_configuration, black_, i, numbers_of_symbols);
          } else {
            loader_.add_white_to_move(configuration, white_, i);
            loader_.add_black_to_move(configuration, black_, i);
          }
        }
      });
    }
    return {};
  }

 private:
  using Configuration = std::conditional_t<has_distances, DtwConfiguration, ConfigurationWords>;
  using Solver = std::conditional_t<has_distances, DtwSolver<Rules>, ConfigurationSolver<Rules>>;
  static constexpr WordContent content = has_distances ? WordContent::distances : WordContent::values;

  // The numbers that DistanceWords have for the symbols of one byte.
  static constexpr auto numbers_of_symbols = [] {
    using Codes = WinCode<Rules::no_move_wins>;
    constexpr DistanceSymbols symbols(Metric::dtw, value_without_moves<Rules>);
    std::array<Lanes::Number, 256> numbers{};
    for (std::size_t symbol = 0; symbol < numbers.size(); ++symbol) {
      const Distance distance = symbols.distance_of(static_cast<DistanceSymbol>(symbol));
      numbers[symbol] = distance.value == Value::draw ? Codes::draw : Codes::of_plies(distance.plies);
    }
    return numbers;
  }();

  [[nodiscard]] bool has_too_long_plays() const {
    const auto is_too_long = [](const LongestPlays& plays) {
      return plays.longer().plies > WinCode<Rules::no_move_wins>::most_plies;
    };
    return std::ranges::any_of(table_.info().longest, is_too_long) || table_.coding(0).symbol_bytes != 1 ||
           (table_.info().is_stored[1] && table_.coding(1).symbol_bytes != 1);
  }

  template <class RankOf>
  Result<void> read_values(std::size_t count, const RankOf& rank_of) {
    std::vector<ConfigurationValues::Wanted> of_white;
    std::vector<ConfigurationValues::Wanted> of_black;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t rank = rank_of(i);
      of_white.push_back({rank, i});
      of_black.push_back({loader_.turned_rank(layout_.men().unrank(rank)), i});
    }
    const Material& material = layout_.material();
    const std::size_t slice = material == material.canonical() ? 0 : 1;
    if (auto read = white_.read(table_, slice, std::move(of_white)); !read) return read;
    return black_.read(table_, material.is_symmetric() ? slice : 1 - slice, std::move(of_black));
  }

  TableReader table_;
  const WordLayout& layout_;
  WordLoader loader_;
  Solver solver_;
  ConfigurationValues white_;  ///< with White to move
  ConfigurationValues black_;  ///< with Black to move, turned
  tbb::enumerable_thread_specific<Configuration> configurations_;
};

}  // namespace dambase
