// The number of a position within its slice: dense, without holes, from 0.
//
// Every statement is for White to move; a position with Black to move is turned first. The number is
// ((men * white king placements) + white kings) * black king placements + black kings. Men are
// grouped by how many white men stand on White's back row; within a group the rank is
// ((white men on the back row) * (white men elsewhere)) * (black men on the squares left to them).
// Kings are ranked on the squares that pieces counted before them leave free. Single ranks are colex
// (formats/binomial.hpp). docs/format.md has the same in figures. Where runs of king moves are part of
// a position, all positions of one pair of runs come together: the number is
// ((white run) * black runs + black run) * placements + the number above.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/board.hpp"
#include "engine/material.hpp"
#include "engine/position.hpp"
#include "engine/position_space.hpp"
#include "formats/binomial.hpp"
#include "formats/bit_gather.hpp"

namespace dambase {

/// Where all men of both colours stand.
struct MenConfiguration {
  Bitboard white;
  Bitboard black;

  [[nodiscard]] constexpr Bitboard all() const { return white | black; }
  [[nodiscard]] constexpr bool operator==(const MenConfiguration&) const = default;
};

/// Seen from the other side of the board.
[[nodiscard]] constexpr MenConfiguration turned(const MenConfiguration& men, int bits) {
  return {turned(men.black, bits), turned(men.white, bits)};
}

/// The positions of one slice, or nothing if they do not fit 63 bits or there are more pieces of a
/// kind than numbering can handle.
[[nodiscard]] std::optional<std::uint64_t> slice_positions(const PositionSpace& space, const Material& material);

/// Ranks man configurations. Immutable; may be used from any thread.
class MenNumbering {
 public:
  MenNumbering(const BoardShape& shape, int white_men, int black_men);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Squares on which black men may stand.
  [[nodiscard]] int black_squares() const { return black_squares_.count(); }

  /// The rank of `men`. One walk over the men in rising order: how many squares before a man are
  /// taken is how many of those counted before it have passed.
  [[nodiscard]] std::uint64_t rank(const MenConfiguration& men) const {
    RankWalk walk;
    for (Square square : men.all()) walk.add(*this, square, men.white.has(square));
    return walk.rank(*this);
  }
  /// The same, with bits gathered by the processor's own instruction.
  template <class Bits>
  [[nodiscard]] std::uint64_t rank_gathering(const MenConfiguration& men) const {
    const Bitboard back = men.white & back_row_;
    const std::uint64_t back_rank = colex_rank(back.bits() >> back_row_.first_bit());
    const std::uint64_t rest_rank = colex_rank(Bits::gather((men.white - back).bits(), middle_.bits()));
    const std::uint64_t black_rank = colex_rank(Bits::gather(men.black.bits(), (black_squares_ - men.white).bits()));
    return combine(back.count(), back_rank, rest_rank, black_rank);
  }
  /// The configuration with `rank`, less than count().
  [[nodiscard]] MenConfiguration unrank(std::uint64_t rank) const;

 private:
  struct Group {
    std::uint64_t first;            ///< rank of its first configuration
    std::uint64_t white_elsewhere;  ///< placements of the white men off the back row
    std::uint64_t black;            ///< placements of the black men
  };

  // The three ranks of a man configuration, summed man by man from the lowest square up.
  class RankWalk {
   public:
    void add(const MenNumbering& numbering, Square square, bool is_white) {
      const int index = numbering.index_[static_cast<std::size_t>(square)];
      if (!is_white) {
        black_rank_ += choose(index - on_back_ - elsewhere_, ++black_);
      } else if (numbering.back_row_.has(square)) {
        back_rank_ += choose(index - numbering.first_of_back_row_, ++on_back_);
      } else {
        rest_rank_ += choose(index - numbering.first_of_middle_, ++elsewhere_);
      }
    }
    [[nodiscard]] std::uint64_t rank(const MenNumbering& numbering) const {
      return numbering.combine(on_back_, back_rank_, rest_rank_, black_rank_);
    }

   private:
    std::uint64_t back_rank_ = 0;
    std::uint64_t rest_rank_ = 0;
    std::uint64_t black_rank_ = 0;
    int on_back_ = 0;
    int elsewhere_ = 0;
    int black_ = 0;
  };

  [[nodiscard]] std::uint64_t combine(int on_back, std::uint64_t back_rank, std::uint64_t rest_rank,
                                      std::uint64_t black_rank) const {
    const Group& group = groups_[static_cast<std::size_t>(on_back)];
    return group.first + (back_rank * group.white_elsewhere + rest_rank) * group.black + black_rank;
  }

  Bitboard back_row_;
  Bitboard middle_;         ///< neither back row
  Bitboard black_squares_;  ///< where black men may stand
  int white_men_;
  int black_men_;
  int group_count_;
  int first_of_back_row_;  ///< index of its first square
  int first_of_middle_;
  std::array<std::uint8_t, 64> index_{};  ///< of each square, from 0, gaps left out
  std::array<Square, 64> square_{};       ///< of each index
  std::array<Group, max_chosen + 1> groups_{};
  std::uint64_t count_ = 0;
};

/// Ranks the positions of a slice. Immutable; may be used from any thread.
class SliceNumbering {
 public:
  /// Requires that slice_positions(shape, material) is not nothing.
  SliceNumbering(const PositionSpace& space, const Material& material, BitPath path = best_bit_path());

  [[nodiscard]] const Material& material() const { return material_; }
  [[nodiscard]] const MenNumbering& men() const { return men_; }
  [[nodiscard]] std::uint64_t white_king_placements() const { return white_kings_; }
  [[nodiscard]] std::uint64_t black_king_placements() const { return black_kings_; }
  /// Positions of one man configuration.
  [[nodiscard]] std::uint64_t king_placements() const { return white_kings_ * black_kings_; }
  /// Positions that differ in more than the runs of king moves.
  [[nodiscard]] std::uint64_t placements() const { return men_.count() * king_placements(); }
  [[nodiscard]] int white_runs() const { return white_runs_; }
  [[nodiscard]] int black_runs() const { return black_runs_; }
  [[nodiscard]] std::uint64_t positions() const {
    return placements() * static_cast<std::uint64_t>(white_runs_) * static_cast<std::uint64_t>(black_runs_);
  }

  /// The number of the position of `white` and `black` with White to move; it must have this
  /// material, on squares of the board, men off their promotion rows.
  [[nodiscard]] std::uint64_t rank(const Pieces& white, const Pieces& black) const {
    const std::uint64_t placement = (this->*rank_)(white, black);
    return has_runs_ ? rank_of_runs(white, black) * placements() + placement : placement;
  }
  /// The same, with bits gathered by the processor's own instruction.
  template <class Bits>
  [[nodiscard]] std::uint64_t rank_gathering(const Pieces& white, const Pieces& black) const {
    const std::uint64_t placement = placement_gathering<Bits>(white, black);
    return has_runs_ ? rank_of_runs(white, black) * placements() + placement : placement;
  }
  /// The position with `number`, less than positions(); White to move.
  [[nodiscard]] Position unrank(std::uint64_t number) const;

 private:
  [[nodiscard]] std::uint64_t rank_of_runs(const Pieces& white, const Pieces& black) const;

  template <class Bits>
  [[nodiscard]] std::uint64_t placement_gathering(const Pieces& white, const Pieces& black) const {
    const Bitboard free = space_.board.all - white.men - black.men;
    const std::uint64_t white_rank = colex_rank(Bits::gather(white.kings.bits(), free.bits()));
    const std::uint64_t black_rank = colex_rank(Bits::gather(black.kings.bits(), (free - white.kings).bits()));
    const std::uint64_t men_rank = men_.rank_gathering<Bits>({white.men, black.men});
    return (men_rank * white_kings_ + white_rank) * black_kings_ + black_rank;
  }

  using Rank = std::uint64_t (SliceNumbering::*)(const Pieces&, const Pieces&) const;

  [[nodiscard]] std::uint64_t rank_portable(const Pieces& white, const Pieces& black) const;
  [[nodiscard]] std::uint64_t rank_bmi2(const Pieces& white, const Pieces& black) const;

  Material material_;
  MenNumbering men_;
  PositionSpace space_;
  int white_runs_;
  int black_runs_;
  bool has_runs_;     ///< more than the one of no king
  int free_squares_;  ///< squares without men
  std::uint64_t white_kings_;
  std::uint64_t black_kings_;
  Rank rank_;
};

}  // namespace dambase
