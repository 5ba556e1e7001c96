// The player's thinking: which move to play in a position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "dambase.h"
#include "tools/player/alpha_beta.hpp"
#include "tools/player/evaluation.hpp"
#include "tools/player/game.hpp"
#include "tools/player/search_clock.hpp"
#include "tools/player/transposition_table.hpp"

namespace dambase::player {

/// What a search has found so far.
struct SearchReport {
  Variation best;  ///< without moves only if the game is over
  int depth = 0;   ///< plies
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;
  double seconds = 0;
};

/// Searches one position after another. One search at a time; SearchSignals reach it from other threads.
class Searcher {
 public:
  /// Uses tables of at most `table_pieces`; with 0 none. `set` must outlive this.
  Searcher(const dambase_set& set, int table_pieces, std::size_t hash_bytes);

  using Listener = std::function<void(const SearchReport&)>;

  /// Searches deeper and deeper until a limit is reached, and tells `listener` after every depth. Throws
  /// std::runtime_error if the library refuses the position.
  SearchReport search(const Game& game, const SearchLimits& limits, const SearchSignals& signals,
                      const Listener& listener);

  /// What comes has nothing to do with what was searched before.
  void begin_game() { transpositions_.clear(); }

 private:
  const dambase_set& set_;
  int table_pieces_;
  Evaluation evaluation_;
  TranspositionTable transpositions_;
};

}  // namespace dambase::player
