// What the tables are worth to the player: it plays endings of more pieces than it has tables for, with and without
// them. The set has to hold the larger tables too: they say which endings are won or drawn, and play the best defence.
//
// usage: ending_match TABLES [VARIANT [PIECES [TABLE_PIECES [GAMES [NODES [SEED]]]]]]
//
// PIECES are on the board, the player has tables up to TABLE_PIECES; GAMES of each kind, NODES searched for each move.
// Prints a line for each kind: the endings, the pieces of the largest tables of the player under test and of its
// opponent, and how the games ended for the player, who makes the first move. tools/player/random_endings.hpp says
// which endings these are.
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dambase.hpp"
#include "tools/player/match.hpp"
#include "tools/player/random_endings.hpp"
#include "tools/player/searcher.hpp"

namespace dambase::player {
namespace {

constexpr int most_plies = 300;
constexpr std::size_t hash_bytes = std::size_t{16} << 20;

struct Plan {
  std::string tables;
  std::string variant = "international";
  int pieces = 6;
  int table_pieces = 4;
  int games = 50;
  std::uint64_t nodes = 20'000;
  std::uint64_t seed = 1;
};

dambase_api::Set open_set(const Plan& plan) {
  auto set = dambase_api::Set::open(plan.variant, plan.tables);
  if (!set) throw std::runtime_error(set.error().text);
  return std::move(*set);
}

// A player who searches so many nodes a move.
MoveChooser chooser(Searcher& searcher, std::uint64_t nodes) {
  return [&searcher, nodes](const Game& game, const MoveList&) {
    SearchLimits limits;
    limits.nodes = nodes;
    const SearchSignals signals;
    return searcher.search(game, limits, signals, [](const SearchReport&) {}).best.moves.front();
  };
}

struct Tally {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  long plies = 0;

  void add(const GameResult& result) {
    (result.value == DAMBASE_WIN ? wins : result.value == DAMBASE_DRAW ? draws : losses) += 1;
    plies += result.plies;
  }
};

// One player against another from all endings.
Tally play_all(const dambase_set& set, const Plan& plan, const std::vector<dambase_position>& endings, int own_tables,
               int other_tables) {
  Searcher own(set, own_tables, hash_bytes);
  Searcher other(set, other_tables, hash_bytes);
  Tally tally;
  for (const dambase_position& ending : endings) {
    own.begin_game();
    other.begin_game();
    tally.add(play_game(set, ending, chooser(own, plan.nodes), chooser(other, plan.nodes), most_plies));
  }
  return tally;
}

void run(const Plan& plan) {
  const dambase_api::Set opened = open_set(plan);
  const dambase_set& set = *opened.get();
  if (opened.max_pieces() < plan.pieces) throw std::runtime_error("no tables of so many pieces");
  RandomEndings endings(set, plan.pieces, plan.seed);
  std::printf("endings\tplayer\topponent\tgames\twins\tdraws\tlosses\tplies\n");
  for (const dambase_value value : {DAMBASE_WIN, DAMBASE_DRAW}) {
    const std::vector<dambase_position> chosen = endings.of(value, plan.games);
    for (const int own : {0, plan.table_pieces}) {
      for (const int other : {0, plan.pieces}) {
        const Tally tally = play_all(set, plan, chosen, own, other);
        std::printf("%s\t%d\t%d\t%zu\t%d\t%d\t%d\t%.1f\n", dambase_value_name(value), own, other, chosen.size(),
                    tally.wins, tally.draws, tally.losses,
                    static_cast<double>(tally.plies) / static_cast<double>(chosen.size()));
        std::fflush(stdout);
      }
    }
  }
}

Plan plan_of(const std::vector<std::string>& words) {
  if (words.empty()) throw std::runtime_error("usage: ending_match TABLES [VARIANT [PIECES [TABLE_PIECES [GAMES ...");
  Plan plan;
  plan.tables = words[0];
  if (words.size() > 1) plan.variant = words[1];
  if (words.size() > 2) plan.pieces = std::stoi(words[2]);
  if (words.size() > 3) plan.table_pieces = std::stoi(words[3]);
  if (words.size() > 4) plan.games = std::stoi(words[4]);
  if (words.size() > 5) plan.nodes = std::stoull(words[5]);
  if (words.size() > 6) plan.seed = std::stoull(words[6]);
  return plan;
}

}  // namespace
}  // namespace dambase::player

int main(int argc, char** argv) {
  try {
    dambase::player::run(dambase::player::plan_of({argv + 1, argv + argc}));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ending_match: %s\n", error.what());
    return 2;
  }
}
