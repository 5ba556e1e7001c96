// Packing, by either bit path, puts every position where the numbering says.
#include "gen/slice_packer.hpp"

#include <gtest/gtest.h>

#include "tests/formats/bit_paths.hpp"
#include "tests/formats/slow_numbering.hpp"
#include "tests/gen/solved_set.hpp"

namespace dambase::test {
namespace {

// The words of one material solved by `Kids`, packed anew.
class Repacked {
 public:
  Repacked(const SolvedSet<Kids>& set, const Material& material, BitPath path)
      : words_(*set.of(material).words),
        layout_(words_.layout()),
        successors_(set.successors_of(layout_.material())),
        solver_(layout_, successors_),
        packer_(layout_, path) {
    const std::uint64_t positions = SliceNumbering(layout_.shape(), material).positions();
    codes_ = {SliceCodes(positions), SliceCodes(positions)};
    for (std::uint64_t rank = 0; rank < layout_.men().count(); ++rank) pack(rank);
  }

  [[nodiscard]] std::span<const std::byte> codes(Side side) const {
    return codes_[side == Side::white ? 0 : 1].bytes();
  }
  [[nodiscard]] const SliceCounts& counts(Side side) const { return packer_.counts(side); }

 private:
  void pack(std::uint64_t rank) {
    std::vector<Words> values(layout_.words_per_configuration());
    ConfigurationWords configuration;
    configuration.reset(layout_.men().unrank(rank), values);
    solver_.resolve_captures(configuration);
    std::ranges::copy(words_.configuration(rank), values.begin());
    packer_.pack(configuration, rank, SliceTargets{&codes_[0], &codes_[1]});
  }

  const WordTable& words_;
  const WordLayout& layout_;
  Successors successors_;
  ConfigurationSolver<Kids> solver_;
  SlicePacker packer_;
  std::array<SliceCodes, 2> codes_;
};

void compare(const SolvedSet<Kids>& set, const Material& material, BitPath path) {
  const Repacked repacked(set, material, path);
  const Material oriented = solving_orientation(material);
  for (const Side side : {Side::white, Side::black}) {
    const Material slice = side == Side::white ? oriented : oriented.twin();
    const std::size_t index = slice == material.canonical() ? 0 : 1;
    EXPECT_TRUE(std::ranges::equal(repacked.codes(side), set.of(material).codes[index].bytes())) << material.name();
    EXPECT_EQ(repacked.counts(side), set.of(material).counts[index]) << material.name();
  }
}

TEST(SlicePacker, BothBitPathsGiveTheSame) {
  const SolvedSet<Kids> set(4);
  for (const Material& material : slow::materials_of(4)) {
    if (material != material.canonical() || material.kings() == 0) continue;
    for (const BitPath path : bit_paths()) compare(set, material, path);
  }
}

// Each slice by its numbering alone: counts of positions in which the side to move can capture.
TEST(SlicePacker, MarksCapturesWhereTheNumberingHasThem) {
  const SolvedSet<Kids> set(4);
  for (const Material& material : slow::materials_of(4)) {
    const SliceNumbering numbering(Kids::Board::shape, material);
    const std::size_t slice = material == material.canonical() ? 0 : 1;
    const auto codes = set.of(material).codes[slice].bytes();
    for (std::uint64_t number = 0; number < numbering.positions(); ++number)
      ASSERT_EQ(code_at(codes, number) == Code::capture, has_capture<Kids>(numbering.unrank(number)))
          << material.name();
  }
}

}  // namespace
}  // namespace dambase::test
