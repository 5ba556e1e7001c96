#include "tests/formats/slow_numbering.hpp"

#include <algorithm>
#include <array>

namespace dambase::slow {
namespace {

// All sets of `count` of the squares `free`.
void choose_sets(Bitboard free, int count, Bitboard chosen, std::vector<Bitboard>& sets) {
  if (count == 0) return sets.push_back(chosen);
  for (Square square : free) {
    free -= Bitboard(square);
    choose_sets(free, count - 1, chosen | Bitboard(square), sets);
  }
}

std::vector<Bitboard> sets_of(Bitboard free, int count) {
  std::vector<Bitboard> sets;
  choose_sets(free, count, Bitboard(), sets);
  return sets;
}

// What positions are sorted by. Of two sets of equal size on the same squares the one that comes
// first in colex order is the smaller number; pushing the free squares together keeps that order.
std::array<std::uint64_t, 6> place_in_order(const BoardShape& shape, const Position& position) {
  const Bitboard back = position.white().men & shape.bottom;
  const Bitboard elsewhere = position.white().men - shape.bottom;
  return {static_cast<std::uint64_t>(back.count()),
          back.bits(),
          elsewhere.bits(),
          position.black().men.bits(),
          position.white().kings.bits(),
          position.black().kings.bits()};
}

}  // namespace

namespace {

// No run, then those of each king by its square and its moves.
std::vector<KingRun> runs_in_order(int limit, const Pieces& pieces) {
  std::vector<KingRun> runs{KingRun{}};
  if (pieces.men.empty()) return runs;
  for (const Square king : pieces.kings) {
    for (int moves = 1; moves <= limit; ++moves) runs.push_back({static_cast<std::uint8_t>(moves), king});
  }
  return runs;
}

// All positions of no runs, then of each pair of runs, Black's the faster.
std::vector<Position> with_runs(int limit, const std::vector<Position>& positions) {
  if (positions.empty()) return positions;
  std::vector<Position> all;
  const std::size_t white_runs = runs_in_order(limit, positions.front().white()).size();
  const std::size_t black_runs = runs_in_order(limit, positions.front().black()).size();
  for (std::size_t white_run = 0; white_run < white_runs; ++white_run) {
    for (std::size_t black_run = 0; black_run < black_runs; ++black_run) {
      for (const Position& position : positions) {
        Pieces white = position.white();
        Pieces black = position.black();
        white.run = runs_in_order(limit, white)[white_run];
        black.run = runs_in_order(limit, black)[black_run];
        all.emplace_back(Side::white, white, black);
      }
    }
  }
  return all;
}

}  // namespace

std::vector<Position> positions_in_order(const PositionSpace& space, const Material& material) {
  const BoardShape& shape = space.board;
  std::vector<std::pair<std::array<std::uint64_t, 6>, Position>> sorted;
  for (Bitboard white_men : sets_of(shape.all - shape.top, material.white_men)) {
    for (Bitboard black_men : sets_of(shape.all - shape.bottom - white_men, material.black_men)) {
      const Bitboard free = shape.all - white_men - black_men;
      for (Bitboard white_kings : sets_of(free, material.white_kings)) {
        for (Bitboard black_kings : sets_of(free - white_kings, material.black_kings)) {
          const Position position(Side::white, {white_men, white_kings}, {black_men, black_kings});
          sorted.emplace_back(place_in_order(shape, position), position);
        }
      }
    }
  }
  std::ranges::sort(sorted, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Position> positions;
  for (const auto& [place, position] : sorted) positions.push_back(position);
  return with_runs(space.king_run_limit, positions);
}

std::vector<Material> materials_of(int pieces) {
  std::vector<Material> materials;
  for (int wm = 0; wm <= pieces; ++wm) {
    for (int wk = 0; wk <= pieces - wm; ++wk) {
      for (int bm = 0; bm <= pieces - wm - wk; ++bm) {
        const Material material{wm, wk, bm, pieces - wm - wk - bm};
        if (material.white() > 0 && material.black() > 0) materials.push_back(material);
      }
    }
  }
  return materials;
}

}  // namespace dambase::slow
