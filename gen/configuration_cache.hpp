// Words of finished tables that do not fit into memory as a whole: man configurations are loaded when they are asked
// for, and those asked for least recently are let go of.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/word_layout.hpp"

namespace dambase {

/// What does not depend on what words say.
class CachedWords {
 public:
  virtual ~CachedWords() = default;
  [[nodiscard]] virtual const WordLayout& layout() const = 0;
  /// What first stood in the way of loading, if anything did; from then on what is looked up means nothing.
  [[nodiscard]] virtual Result<void> failure() const = 0;
};

/// Where a cache has its configurations from. Element is Words or DistanceWords.
template <class Element>
class ConfigurationSource {
 public:
  virtual ~ConfigurationSource() = default;
  [[nodiscard]] virtual const WordLayout& layout() const = 0;
  /// Loads a configuration into `words`, which are all zero. May be called from several threads at once.
  virtual Result<void> load(std::uint64_t men_rank, std::span<Element> words) = 0;
};

/// The words of a man configuration, which stay as long as this is held.
template <class Element>
struct CachedConfiguration {
  std::shared_ptr<const std::vector<Element>> page;
  const Element* words = nullptr;
  std::uintptr_t number = 0;  ///< odd, and never given twice, as an address may be
};

/// May be used from any number of threads at once. Small configurations are loaded by pages of some that lie side by
/// side in their level: what solves level by level soon comes to the others. Who asks for a page that another thread is
/// loading waits for it. Loading may ask other caches, but only of fewer pieces, so that no threads wait for each
/// other.
template <class Element>
class ConfigurationCache final : public CachedWords {
 public:
  /// Keeps as many pages as `bytes` are enough for, at least one.
  ConfigurationCache(std::unique_ptr<ConfigurationSource<Element>> source, std::uint64_t bytes)
      : source_(std::move(source)),
        words_(layout().words_per_configuration()),
        configurations_of_page_(configurations_of_page(words_)) {
    if (configurations_of_page_ > 1) levels_.emplace(layout().shape(), layout().men());
    const std::uint64_t pages = bytes / page_bytes(words_);
    shards_ = std::vector<Shard>(std::clamp<std::size_t>(pages / least_of_shard, 1, most_shards));
    for (Shard& shard : shards_) shard.capacity = std::max<std::size_t>(1, pages / shards_.size());
  }

  [[nodiscard]] const WordLayout& layout() const override { return source_->layout(); }

  [[nodiscard]] CachedConfiguration<Element> configuration(std::uint64_t men_rank) {
    const std::uint64_t order = order_of(men_rank);
    const Page page = page_of(order / configurations_of_page_);
    const std::size_t place = order % configurations_of_page_;
    return {page.words, page.words->data() + place * words_, page.number + 2 * place};
  }

  [[nodiscard]] Result<void> failure() const override {
    const std::scoped_lock lock(failure_mutex_);
    if (failure_) return *failure_;
    return {};
  }

  /// What a page takes in memory, by the words of a configuration.
  [[nodiscard]] static std::uint64_t page_bytes(std::uint64_t words) {
    constexpr std::uint64_t bookkeeping = 384;
    return configurations_of_page(words) * words * sizeof(Element) + bookkeeping;
  }
  /// What a cache takes beside its pages, by the words of a configuration and the number of these.
  [[nodiscard]] static std::uint64_t order_bytes(std::uint64_t words, std::uint64_t configurations) {
    return configurations_of_page(words) > 1 ? Levels::bytes(configurations) : 0;
  }

 private:
  struct Page {
    std::shared_ptr<const std::vector<Element>> words;
    std::uintptr_t number;  ///< of its first configuration
  };
  using Future = std::shared_future<Page>;

  // The pages whose numbers have one remainder, the last asked for first.
  struct Shard {
    std::mutex mutex;
    std::size_t capacity = 1;
    std::list<std::pair<std::uint64_t, Future>> recent;
    std::unordered_map<std::uint64_t, typename std::list<std::pair<std::uint64_t, Future>>::iterator> places;

    // What is here, or on its way; if nothing is, what `promise` will bring is from now on.
    std::optional<Future> find_or_add(std::uint64_t page, std::promise<Page>& promise) {
      const std::scoped_lock lock(mutex);
      if (const auto found = places.find(page); found != places.end()) {
        recent.splice(recent.begin(), recent, found->second);
        return found->second->second;
      }
      if (recent.size() == capacity) {
        places.erase(recent.back().first);
        recent.pop_back();
      }
      recent.emplace_front(page, promise.get_future().share());
      places[page] = recent.begin();
      return std::nullopt;
    }
  };
  static constexpr std::size_t most_shards = 64;
  static constexpr std::size_t least_of_shard = 16;

  static std::uint64_t configurations_of_page(std::uint64_t words) {
    constexpr std::uint64_t least_words = 64;
    return std::max<std::uint64_t>(1, least_words / words);
  }

  // Where a configuration is in the order of pages, and back.
  [[nodiscard]] std::uint64_t order_of(std::uint64_t rank) const {
    return levels_ ? levels_->place(Levels::man_steps(layout().shape(), layout().men().unrank(rank)), rank) : rank;
  }
  [[nodiscard]] std::uint64_t rank_at(std::uint64_t order) const { return levels_ ? levels_->rank_at(order) : order; }

  Page page_of(std::uint64_t page) {
    Shard& shard = shards_[page % shards_.size()];
    std::promise<Page> promise;
    if (const auto known = shard.find_or_add(page, promise)) return known->get();
    try {
      Page loaded = load(page);
      promise.set_value(loaded);
      return loaded;
    } catch (...) {
      promise.set_exception(std::current_exception());
      throw;
    }
  }

  Page load(std::uint64_t page) {
    const std::uint64_t first = page * configurations_of_page_;
    const std::uint64_t count = std::min(configurations_of_page_, layout().men().count() - first);
    auto words = std::make_shared<std::vector<Element>>(count * words_);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (auto done = source_->load(rank_at(first + i), std::span(*words).subspan(i * words_, words_)); !done) {
        const std::scoped_lock lock(failure_mutex_);
        if (!failure_) failure_ = done.error();
        break;
      }
    }
    return {std::move(words), 2 * numbers_.fetch_add(count, std::memory_order_relaxed) + 1};
  }

  std::unique_ptr<ConfigurationSource<Element>> source_;
  std::uint64_t words_;  ///< of a configuration
  std::uint64_t configurations_of_page_;
  std::optional<Levels> levels_;  ///< where a page has several configurations
  std::vector<Shard> shards_;
  inline static std::atomic<std::uintptr_t> numbers_{0};  ///< given by all caches so far
  mutable std::mutex failure_mutex_;
  std::optional<Error> failure_;
};

}  // namespace dambase
