// Brings finished configurations back as words: stored values as they are, positions with captures, which
// no table stores, resolved anew from smaller material.
#pragma once

#include "gen/configuration_solver.hpp"
#include "gen/word_loader.hpp"

namespace dambase {

template <class Rules>
class ConfigurationLoader {
 public:
  /// Loads from `table`; all but `table`, which is taken over, must outlive this object.
  ConfigurationLoader(TableReader table, const WordLayout& layout, const Successors& successors)
      : table_(std::move(table)),
        layout_(layout),
        loader_(layout),
        solver_(layout, successors),
        white_(SliceNumbering(layout.space(), layout.material())),
        black_(SliceNumbering(layout.space(), layout.material().twin())) {}

  /// Loads `count` configurations, those with the ranks `rank_of(0)` and on, into `words`, which holds them
  /// with all their words zero.
  template <class RankOf>
  Result<void> load(WordTable& words, std::size_t count, const RankOf& rank_of) {
    const std::size_t at_once = std::min(white_.at_once(), black_.at_once());
    for (std::size_t first = 0; first < count; first += at_once) {
      const std::size_t some = std::min(at_once, count - first);
      if (auto read = read_values(some, [&](std::size_t i) { return rank_of(first + i); }); !read) return read;
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, some), [&](const auto& range) {
        ConfigurationWords& configuration = configurations_.local();
        for (std::size_t i = range.begin(); i != range.end(); ++i) {
          const std::uint64_t rank = rank_of(first + i);
          configuration.reset(layout_.men().unrank(rank), words.configuration(rank));
          solver_.resolve_captures(configuration);
          loader_.add_white_to_move(configuration, white_, i);
          loader_.add_black_to_move(configuration, black_, i);
        }
      });
    }
    return {};
  }

 private:
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
  ConfigurationSolver<Rules> solver_;
  ConfigurationValues white_;  ///< with White to move
  ConfigurationValues black_;  ///< with Black to move, turned
  tbb::enumerable_thread_specific<ConfigurationWords> configurations_;
};

}  // namespace dambase
