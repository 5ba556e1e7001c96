// The published counts of legal moves, for every variant of this build.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/variant.hpp"
#include "formats/fen.hpp"
#include "tests/engine/tsv.hpp"

namespace dambase::test {

// In failure messages.
void PrintTo(const PerftLine& line, std::ostream* out) { *out << line.fen; }

namespace {

const Variant* variant_named(std::string_view name) {
  const Result<const Variant*> found = find_variant(name);
  return found ? *found : nullptr;
}

std::vector<PerftLine> playable_lines() {
  std::vector<PerftLine> lines = perft_lines();
  std::erase_if(lines, [](const PerftLine& line) { return variant_named(line.variant) == nullptr; });
  return lines;
}

// Compares all depths of a line with at most `limit` nodes, as far as they are more than `above`.
void compare(const PerftLine& line, std::uint64_t above, std::uint64_t limit) {
  const Variant& rules = *variant_named(line.variant);
  const Result<Position> position = parse_fen(rules, line.fen);
  ASSERT_TRUE(position) << position.error().message;
  for (std::size_t i = 0; i < line.counts.size() && line.counts[i] <= limit; ++i) {
    if (line.counts[i] <= above) continue;
    EXPECT_EQ(rules.perft(*position, static_cast<int>(i) + 1), line.counts[i]) << line.fen << " depth " << i + 1;
  }
}

constexpr std::uint64_t short_limit = 1'000'000;
constexpr std::uint64_t long_limit = 100'000'000;

class Perft : public testing::TestWithParam<PerftLine> {};
class LongPerft : public testing::TestWithParam<PerftLine> {};

TEST_P(Perft, Matches) { compare(GetParam(), 0, short_limit); }
TEST_P(LongPerft, Matches) { compare(GetParam(), short_limit, long_limit); }

std::string name_of_line(const testing::TestParamInfo<PerftLine>& info) {
  std::string name = info.param.variant + "_" + info.param.name;
  std::erase_if(name, [](unsigned char c) { return c != '_' && std::isalnum(c) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(Data, Perft, testing::ValuesIn(playable_lines()), name_of_line);
INSTANTIATE_TEST_SUITE_P(Data, LongPerft, testing::ValuesIn(playable_lines()), name_of_line);

TEST(PerftData, HasTheLinesOfInternationalDraughts) {
  EXPECT_GE(std::ranges::count(perft_lines(), "international", &PerftLine::variant), 6);
}

TEST(PerftBasics, DepthZeroIsOneNode) {
  for (const Variant* rules : all_variants()) EXPECT_EQ(rules->perft(rules->start_position(), 0), 1U);
}

TEST(PerftBasics, TheStartPositionsAreThoseOfTheFile) {
  for (const PerftLine& line : playable_lines()) {
    if (line.name != "start" && line.name != "start-6x6") continue;
    const Variant& rules = *variant_named(line.variant);
    const Result<Position> position = parse_fen(rules, line.fen);
    ASSERT_TRUE(position);
    EXPECT_EQ(rules.start_position(), *position) << line.variant;
  }
}

}  // namespace
}  // namespace dambase::test
