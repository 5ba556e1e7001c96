// The search for the best move to a given depth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "dambase.h"
#include "tools/player/evaluation.hpp"
#include "tools/player/game.hpp"
#include "tools/player/move_list.hpp"
#include "tools/player/score.hpp"
#include "tools/player/search_clock.hpp"
#include "tools/player/table_knowledge.hpp"
#include "tools/player/transposition_table.hpp"

namespace dambase::player {

/// The best moves of both sides, and what the first one is worth to the side that plays it.
struct Variation {
  Score score = score::draw;
  std::vector<dambase_move> moves;
};

/// One search of one position, to one depth after another. Draughts makes it simple: captures are compulsory, so the
/// search goes on after its depth as long as there are any, and needs to weigh nothing else there.
class AlphaBeta {
 public:
  /// All references must outlive this.
  AlphaBeta(const dambase_set& set, const Evaluation& evaluation, TranspositionTable& transpositions,
            SearchClock& clock, const Game& game, int table_pieces);

  /// The best of `moves`, legal ones of the game's position; none if the clock ended the search. Depth 1 is always
  /// finished, so that there is a move to play.
  [[nodiscard]] std::optional<Variation> search(const MoveList& moves, int depth);

  /// Whether the last search saw every line to its end, so that a deeper one would find the same.
  [[nodiscard]] bool is_complete() const { return is_complete_; }

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t table_hits() const { return tables_.hits(); }

 private:
  // A score below alpha or above beta need not be exact: it changes nothing.
  struct Window {
    Score alpha;
    Score beta;
    [[nodiscard]] Window turned() const { return {-beta, -alpha}; }
  };
  // What the search needs of every ply, kept so that it need not be allocated.
  struct Ply {
    MoveList moves;
    std::vector<dambase_move> line;
  };
  struct Best {
    Score score = -score::infinite;
    dambase_move move{};
  };

  [[nodiscard]] Score value(const dambase_position& position, Window window, int depth, int ply);
  [[nodiscard]] Score leaf_value(const dambase_position& position, dambase_value held);
  [[nodiscard]] Score end_value(const dambase_position& position, int ply) const;
  [[nodiscard]] Score searched_value(const dambase_position& position, Window window, int depth, int ply);
  [[nodiscard]] Best best_of(const dambase_position& position, const MoveList& moves, Window window, int depth,
                             int ply);
  [[nodiscard]] Score value_after(const dambase_position& position, const dambase_move& move, Window window, int depth,
                                  int ply);
  [[nodiscard]] Score value_behind_best(const dambase_position& position, const dambase_move& move, Window window,
                                        int depth, int ply);
  void sort(MoveList& moves, int side, const dambase_move& first) const;
  void praise(const dambase_move& move, int side, int depth);
  [[nodiscard]] bool is_stopped() const { return has_stopped_; }

  const dambase_set& set_;
  const Evaluation& evaluation_;
  TranspositionTable& transpositions_;
  SearchClock& clock_;
  TableKnowledge tables_;
  dambase_position root_;
  History history_;
  std::vector<Ply> plies_;
  // How often, weighed by depth, a quiet move refuted the opponent's: by side, from, to.
  std::array<std::array<std::array<std::uint32_t, 65>, 65>, 2> praises_{};
  std::uint64_t nodes_ = 0;
  bool may_stop_ = false;
  bool has_stopped_ = false;
  bool is_complete_ = false;
};

}  // namespace dambase::player
