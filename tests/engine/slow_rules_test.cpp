// The slow generator must itself be right: it meets the published counts.
#include "tests/engine/slow_rules.hpp"

#include <gtest/gtest.h>

#include "formats/fen.hpp"
#include "tests/engine/tsv.hpp"

namespace dambase::slow {
namespace {

TEST(SlowRules, PerftMatches) {
  constexpr std::uint64_t limit = 8000;
  for (const test::PerftLine& line : test::perft_lines()) {
    const auto rules = known_rules().find(line.variant);
    const Result<const Variant*> variant = find_variant(line.variant);
    if (rules == known_rules().end() || !variant) continue;  // a build of some variants only
    const Result<Position> position = parse_fen(**variant, line.fen);
    ASSERT_TRUE(position) << position.error().message;
    for (std::size_t i = 0; i < line.counts.size() && line.counts[i] <= limit; ++i) {
      EXPECT_EQ(perft(rules->second, board_of((*variant)->shape(), *position), static_cast<int>(i) + 1), line.counts[i])
          << line.variant << ' ' << line.fen << " depth " << i + 1;
    }
  }
}

}  // namespace
}  // namespace dambase::slow
