#include "formats/numbering.hpp"

#include <algorithm>
#include <cassert>

namespace dambase {
namespace {

// How many men and squares there are in one group of man configurations.
struct GroupShape {
  const BoardShape& shape;
  int white_men;
  int black_men;

  [[nodiscard]] int row() const { return shape.size / 2; }
  [[nodiscard]] int middle() const { return shape.squares - 2 * row(); }
  [[nodiscard]] int groups() const { return std::min(white_men, row()) + 1; }
  [[nodiscard]] std::uint64_t on_back(int on_back_row) const { return choose(row(), on_back_row); }
  [[nodiscard]] std::uint64_t elsewhere(int on_back_row) const { return choose(middle(), white_men - on_back_row); }
  [[nodiscard]] std::uint64_t black(int on_back_row) const {
    const int squares = shape.squares - row() - (white_men - on_back_row);
    return squares < 0 ? 0 : choose(squares, black_men);
  }
};

bool multiply(std::uint64_t& product, std::uint64_t factor) {
  return !__builtin_mul_overflow(product, factor, &product) && product >> 63 == 0;
}

std::optional<std::uint64_t> men_count(const GroupShape& group) {
  std::uint64_t sum = 0;
  for (int h = 0; h < group.groups(); ++h) {
    std::uint64_t count = group.on_back(h);
    if (!multiply(count, group.elsewhere(h)) || !multiply(count, group.black(h))) return std::nullopt;
    if (__builtin_add_overflow(sum, count, &sum) || sum >> 63 != 0) return std::nullopt;
  }
  return sum;
}

}  // namespace

std::optional<std::uint64_t> slice_positions(const PositionSpace& space, const Material& m) {
  const BoardShape& shape = space.board;
  const int most = std::max({m.white_men, m.white_kings, m.black_men, m.black_kings});
  if (most > max_chosen || m.pieces() > shape.squares) return std::nullopt;
  auto positions = men_count({shape, m.white_men, m.black_men});
  const int free = shape.squares - m.men();
  if (!positions || !multiply(*positions, choose(free, m.white_kings)) ||
      !multiply(*positions, choose(free - m.white_kings, m.black_kings)) ||
      !multiply(*positions, static_cast<std::uint64_t>(space.runs(m.white_men, m.white_kings))) ||
      !multiply(*positions, static_cast<std::uint64_t>(space.runs(m.black_men, m.black_kings)))) {
    return std::nullopt;
  }
  return positions;
}

MenNumbering::MenNumbering(const BoardShape& shape, int white_men, int black_men)
    : back_row_(shape.bottom),
      middle_(shape.all - shape.top - shape.bottom),
      black_squares_(shape.all - shape.bottom),
      white_men_(white_men),
      black_men_(black_men),
      group_count_(GroupShape{shape, white_men, black_men}.groups()),
      first_of_back_row_(shape.squares - shape.size / 2),
      first_of_middle_(shape.size / 2) {
  for (Square square : shape.all) {
    const int index = shape.number_of(square) - 1;
    index_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(index);
    square_[static_cast<std::size_t>(index)] = square;
  }
  const GroupShape shapes{shape, white_men, black_men};
  for (int h = 0; h < group_count_; ++h) {
    groups_[static_cast<std::size_t>(h)] = {count_, shapes.elsewhere(h), shapes.black(h)};
    count_ += shapes.on_back(h) * shapes.elsewhere(h) * shapes.black(h);
  }
}

MenConfiguration MenNumbering::unrank(std::uint64_t rank) const {
  assert(rank < count_);
  int on_back = group_count_ - 1;
  while (groups_[static_cast<std::size_t>(on_back)].first > rank) --on_back;
  const Group& group = groups_[static_cast<std::size_t>(on_back)];
  rank -= group.first;
  const std::uint64_t black_rank = rank % group.black;
  const std::uint64_t rest_rank = rank / group.black % group.white_elsewhere;
  const std::uint64_t back_rank = rank / group.black / group.white_elsewhere;

  const Bitboard back(colex_unrank(back_rank, back_row_.count(), on_back) << back_row_.first_bit());
  const int elsewhere = white_men_ - on_back;
  std::array<int, max_chosen> white_indices{};
  Bitboard rest;
  int found = 0;
  for (Square of_middle : Bitboard(colex_unrank(rest_rank, middle_.count(), elsewhere))) {
    const int index = index_of(of_middle) + first_of_middle_;
    white_indices[static_cast<std::size_t>(found++)] = index;
    rest |= Bitboard(square_[static_cast<std::size_t>(index)]);
  }
  Bitboard black;
  int passed = 0;  // white men before the black man
  for (Square of_left : Bitboard(colex_unrank(black_rank, black_squares_.count() - elsewhere, black_men_))) {
    while (passed < elsewhere && white_indices[static_cast<std::size_t>(passed)] <= index_of(of_left) + passed)
      ++passed;
    black |= Bitboard(square_[static_cast<std::size_t>(index_of(of_left) + passed)]);
  }
  return {back | rest, black};
}

SliceNumbering::SliceNumbering(const PositionSpace& space, const Material& material, BitPath path)
    : material_(material),
      men_(space.board, material.white_men, material.black_men),
      space_(space),
      white_runs_(space.runs(material.white_men, material.white_kings)),
      black_runs_(space.runs(material.black_men, material.black_kings)),
      has_runs_(white_runs_ * black_runs_ > 1),
      free_squares_(space.board.squares - material.men()),
      white_kings_(choose(free_squares_, material.white_kings)),
      black_kings_(choose(free_squares_ - material.white_kings, material.black_kings)),
      rank_(path == BitPath::bmi2 ? &SliceNumbering::rank_bmi2 : &SliceNumbering::rank_portable) {
  assert(slice_positions(space, material).has_value());
}

std::uint64_t SliceNumbering::rank_of_runs(const Pieces& white, const Pieces& black) const {
  const int number =
      space_.run_number(white.kings, white.run) * black_runs_ + space_.run_number(black.kings, black.run);
  return static_cast<std::uint64_t>(number);
}

// One walk over the pieces in rising order, as for the men.
std::uint64_t SliceNumbering::rank_portable(const Pieces& white, const Pieces& black) const {
  std::uint64_t white_rank = 0;
  std::uint64_t black_rank = 0;
  int men = 0;
  int white_kings = 0;
  int black_kings = 0;
  for (Square square : white.all() | black.all()) {
    const int index = space_.board.number_of(square) - 1 - men;
    if (white.kings.has(square)) {
      white_rank += choose(index, ++white_kings);
    } else if (black.kings.has(square)) {
      black_rank += choose(index - white_kings, ++black_kings);
    } else {
      ++men;
    }
  }
  return (men_.rank({white.men, black.men}) * white_kings_ + white_rank) * black_kings_ + black_rank;
}

#if DAMBASE_HAS_BMI2_PATH
// Everything called is inlined here, so that it may use the instructions.
__attribute__((target("bmi,bmi2,popcnt"), flatten)) std::uint64_t SliceNumbering::rank_bmi2(const Pieces& white,
                                                                                            const Pieces& black) const {
  return placement_gathering<Bmi2Bits>(white, black);
}
#else
std::uint64_t SliceNumbering::rank_bmi2(const Pieces& white, const Pieces& black) const {
  return rank_portable(white, black);
}
#endif

Position SliceNumbering::unrank(std::uint64_t number) const {
  assert(number < positions());
  const auto runs = static_cast<int>(number / placements());
  number %= placements();
  const std::uint64_t black_rank = number % black_kings_;
  const std::uint64_t white_rank = number / black_kings_ % white_kings_;
  const MenConfiguration men = men_.unrank(number / black_kings_ / white_kings_);
  const Bitboard free = space_.board.all - men.all();
  const Bitboard white_kings(
      PortableBits::scatter(colex_unrank(white_rank, free_squares_, material_.white_kings), free.bits()));
  const Bitboard black_kings(
      PortableBits::scatter(colex_unrank(black_rank, free_squares_ - material_.white_kings, material_.black_kings),
                            (free - white_kings).bits()));
  return {Side::white,
          {men.white, white_kings, space_.run_of(white_kings, runs / black_runs_)},
          {men.black, black_kings, space_.run_of(black_kings, runs % black_runs_)}};
}

}  // namespace dambase
