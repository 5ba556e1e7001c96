// What the player makes of the tables: it wins what is won and holds what is drawn, from positions with more pieces
// than they have and from inside them, where they do not tell which move makes progress.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/engine/tsv.hpp"
#include "tests/tools/player/player_sets.hpp"
#include "tools/player/random_endings.hpp"

namespace dambase::player {
namespace {

constexpr int most_plies = 200;

/// Plays what it finds in so many nodes, with tables up to so many pieces.
class TestPlayer {
 public:
  TestPlayer(const dambase_api::Set& set, int table_pieces, std::uint64_t nodes)
      : searcher_(*set.get(), table_pieces, test_hash_bytes), nodes_(nodes) {}

  [[nodiscard]] MoveChooser chooser() {
    searcher_.begin_game();
    return [this](const Game& game, const MoveList&) {
      return search(searcher_, game, to_nodes(nodes_)).best.moves.front();
    };
  }

 private:
  Searcher searcher_;
  std::uint64_t nodes_;
};

MoveChooser random_mover(std::uint64_t seed) {
  return [random = std::mt19937_64(seed)](const Game&, const MoveList& moves) mutable {
    return moves.begin()[random() % moves.size()];
  };
}

dambase_value play(const dambase_api::Set& set, const std::string& fen, const MoveChooser& own,
                   const MoveChooser& other) {
  return play_game(*set.get(), position_of(set, fen), own, other, most_plies).value;
}

// The endings of data/player-endings.tsv: variant, FEN, value for the side to move.
std::vector<std::string> endings_of(const std::string& variant, const std::string& value) {
  std::vector<std::string> fens;
  for (const test::Row& row : test::read_tsv("player-endings.tsv"))
    if (row.at(0) == variant && row.at(2) == value) fens.push_back(row.at(1));
  return fens;
}

/// Endings with two pieces more than the tables have.
class EndingPlay : public ::testing::TestWithParam<const char*> {
 protected:
  static constexpr int table_pieces = 4;
  static constexpr std::uint64_t nodes = 3'000;

  dambase_api::Set set_ = open_built(GetParam(), table_pieces);
  TestPlayer with_ = TestPlayer(set_, table_pieces, nodes);
  TestPlayer without_ = TestPlayer(set_, 0, nodes);
};

TEST_P(EndingPlay, WinsWonEndings) {
  const std::vector<std::string> fens = endings_of(GetParam(), "win");
  ASSERT_FALSE(fens.empty());
  for (const std::string& fen : fens) {
    EXPECT_EQ(play(set_, fen, with_.chooser(), without_.chooser()), DAMBASE_WIN) << fen;
    EXPECT_EQ(play(set_, fen, with_.chooser(), random_mover(1)), DAMBASE_WIN) << fen;
  }
}

TEST_P(EndingPlay, HoldsDrawnEndings) {
  const std::vector<std::string> fens = endings_of(GetParam(), "draw");
  ASSERT_FALSE(fens.empty());
  for (const std::string& fen : fens) {
    EXPECT_GE(play(set_, fen, with_.chooser(), without_.chooser()), DAMBASE_DRAW) << fen;
    EXPECT_GE(play(set_, fen, with_.chooser(), random_mover(1)), DAMBASE_DRAW) << fen;
  }
}

TEST_P(EndingPlay, KnowsMoreWithTables) {
  int wins = 0;
  const std::vector<std::string> fens = endings_of(GetParam(), "win");
  for (const std::string& fen : fens)
    if (play(set_, fen, without_.chooser(), with_.chooser()) == DAMBASE_WIN) ++wins;
  EXPECT_LT(wins, static_cast<int>(fens.size()));
}

INSTANTIATE_TEST_SUITE_P(Variants, EndingPlay, ::testing::Values("international", "english"));

// The sample positions of 2 to 4 pieces that are won, against the best defence.
TEST(TablePlay, MakesProgressInsideTheTables) {
  const dambase_api::Set set = open_built("international", 4);
  TestPlayer attacker(set, all_tables, 3'000);
  TestPlayer defender(set, all_tables, 3'000);
  for (const test::Row& row : test::read_tsv("international-samples.tsv")) {
    if (row.at(1) != "win") continue;
    EXPECT_EQ(play(set, row.at(0), attacker.chooser(), defender.chooser()), DAMBASE_WIN) << row.at(0);
  }
}

// How many of the endings the player wins, draws counting as half.
double points(const dambase_api::Set& set, const std::vector<dambase_position>& endings, int table_pieces) {
  TestPlayer player(set, table_pieces, 10'000);
  TestPlayer best(set, all_tables, 10'000);
  double total = 0;
  for (const dambase_position& ending : endings) {
    const auto result = play_game(*set.get(), ending, player.chooser(), best.chooser(), most_plies);
    total += (result.value - DAMBASE_LOSS) / 2.0;
  }
  return total;
}

TEST(LongEndingPlay, TablesOfFourPiecesHelpWithFive) {
  const dambase_api::Set set = open_built("english", 5);
  RandomEndings endings(*set.get(), 5, 1);
  const std::vector<dambase_position> won = endings.of(DAMBASE_WIN, 50);
  const double won_with = points(set, won, 4);
  EXPECT_GE(won_with, 45);
  EXPECT_GE(won_with, points(set, won, 0));
  const std::vector<dambase_position> drawn = endings.of(DAMBASE_DRAW, 50);
  const double drawn_with = points(set, drawn, 4);
  EXPECT_GE(drawn_with, 22);
  EXPECT_GE(drawn_with, points(set, drawn, 0));
}

TEST(TablePlay, KeepsToMovesThatHoldTheValue) {
  const dambase_api::Set set = open_built("international", 4);
  for (const test::Row& row : test::read_tsv("international-samples.tsv")) {
    const dambase_position position = position_of(set, row.at(0));
    const auto value = set.probe(position);
    ASSERT_TRUE(value);
    for (const dambase_move& move : moves_worth_searching(*set.get(), position, all_tables))
      EXPECT_EQ(-*set.probe(move.after), *value) << row.at(0);
  }
}

TEST(TablePlay, AsksNoTablesThatItMayNotUse) {
  const dambase_api::Set set = open_built("international", 4);
  const Game game(position_of(set, "W:W31:B4"));
  Searcher without(*set.get(), 0, test_hash_bytes);
  EXPECT_EQ(search(without, game, to_depth(3)).table_hits, 0U);
  Searcher with(*set.get(), all_tables, test_hash_bytes);
  EXPECT_GT(search(with, game, to_depth(3)).table_hits, 0U);
}

}  // namespace
}  // namespace dambase::player
