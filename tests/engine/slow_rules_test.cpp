// The slow generator must itself be right: it meets the published counts.
#include "tests/engine/slow_rules.hpp"

#include <gtest/gtest.h>

#include <map>

#include "formats/fen.hpp"
#include "tests/engine/tsv.hpp"

namespace dambase::slow {
namespace {

const std::map<std::string, Rules> known_rules = {
    {"international", {}},
    {"kids", {.size = 6}},
    {"brazilian", {.size = 8}},
    {"russian",
     {.size = 8,
      .most_pieces = false,
      .promotion_in_capture = Promotion::goes_on_as_king,
      .landing_captures_on = true}},
    {"pool", {.size = 8, .most_pieces = false, .landing_captures_on = true}},
    {"english",
     {.size = 8,
      .men_capture_backwards = false,
      .flying_kings = false,
      .most_pieces = false,
      .promotion_in_capture = Promotion::ends_move}},
};

BoardShape shape_of(int size) {
  return size == 10 ? dambase::Board<10>::shape : size == 8 ? dambase::Board<8>::shape : dambase::Board<6>::shape;
}

TEST(SlowRules, PerftMatches) {
  constexpr std::uint64_t limit = 8000;
  for (const test::PerftLine& line : test::perft_lines()) {
    const auto rules = known_rules.find(line.variant);
    if (rules == known_rules.end()) continue;
    const BoardShape shape = shape_of(rules->second.size);
    const Result<const Variant*> variant = find_variant(line.variant);
    if (!variant) continue;  // a build of some variants only
    const Result<Position> position = parse_fen(**variant, line.fen);
    ASSERT_TRUE(position) << position.error().message;
    for (std::size_t i = 0; i < line.counts.size() && line.counts[i] <= limit; ++i) {
      EXPECT_EQ(perft(rules->second, board_of(shape, *position), static_cast<int>(i) + 1), line.counts[i])
          << line.variant << ' ' << line.fen << " depth " << i + 1;
    }
  }
}

}  // namespace
}  // namespace dambase::slow
