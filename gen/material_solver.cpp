#include "gen/material_solver.hpp"

#include <algorithm>
#include <array>

#include "gen/capture_resolver.hpp"
#include "gen/code_dealer.hpp"
#include "gen/configuration_values.hpp"
#include "gen/levels.hpp"
#include "gen/part_file.hpp"
#include "gen/successor_reader.hpp"

namespace dambase {

Result<void> prepare_codes(SolvedMaterial& solved, const Material& material, std::uint64_t positions,
                           const SolveOptions& options) {
  for (std::size_t slice = 0; slice < (material.is_symmetric() ? 1U : 2U); ++slice) {
    auto codes =
        options.codes_folder.empty() ? SliceCodes(positions) : SliceCodes::in_file(positions, options.codes_folder);
    if (!codes) return codes.error();
    solved.codes[slice] = *std::move(codes);
  }
  return {};
}

Result<void> prepare_distances(SolvedMaterial& solved, const Material& material, std::uint64_t positions,
                               const SolveOptions& options) {
  for (std::size_t slice = 0; slice < (material.is_symmetric() ? 1U : 2U); ++slice) {
    auto distances = options.codes_folder.empty() ? SliceDistances(positions)
                                                  : SliceDistances::in_file(positions, options.codes_folder);
    if (!distances) return distances.error();
    solved.distances[slice] = *std::move(distances);
  }
  return {};
}

Error too_long(const Material& material) {
  return {ErrorCode::invalid_argument,
          material.canonical().name() + " has plays of more plies than this version counts"};
}

Result<void> move_windows(const SolveOptions& options, std::size_t level) {
  if (level == 0) return {};
  for (const auto& window : options.windows) {
    if (auto moved = window->move_to(level - 1); !moved) return moved;
  }
  return {};
}

namespace {

// What a thread holds of each word of the configuration that it solves.
std::uint64_t bytes_of_word(const Material& m, Metric metric) {
  constexpr std::uint64_t of_values = 5 * sizeof(Bitboard) + 2;
  switch (metric) {
    case Metric::wld: return of_values * (m.is_symmetric() ? 2 : 1);
    case Metric::dtc: return of_values + 2 * sizeof(Lanes) + 2 * sizeof(Words) + 1;
    case Metric::dtw: return of_values + sizeof(Words) + 2;
    case Metric::rule: return of_values + 2 * sizeof(Words) + 3;
  }
  return 0;
}

// What a thread packs a configuration from: matrices, or the symbols of the words with outer kings in one place.
std::uint64_t packing_bytes(const BoardShape& shape, const Material& m, Metric metric) {
  if (metric == Metric::wld) return m.white_kings == 0 ? 0 : choose(shape.squares, m.white_kings - 1) * 1024;
  return choose(shape.squares, m.white_kings) * (64 * sizeof(DistanceSymbol) + sizeof(Bitboard));
}

// What each thread holds to resolve captures.
std::uint64_t bytes_of_thread(const PositionSpace& space, const Material& m, Metric metric) {
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  // What CaptureResolver remembers of a placement of kings: of values it has not been seen to take more than 1.3 KB.
  const bool has_distances = content_of(metric) != WordContent::values;
  const std::uint64_t of_jumps = has_distances ? 8192 : 2048;
  const std::uint64_t remembered = has_distances ? most_remembered_jumps<DistanceWords> : most_remembered_jumps<Words>;
  const std::uint64_t jumps = std::min(remembered, words) * of_jumps;
  const std::uint64_t reader =
      has_distances ? SuccessorReaderOf<DistanceWords>::memory_bytes() : SuccessorReader::memory_bytes();
  return reader + jumps;
}

// What each configuration holds that is worked on.
std::uint64_t bytes_of_configuration(const PositionSpace& space, const Material& m, Metric metric) {
  return WordLayout::words_per_configuration(space, m) * bytes_of_word(m, metric);
}

// Configurations of the level in work and the one below. They take turns in two places, each as large as the largest
// level that was there.
std::uint64_t two_levels_at_most(const BoardShape& shape, const Material& m) {
  std::array<std::uint64_t, 2> most{};
  const std::vector<std::uint64_t> sizes = Levels::sizes_at_most(shape, m.white_men, m.black_men);
  for (std::size_t level = 0; level < sizes.size(); ++level) most[level % 2] = std::max(most[level % 2], sizes[level]);
  return most[0] + most[1];
}

}  // namespace

std::uint64_t solving_bytes(const PositionSpace& space, const Material& m, Metric metric, int threads) {
  const BoardShape& shape = space.board;
  const std::uint64_t configurations = MenNumbering(shape, m.white_men, m.black_men).count();
  const auto all_threads = static_cast<std::uint64_t>(threads);
  // A thread keeps what it once worked with; where there are fewer configurations, several share one.
  const std::uint64_t workers = std::min(configurations, all_threads);
  const std::uint64_t resolving = bytes_of_thread(space, m, metric) * all_threads;
  if (m.kings() == 0)
    return Levels::bytes(configurations) + configurations * (metric == Metric::wld ? 1 : 2) + resolving;
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  const std::uint64_t element = content_of(metric) == WordContent::values ? sizeof(Words) : sizeof(DistanceWords);
  return Levels::bytes(configurations) + two_levels_at_most(shape, m) * words * element + resolving +
         (bytes_of_configuration(space, m, metric) + packing_bytes(shape, m, metric)) * workers;
}

std::uint64_t bytes_beside_cache(const PositionSpace& space, const Material& m, Metric metric, int threads) {
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  const std::uint64_t of_page = content_of(metric) == WordContent::values
                                    ? ConfigurationCache<Words>::page_bytes(words)
                                    : ConfigurationCache<DistanceWords>::page_bytes(words);
  const std::uint64_t order =
      ConfigurationCache<Words>::order_bytes(words, MenNumbering(space.board, m.white_men, m.black_men).count());
  // Of whoever looks up: the solver, and caches of more pieces, which look up while they load.
  constexpr std::uint64_t readers = 2;
  constexpr std::uint64_t held = readers * SuccessorReader::most_held + 1;
  const std::uint64_t of_thread = bytes_of_thread(space, m, metric) + bytes_of_configuration(space, m, metric);
  return (of_thread + held * of_page) * static_cast<std::uint64_t>(threads) + order;
}

std::uint64_t part_solving_bytes(const TableCut& cut, std::size_t index, int threads) {
  const PositionSpace space = cut.variant().position_space();
  const BoardShape& shape = space.board;
  const Material m = solving_orientation(cut.material());
  const SlicePart& part = cut.parts()[index];
  const std::vector<std::uint64_t> sizes = Levels::sizes_at_most(shape, m.white_men, m.black_men);
  const auto size_of = [&](std::size_t level) { return level < sizes.size() ? sizes[level] : 0; };
  // Of the level in work, and of what it reads of the one below.
  std::uint64_t solved = 0;
  std::uint64_t read = 0;
  for (std::size_t level = part.first_level; level < part.end_level; ++level) {
    const std::uint64_t own = size_of(level) / part.pieces + 1;
    solved = std::max(solved, own);
    const auto moves = static_cast<std::uint64_t>(2 * m.men());
    if (level > 0) read = std::max(read, std::min(own * moves, size_of(level - 1)));
  }
  const std::uint64_t configurations = MenNumbering(shape, m.white_men, m.black_men).count();
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  const auto all_threads = static_cast<std::uint64_t>(threads);
  // The codes of a configuration on their way to sections.
  const std::uint64_t run = SliceNumbering(space, m).king_placements() / codes_per_byte;
  const std::uint64_t of_worker =
      bytes_of_configuration(space, m, Metric::wld) + packing_bytes(shape, m, Metric::wld) + 2 * run;
  // Chunks on their way from files, one a thread and its frame, or to a file.
  const std::uint64_t chunk = configurations_a_chunk(words) * words * sizeof(Words);
  return Levels::bytes(configurations) + (solved + read) * words * sizeof(Words) +
         bytes_of_thread(space, m, Metric::wld) * all_threads + of_worker * std::min(configurations, all_threads) +
         (2 * chunk + ChunkFileWriter::bytes_beside(chunk)) * all_threads +
         CodeDealer::memory_bytes(cut.sections(), threads);
}

std::uint64_t codes_bytes(const PositionSpace& space, const Material& m, Metric metric) {
  const std::uint64_t positions = slice_positions(space, m).value();
  return (metric == Metric::wld ? SliceCodes::memory_bytes(positions) : SliceDistances::memory_bytes(positions)) *
         (m.is_symmetric() ? 1 : 2);
}

std::uint64_t loading_bytes(const PositionSpace& space, const Material& m, Metric metric, int threads) {
  // Values, and what sorts them, of both sides to move.
  const std::uint64_t values = std::min(codes_bytes(space, m, metric) * 2, 2 * ConfigurationValues::memory_bytes);
  const auto all_threads = static_cast<std::uint64_t>(threads);
  const std::uint64_t workers = std::min(MenNumbering(space.board, m.white_men, m.black_men).count(), all_threads);
  return values + bytes_of_thread(space, m, metric) * all_threads + bytes_of_configuration(space, m, metric) * workers;
}

}  // namespace dambase
