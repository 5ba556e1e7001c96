#include "gen/code_dealer.hpp"

#include <algorithm>
#include <cstring>

#include "gen/part_file.hpp"

namespace dambase {
namespace {

constexpr std::uint64_t codes_per_word = SliceCodes::codes_per_word;

// Of dealt codes; less where there are so many sections that together they would take more than `pending_words`.
constexpr std::size_t most_dealt_words = std::size_t{32} << 10;
constexpr std::size_t least_dealt_words = std::size_t{1} << 10;
constexpr std::size_t pending_words = std::size_t{8} << 20;

// In front of codes in a chunk: the slice above their first word, and how many words.
constexpr std::size_t head_words = 2;
constexpr unsigned slice_shift = 63;

std::size_t dealt_words(std::size_t sections) {
  return std::clamp(pending_words / (sections + 1), least_dealt_words, most_dealt_words);
}

}  // namespace

CodeDealer::CodeDealer(const TableCut& cut, ChunkFileWriter& file)
    : cut_(cut),
      file_(file),
      words_a_chunk_(dealt_words(cut.sections())),
      pending_(PartStream::section(cut.sections())) {
  for (std::size_t section = 0; section < cut.sections(); ++section) {
    for (const SectionRange& range : cut.section(section)) {
      auto& destinations = destinations_[range.slice];
      const std::uint64_t before = destinations.empty() ? 0 : destinations.back().reach;
      destinations.push_back({range, PartStream::section(section), std::max(before, range.end_code)});
    }
  }
}

std::uint64_t CodeDealer::memory_bytes(std::size_t sections, int threads) {
  const std::uint64_t chunk = dealt_words(sections) * sizeof(std::uint64_t);
  return (sections + 1) * chunk +
         static_cast<std::uint64_t>(threads) * (2 * chunk + ChunkFileWriter::bytes_beside(chunk));
}

void CodeDealer::deal(std::size_t slice, const CodeRun& run) {
  const std::uint64_t end = run.end();
  if (end == run.first()) return;
  deal_to_sections(slice, run, end);
  deal_what_is_learned(slice, run, end);
}

void CodeDealer::deal_to_sections(std::size_t slice, const CodeRun& run, std::uint64_t end) {
  const auto& destinations = destinations_[slice];
  for (auto to = std::ranges::upper_bound(destinations, run.first(), {}, &Destination::reach);
       to != destinations.end() && to->range.first_code < end; ++to) {
    if (to->range.end_code > run.first())
      add(to->stream, slice, run, std::max(to->range.first_code, run.first()), std::min(to->range.end_code, end));
  }
}

void CodeDealer::deal_what_is_learned(std::size_t slice, const CodeRun& run, std::uint64_t end) {
  const Tiling& tiling = cut_.tiling(slice);
  const std::array<std::uint64_t, 2> steps = steps_of_learned_tiles(tiling);
  const std::uint64_t line = tiling.options().line;
  for (std::uint64_t at = run.first() / line; at * line < end; ++at) {
    const std::uint64_t tiles_before = at / tiling.options().tile_lines * tiling.columns();
    const auto add_tile = [&](std::uint64_t tile) {
      const std::uint64_t first = at * line + (tile - tiles_before) * tiling.options().tile_width;
      const std::uint64_t behind = std::min(first + tiling.options().tile_width, (at + 1) * line);
      if (first < end && behind > run.first())
        add(PartStream::learned, slice, run, std::max(first, run.first()), std::min(behind, end));
    };
    for (const std::uint64_t step : steps) {
      for (std::uint64_t tile = (tiles_before + step - 1) / step * step; tile < tiles_before + tiling.columns();
           tile += step) {
        if (step == steps[0] || tile % steps[0] != 0) add_tile(tile);
      }
    }
  }
}

// Codes `first` to `end` of the run, with those that share their first and last word.
void CodeDealer::add(std::uint32_t stream, std::size_t slice, const CodeRun& run, std::uint64_t first,
                     std::uint64_t end) {
  std::uint64_t first_word = first / codes_per_word;
  std::span words = run.words().subspan(first_word - run.first() / codes_per_word,
                                        (end + codes_per_word - 1) / codes_per_word - first_word);
  Pending& pending = pending_[stream];
  std::vector<std::uint64_t> full;
  std::unique_lock lock(pending.mutex);
  while (!words.empty()) {
    const std::size_t used = pending.words.size() + head_words;
    if (used >= words_a_chunk_) {
      full = std::move(pending.words);
      pending.words.clear();
      // Others go on meanwhile.
      lock.unlock();
      write(stream, full);
      lock.lock();
      continue;
    }
    const std::span some = words.first(std::min(words_a_chunk_ - used, words.size()));
    pending.words.push_back(std::uint64_t{slice} << slice_shift | first_word);
    pending.words.push_back(some.size());
    pending.words.insert(pending.words.end(), some.begin(), some.end());
    first_word += some.size();
    words = words.subspan(some.size());
  }
}

void CodeDealer::write(std::uint32_t stream, std::span<const std::uint64_t> words) {
  const auto written = file_.append(stream, std::as_bytes(words));
  if (written) return;
  const std::scoped_lock lock(failure_mutex_);
  failure_ = written.error();
}

Result<void> CodeDealer::failure() const {
  const std::scoped_lock lock(failure_mutex_);
  return failure_ ? Result<void>(*failure_) : Result<void>();
}

Result<void> CodeDealer::finish() {
  for (std::uint32_t stream = 0; stream < pending_.size(); ++stream) {
    if (auto before = failure(); !before) return before;
    if (!pending_[stream].words.empty()) write(stream, pending_[stream].words);
    pending_[stream].words.clear();
  }
  return failure();
}

bool for_each_dealt(std::span<const std::byte> chunk,
                    const std::function<void(std::size_t, std::uint64_t, std::span<const std::uint64_t>)>& take) {
  if (chunk.size() % sizeof(std::uint64_t) != 0) return false;
  std::vector<std::uint64_t> words(chunk.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), chunk.data(), chunk.size());
  for (std::span rest(words); !rest.empty();) {
    if (rest.size() < head_words || rest[1] > rest.size() - head_words) return false;
    const std::uint64_t first_word = rest[0] & ~(std::uint64_t{1} << slice_shift);
    take(rest[0] >> slice_shift, first_word, rest.subspan(head_words, rest[1]));
    rest = rest.subspan(head_words + rest[1]);
  }
  return true;
}

}  // namespace dambase
