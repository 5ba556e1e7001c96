#include "gen/part_gathering.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>

#include "gen/levels.hpp"
#include "gen/part_file.hpp"
#include "gen/slice_packer.hpp"

namespace dambase {
namespace {

class Gathering {
 public:
  Gathering(const PartOfTable& table, std::atomic<std::uint64_t>& progress)
      : table_(table),
        progress_(progress),
        layout_(table.identity.variant->position_space(), solving_orientation(table.identity.material)),
        levels_(layout_.shape(), layout_.men()),
        workers_([this] {
          return Worker{{}, {}, SlicePacker(layout_)};
        }) {}

  Result<SolvedMaterial> run(const SolveOptions& options) {
    SolvedMaterial solved;
    const std::uint64_t positions = SliceNumbering(layout_.space(), layout_.material()).positions();
    if (auto prepared = prepare_codes(solved, layout_.material(), positions, options); !prepared)
      return prepared.error();
    targets_.white_to_move = &solved.codes[slice_of(Side::white)];
    targets_.black_to_move = is_symmetric() ? nullptr : &solved.codes[slice_of(Side::black)];
    for (std::size_t index = 0; index < table_.parts.size(); ++index) {
      if (auto taken = take(index); !taken) return taken.error();
      for (const SliceCodes& codes : solved.codes) codes.rest();
    }
    for (const Worker& worker : workers_) {
      for (Side side : {Side::white, Side::black}) {
        if (worker.packer.counts(side).positions > 0) solved.counts[slice_of(side)] += worker.packer.counts(side);
      }
    }
    return solved;
  }

 private:
  struct Worker {
    ConfigurationWords configuration;
    std::vector<Words> values;
    SlicePacker packer;
  };

  [[nodiscard]] bool is_symmetric() const { return layout_.material().is_symmetric(); }
  // As in the solver: sides are those of the solving orientation.
  [[nodiscard]] std::size_t slice_of(Side side) const {
    return (side == Side::white) == (layout_.material() == layout_.material().canonical()) ? 0 : 1;
  }

  // The ranks of the configurations of a part, in the order in which they are stored.
  [[nodiscard]] std::vector<std::uint32_t> ranks_of(const SlicePart& part) const {
    std::vector<std::uint32_t> ranks;
    for (std::size_t level = part.first_level; level < std::min(part.end_level, levels_.size()); ++level) {
      const auto [first, last] = part.range(levels_[level].size());
      const auto some = levels_[level].subspan(first, last - first);
      ranks.insert(ranks.end(), some.begin(), some.end());
    }
    return ranks;
  }

  Result<void> take(std::size_t index) {
    PartIdentity identity = table_.identity;
    identity.index = static_cast<int>(index);
    const auto reader = PartReader::open(table_.path_of(identity.index), identity);
    if (!reader) return reader.error();
    const std::vector<std::uint32_t> ranks = ranks_of(table_.parts[index]);
    if (ranks.size() != reader->configurations())
      return Error{ErrorCode::damaged_table, table_.path_of(identity.index).string() + ": damaged: not of this size"};
    std::vector<Result<void>> results(reader->chunks());
    tbb::parallel_for(std::size_t{0}, reader->chunks(), [&](std::size_t chunk) {
      const auto words = reader->read(chunk);
      if (words) {
        pack(std::span(ranks).subspan(chunk * reader->configurations_per_chunk()), *words);
      } else {
        results[chunk] = words.error();
      }
    });
    for (const Result<void>& result : results) {
      if (!result) return result;
    }
    return {};
  }

  // The configurations of a chunk, the first of which has the first of `ranks`.
  void pack(std::span<const std::uint32_t> ranks, std::span<const PartWord> words) {
    Worker& worker = workers_.local();
    ConfigurationWords& configuration = worker.configuration;
    const std::size_t size = layout_.words_per_configuration();
    worker.values.resize(size);
    for (std::size_t i = 0; i < words.size() / size; ++i) {
      configuration.reset(layout_.men().unrank(ranks[i]), worker.values);
      for (std::size_t word = 0; word < size; ++word) {
        const PartWord& from = words[i * size + word];
        worker.values[word] = from.values;
        configuration.legal[word] = layout_.legal_bits(configuration.men, word);
        configuration.captures(Side::white)[word] = Bitboard(from.white_captures);
        configuration.captures(Side::black)[word] = Bitboard(from.black_captures);
      }
      worker.packer.pack(configuration, ranks[i], targets_);
    }
    const std::uint64_t positions = targets_.white_to_move->positions() / layout_.men().count();
    progress_.fetch_add(words.size() / size * positions * (is_symmetric() ? 1 : 2), std::memory_order_relaxed);
  }

  const PartOfTable& table_;
  std::atomic<std::uint64_t>& progress_;
  WordLayout layout_;
  Levels levels_;
  SliceTargets targets_{};
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace

Result<SolvedMaterial> gather_parts(const PartOfTable& table, const SolveOptions& options,
                                    std::atomic<std::uint64_t>& progress) {
  return Gathering(table, progress).run(options);
}

}  // namespace dambase
