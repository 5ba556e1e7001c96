#include "tools/player/searcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "tests/engine/tsv.hpp"
#include "tests/tools/player/player_sets.hpp"

namespace dambase::player {
namespace {

// The sample positions up to so many plies before the end, searched without tables: that finds what the tables say.
TEST(Searcher, FindsForcedEndsWithoutTables) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, std::size_t{16} << 20);
  int searched = 0;
  for (const test::Row& row : test::read_tsv("international-samples.tsv")) {
    const int plies = row.at(2).empty() ? 0 : std::stoi(row.at(2));
    if (plies == 0 || plies > 7) continue;
    const Game game(position_of(set, row.at(0)));
    SearchLimits limits = to_depth(plies);
    limits.is_for_play = false;
    const SearchReport report = search(searcher, game, limits);
    const dambase_value value = row.at(1) == "win" ? DAMBASE_WIN : DAMBASE_LOSS;
    EXPECT_EQ(report.best.score, score::of_end(value, plies)) << row.at(0);
    ++searched;
  }
  EXPECT_GT(searched, 20);
}

TEST(Searcher, TheSameSearchFindsTheSame) {
  const dambase_api::Set set = open_empty("international");
  const Game game(set.start_position());
  Searcher one(*set.get(), 0, test_hash_bytes);
  Searcher other(*set.get(), 0, test_hash_bytes);
  const SearchReport first = search(one, game, to_depth(6));
  const SearchReport second = search(other, game, to_depth(6));
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.best.score, second.best.score);
  ASSERT_EQ(first.best.moves.size(), second.best.moves.size());
}

TEST(Searcher, ItsLineIsLegal) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  Game game(set.start_position());
  for (const dambase_move& move : search(searcher, game, to_depth(7)).best.moves) {
    MoveList moves;
    moves.fill(*set.get(), game.position());
    EXPECT_TRUE(std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return is_same_move(m, move); }));
    game.play(move);
  }
}

TEST(Searcher, EndsAtItsLimits) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  const Game game(set.start_position());
  EXPECT_EQ(search(searcher, game, to_depth(4)).depth, 4);
  SearchLimits limits = to_nodes(1);
  EXPECT_EQ(search(searcher, game, limits).depth, 1);  // there is always a move to play
  limits = {};
  limits.time = TimeBudget{0.02, 0.02};
  const SearchReport report = search(searcher, game, limits);
  EXPECT_LT(report.seconds, 10);
  EXPECT_FALSE(report.best.moves.empty());
}

TEST(Searcher, EndsWhenItIsStopped) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  const Game game(set.start_position());
  SearchSignals signals;
  SearchReport report;
  std::thread thread([&] { report = searcher.search(game, {}, signals, [](const SearchReport&) {}); });
  signals.stop = true;
  thread.join();
  EXPECT_FALSE(report.best.moves.empty());
}

TEST(Searcher, PlaysTheOnlyMoveAtOnceUnlessItAnalyses) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  const Game game(position_of(set, "W:W31,44:B27,18,2,3"));
  SearchLimits limits = to_depth(5);
  EXPECT_EQ(search(searcher, game, limits).depth, 1);
  limits.is_for_play = false;
  EXPECT_EQ(search(searcher, game, limits).depth, 5);
}

TEST(Searcher, FindsNothingInAGameThatIsOver) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  const Game game(position_of(set, "W:W6:B1"));
  EXPECT_TRUE(search(searcher, game, to_depth(3)).best.moves.empty());
}

TEST(Searcher, RefusesAnIllegalPosition) {
  const dambase_api::Set set = open_empty("international");
  Searcher searcher(*set.get(), 0, test_hash_bytes);
  dambase_position position{};
  position.men[DAMBASE_WHITE] = 1;
  position.men[DAMBASE_BLACK] = 1;
  EXPECT_THROW((void)search(searcher, Game(position), to_depth(3)), std::runtime_error);
}

TEST(Searcher, PlaysEveryVariant) {
  for (std::size_t i = 0; const char* const name = dambase_variant_name(i); ++i) {
    const dambase_api::Set set = open_empty(name);
    Searcher searcher(*set.get(), 0, test_hash_bytes);
    Game game(set.start_position());
    const auto chooser = [&](const Game& so_far, const MoveList&) {
      return search(searcher, so_far, to_depth(2)).best.moves.front();
    };
    EXPECT_GT(play_game(*set.get(), game.position(), chooser, chooser, 200).plies, 10) << name;
  }
}

}  // namespace
}  // namespace dambase::player
