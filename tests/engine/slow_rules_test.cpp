// The slow generator must itself be right: it meets the published counts.
#include "tests/engine/slow_rules.hpp"

#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "tests/engine/tsv.hpp"

namespace dambase::slow {
namespace {

// What the slow rules do not know no test compares: a variant may not be forgotten here.
TEST(SlowRules, KnowEveryVariant) {
  for (const Variant* variant : all_variants()) EXPECT_TRUE(known_rules().contains(variant->name())) << variant->name();
}

TEST(SlowRules, PerftMatches) {
  constexpr std::uint64_t limit = 8000;
  for (const test::PerftLine& line : test::perft_lines()) {
    const Result<const Variant*> variant = find_variant(line.variant);
    if (!variant) continue;  // a build of some variants only
    const Rules& rules = known_rules().at(line.variant);
    const Result<Position> position = parse_fen(**variant, line.fen);
    ASSERT_TRUE(position) << position.error().message;
    for (std::size_t i = 0; i < line.counts.size() && line.counts[i] <= limit; ++i) {
      EXPECT_EQ(perft(rules, board_of((*variant)->shape(), *position), static_cast<int>(i) + 1), line.counts[i])
          << line.variant << ' ' << line.fen << " depth " << i + 1;
    }
  }
}

}  // namespace
}  // namespace dambase::slow
