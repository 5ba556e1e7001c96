#include "gen/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "formats/numbering.hpp"
#include "formats/table_directory.hpp"
#include "formats/table_header.hpp"
#include "formats/table_writer.hpp"
#include "gen/word_layout.hpp"

namespace dambase {
namespace {

// Which sides have kings; it decides how the solver works.
enum class Kind : std::uint8_t { no_kings, one_side, both_sides };

Kind kind_of(const Material& m) {
  if (m.kings() == 0) return Kind::no_kings;
  return m.white_kings == 0 || m.black_kings == 0 ? Kind::one_side : Kind::both_sides;
}

// How the work for a position grows. From real builds, by tools/bench/fit-plan.
struct Growth {
  double a_piece;  // factor for each piece more
  double copies;   // exponent of the number of words that a position is in
};

constexpr std::array<Growth, 3> growth_of_kind = {{{1.25, 0}, {1.25, 0.23}, {1.15, 0.51}}};

// Work, in positions of 4 pieces that are in one word each. A material that is its own twin is stored for one
// side to move, and solved for one where there are men.
double work(const PositionSpace& space, const Material& material) {
  const Material m = solving_orientation(material);
  const Growth& growth = growth_of_kind[static_cast<std::size_t>(kind_of(m))];
  const int sides = m.is_symmetric() && m.men() > 0 ? 1 : 2;
  const double solved = sides * static_cast<double>(slice_positions(space, m).value());
  return solved * std::pow(growth.a_piece, m.pieces() - 4) * std::pow(std::max(1, m.black_kings), growth.copies);
}

int difference(const Material& m) { return std::abs(m.white() - m.black()); }

}  // namespace

CostModel::CostModel(const Variant& variant, std::span<const TrialResult> trial) : space_(variant.position_space()) {
  // Small materials cost more for what has to be made ready than for their positions.
  std::array<int, 3> most_pieces{};
  for (const TrialResult& result : trial) {
    int& most = most_pieces[static_cast<std::size_t>(kind_of(result.material))];
    most = std::max(most, result.material.pieces());
  }
  std::array<double, 3> works{};
  std::array<double, most_difference + 1> positions{};
  std::array<double, most_difference + 1> bytes{};
  for (const TrialResult& result : trial) {
    const auto kind = static_cast<std::size_t>(kind_of(result.material));
    if (result.material.pieces() == most_pieces[kind]) {
      seconds_[kind] += result.cpu_s;
      works[kind] += work(space_, result.material);
    }
    const auto d = static_cast<std::size_t>(difference(result.material));
    positions[d] += static_cast<double>(result.positions);
    bytes[d] += static_cast<double>(result.bytes);
  }
  for (std::size_t kind = 0; kind < works.size(); ++kind) seconds_[kind] /= std::max(1.0, works[kind]);
  // A trial that was cut short may lack a difference; the smaller one has larger tables.
  for (std::size_t d = 0; d < bytes.size(); ++d) {
    const double before = d == 0 ? 1 : positions_per_byte_[d - 1];
    positions_per_byte_[d] = bytes[d] > 0 ? positions[d] / bytes[d] : before;
  }
}

double CostModel::cpu_seconds(const Material& material) const {
  return seconds_[static_cast<std::size_t>(kind_of(material))] * work(space_, material);
}

double CostModel::loading_seconds(const Material& material) const {
  // Captures are resolved again, and all positions decoded: 0.64 to 0.97 of what it took to build six sets of inputs.
  constexpr double share_of_solving = 0.85;
  return share_of_solving * cpu_seconds(material);
}

std::uint64_t CostModel::bytes(const Material& material) const {
  const std::uint64_t positions = positions_of(space_, material);
  const int beyond = std::max(0, difference(material) - most_difference);
  // The more unequal, the more positions are won; twice as dense is the least seen of each piece more.
  const double density =
      positions_per_byte_[static_cast<std::size_t>(difference(material) - beyond)] * std::pow(2, beyond);
  const std::uint64_t least = header_bytes + positions / usual_block_positions * directory_entry_bytes;
  return std::max(least, static_cast<std::uint64_t>(static_cast<double>(positions) / density));
}

}  // namespace dambase
