#include "gen/material_solver.hpp"

#include <algorithm>

#include "gen/capture_resolver.hpp"
#include "gen/configuration_values.hpp"
#include "gen/levels.hpp"
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

Result<void> move_windows(const SolveOptions& options, std::size_t level) {
  if (level == 0) return {};
  for (const auto& window : options.windows) {
    if (auto moved = window->move_to(level - 1); !moved) return moved;
  }
  return {};
}

namespace {

// What each thread holds to resolve the captures of a configuration, and of its words.
std::uint64_t bytes_of_thread(const PositionSpace& space, const Material& m) {
  const std::uint64_t of_word = (5 * sizeof(Bitboard) + 2) * (m.is_symmetric() ? 2 : 1);
  // What CaptureResolver remembers of a placement of kings: it has not been seen to take more than 1.3 KB.
  constexpr std::uint64_t of_jumps = 2048;
  const std::uint64_t jumps =
      std::min<std::uint64_t>(most_remembered_jumps, WordLayout::words_per_configuration(space, m));
  return WordLayout::words_per_configuration(space, m) * of_word + SuccessorReader::memory_bytes() + jumps * of_jumps;
}

}  // namespace

std::uint64_t solving_bytes(const PositionSpace& space, const Material& m, int threads) {
  const BoardShape& shape = space.board;
  const std::uint64_t configurations = MenNumbering(shape, m.white_men, m.black_men).count();
  // A byte each where there are no kings.
  if (m.kings() == 0)
    return Levels::bytes(configurations) + configurations +
           SuccessorReader::memory_bytes() * static_cast<std::uint64_t>(threads);
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  const std::uint64_t two_levels = 2 * Levels::widest_at_most(shape, m.white_men, m.black_men) * words * sizeof(Words);
  // The matrices that each thread packs from.
  const std::uint64_t matrices = m.white_kings == 0 ? 0 : choose(shape.squares, m.white_kings - 1) * 1024;
  return Levels::bytes(configurations) + two_levels +
         (bytes_of_thread(space, m) + matrices) * static_cast<std::uint64_t>(threads);
}

std::uint64_t codes_bytes(const PositionSpace& space, const Material& m) {
  return SliceCodes::memory_bytes(slice_positions(space, m).value()) * (m.is_symmetric() ? 1 : 2);
}

std::uint64_t loading_bytes(const PositionSpace& space, const Material& m, int threads) {
  // Values, and what sorts them, of both sides to move.
  const std::uint64_t values = std::min(codes_bytes(space, m) * 2, 2 * ConfigurationValues::memory_bytes);
  return values + bytes_of_thread(space, m) * static_cast<std::uint64_t>(threads);
}

}  // namespace dambase
