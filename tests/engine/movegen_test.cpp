// The engine's moves against the slow generator, position by position.
#include "engine/movegen.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/notation.hpp"
#include "formats/fen.hpp"
#include "tests/engine/every_rules.hpp"
#include "tests/engine/random_positions.hpp"

namespace dambase::test {
namespace {

template <class Rules>
class RandomPlay : public testing::Test {
 protected:
  static constexpr const BoardShape& shape = Rules::Board::shape;
  const Variant& rules = variant<Rules>();
  const slow::Rules slow = slow_rules<Rules>();

  // Calls `check` with many positions: few pieces to a full board, no kings to many. A board with
  // many kings has too many captures for the slow generator.
  template <class Check>
  void for_random_positions(std::uint64_t seed, int count, const Check& check) {
    RandomPositions random(rules.position_space(), seed);
    constexpr int most_kings = 12;
    for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
      const int pieces = 2 + random.below(shape.squares - 2 * (shape.size / 2));
      // Where no king ever moves, a king ends the game.
      const int king_share = rules.has_kings() ? std::min(random.below(101), 100 * most_kings / pieces) : 0;
      const Position position = random.any(pieces, king_share);
      SCOPED_TRACE(to_fen(rules, position));
      check(position);
    }
  }
};

TYPED_TEST_SUITE(RandomPlay, EveryRules);

template <class... Rules>
std::set<std::string_view> names_of(const testing::Types<Rules...>&) {
  return {Rules::name...};
}

// A variant that is not in the list would be compared with nothing.
TEST(EveryRulesList, HasEveryVariant) {
  const std::set<std::string_view> names = names_of(EveryRules());
  for (const Variant* variant : all_variants()) EXPECT_TRUE(names.contains(variant->name())) << variant->name();
}

std::set<slow::Move> slow_moves_of(const BoardShape& shape, const std::vector<Move>& moves) {
  std::set<slow::Move> found;
  for (const Move& move : moves) found.insert(slow::move_of(shape, move));
  return found;
}

TYPED_TEST(RandomPlay, MovesEqualThoseOfTheSlowGenerator) {
  this->for_random_positions(1, 20000, [&](const Position& position) {
    const std::vector<Move> moves = this->rules.legal_moves(position);
    const std::set<slow::Move> expected = slow::legal_moves(this->slow, slow::board_of(this->shape, position));
    EXPECT_EQ(slow_moves_of(this->shape, moves), expected);
    EXPECT_EQ(moves.size(), expected.size()) << "a move is listed twice";
    const bool captures = !moves.empty() && moves.front().is_capture();
    EXPECT_EQ(this->rules.has_capture(position), captures);
  });
}

TYPED_TEST(RandomPlay, CapturePathsEqualThoseOfTheSlowGenerator) {
  this->for_random_positions(2, 10000, [&](const Position& position) {
    std::set<std::pair<slow::Move, slow::Path>> paths;
    this->rules.for_each_capture_path(position, [&](const Move& move, std::span<const Square> squares) {
      slow::Path path{slow::place_of(this->shape, move.from)};
      for (const Square square : squares) path.push_back(slow::place_of(this->shape, square));
      EXPECT_TRUE(paths.emplace(slow::move_of(this->shape, move), path).second) << "a path is walked twice";
    });
    EXPECT_EQ(paths, slow::capture_paths(this->slow, slow::board_of(this->shape, position)));
  });
}

TYPED_TEST(RandomPlay, AMoveChangesTheBoardAsTheSlowOneDoes) {
  this->for_random_positions(3, 10000, [&](const Position& position) {
    const slow::Board board = slow::board_of(this->shape, position);
    for (const Move& move : this->rules.legal_moves(position)) {
      const Position next = position.after(move);
      EXPECT_EQ(slow::board_of(this->shape, next), slow::after(this->slow, board, slow::move_of(this->shape, move)));
      EXPECT_EQ(next.count(), position.count() - move.captured.count());
      EXPECT_EQ(next.of(position.side_to_move()).all().count(), position.of(position.side_to_move()).all().count());
      EXPECT_TRUE(this->rules.check(next));
    }
  });
}

TYPED_TEST(RandomPlay, ATurnedPositionHasTurnedMoves) {
  this->for_random_positions(4, 10000, [&](const Position& position) {
    const auto turn = [&](Square square) { return turned(Bitboard(square), this->shape.bits).first(); };
    std::vector<Move> expected;
    for (const Move& move : this->rules.legal_moves(position)) {
      expected.push_back(
          {turn(move.from), turn(move.to), turned(move.captured, this->shape.bits), move.promotes, move.run});
    }
    const std::vector<Move> moves = this->rules.legal_moves(position.turned(this->shape));
    EXPECT_TRUE(std::ranges::is_permutation(moves, expected));
  });
}

TYPED_TEST(RandomPlay, EveryMoveTextNamesItsMoveAndNoOther) {
  this->for_random_positions(5, 10000, [&](const Position& position) {
    const std::vector<NamedMove> named = named_moves(this->rules, position);
    EXPECT_EQ(named.size(), this->rules.legal_moves(position).size());
    std::set<std::string> texts;
    for (const NamedMove& entry : named) {
      EXPECT_TRUE(texts.insert(entry.text).second) << entry.text << " is listed twice";
      const Result<Move> read = parse_move(this->rules, position, entry.text);
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(*read, entry.move) << entry.text;
    }
  });
}

TYPED_TEST(RandomPlay, FenGivesThePositionBack) {
  this->for_random_positions(6, 10000, [&](const Position& position) {
    const Result<Position> read = parse_fen(this->rules, to_fen(this->rules, position));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, position);
  });
}

}  // namespace
}  // namespace dambase::test
