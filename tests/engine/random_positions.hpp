// Random legal positions from a fixed seed, the same on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/material.hpp"
#include "engine/position_space.hpp"

namespace dambase::test {

class RandomPositions {
 public:
  RandomPositions(const PositionSpace& space, std::uint64_t seed) : space_(space), shape_(space.board), random_(seed) {}

  /// A number from 0 to `bound` - 1.
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }

  /// A position of `material`, men off their promotion rows. The material must leave squares free.
  Position of(const Material& material) {
    Bitboard taken;
    Pieces white;
    Pieces black;
    place(material.white_men, shape_.all - shape_.top, white.men, taken);
    place(material.black_men, shape_.all - shape_.bottom, black.men, taken);
    place(material.white_kings, shape_.all, white.kings, taken);
    place(material.black_kings, shape_.all, black.kings, taken);
    white.run = run_of(white);
    black.run = run_of(black);
    return {below(2) == 0 ? Side::white : Side::black, white, black};
  }

  /// A position with `pieces` pieces of any kind, about `king_share` percent of them kings.
  Position any(int pieces, int king_share) {
    Material material;
    for (int i = 0; i < pieces; ++i) {
      const bool king = below(100) < king_share;
      const bool white = below(2) == 0;
      int& count = white ? (king ? material.white_kings : material.white_men)
                         : (king ? material.black_kings : material.black_men);
      ++count;
    }
    return of(material);
  }

 private:
  // Any that the side can be in.
  KingRun run_of(const Pieces& pieces) {
    if (space_.king_run_limit == 0) return {};
    return space_.run_of(pieces.kings, below(space_.runs(pieces.men.count(), pieces.kings.count())));
  }

  void place(int count, Bitboard allowed, Bitboard& pieces, Bitboard& taken) {
    for (int i = 0; i < count; ++i) {
      const Bitboard free = allowed - taken;
      if (free.empty()) return;
      int skip = below(free.count());
      for (const Square square : free) {
        if (skip-- > 0) continue;
        pieces |= Bitboard(square);
        taken |= Bitboard(square);
        break;
      }
    }
  }

  PositionSpace space_;
  BoardShape shape_;
  std::mt19937_64 random_;
};

}  // namespace dambase::test
