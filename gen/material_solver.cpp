#include "gen/material_solver.hpp"

#include <algorithm>

#include "gen/levels.hpp"
#include "gen/successor_reader.hpp"

namespace dambase {

std::uint64_t solving_bytes(const PositionSpace& space, const Material& m, int threads) {
  const BoardShape& shape = space.board;
  const std::uint64_t positions = slice_positions(space, m).value();
  const std::uint64_t codes = SliceCodes::memory_bytes(positions) * (m.is_symmetric() ? 1 : 2);
  const std::uint64_t words = WordLayout::words_per_configuration(space, m);
  const std::uint64_t two_levels = 2 * Levels::widest_at_most(shape, m.white_men, m.black_men) * words * sizeof(Words);
  // What each thread holds of its configuration, and the matrices that it packs from.
  const std::uint64_t matrices = m.white_kings == 0 ? 0 : choose(shape.squares, m.white_kings - 1) * 1024;
  const std::uint64_t of_thread = words * 5 * sizeof(Bitboard) + matrices + SuccessorReader::memory_bytes();
  return codes + Levels::bytes(MenNumbering(shape, m.white_men, m.black_men).count()) + two_levels +
         of_thread * static_cast<std::uint64_t>(threads);
}

}  // namespace dambase
