#include "gen/position_walk.hpp"

namespace dambase {
namespace {

// The next larger number with as many ones (HAKMEM 175): the next set in colex order.
std::uint64_t next_set(std::uint64_t set) {
  if (set == 0) return 0;
  const std::uint64_t lowest = set & (~set + 1);
  const std::uint64_t ripple = set + lowest;
  return ripple | (((set ^ ripple) >> 2) >> std::countr_zero(set));
}

}  // namespace

PositionWalk::PositionWalk(const PositionSpace& space, const SliceNumbering& numbering, std::uint64_t number)
    : space_(space), numbering_(numbering), number_(number), left_(0) {
  place_black_kings();
}

void PositionWalk::place_black_kings() {
  const Position position = numbering_.unrank(number_);
  white_ = position.white();
  black_ = position.black();
  left_to_black_kings_ = space_.board.all - white_.all() - black_.men;
  black_kings_ = PortableBits::gather(black_.kings.bits(), left_to_black_kings_.bits());
  const std::uint64_t placements = numbering_.black_king_placements();
  black_run_ = space_.run_number(black_.kings, black_.run);
  left_ = placements - number_ % placements - 1;
}

void PositionWalk::next() {
  ++number_;
  if (left_ == 0) {
    if (number_ < numbering_.positions()) place_black_kings();
    return;
  }
  --left_;
  black_kings_ = next_set(black_kings_);
  black_.kings = Bitboard(PortableBits::scatter(black_kings_, left_to_black_kings_.bits()));
  black_.run = space_.run_of(black_.kings, black_run_);
}

}  // namespace dambase
