// A slow and obvious solver: positions in a hash map, values by going over all of them again and again
// until nothing changes. It plays by tests/engine/slow_rules and shares nothing with gen/.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/material.hpp"
#include "formats/distance_symbol.hpp"
#include "formats/value.hpp"
#include "tests/engine/slow_rules.hpp"

namespace dambase::slow {

/// A rule by which a count of plies draws the game, of the material that it belongs to. The count goes on over a move
/// after which the same rule holds, unless that is one of those that start it anew.
struct CountRule {
  int id = 0;
  int limit = 0;
  bool captures_start_anew = false;
  bool promotions_start_anew = false;
  bool moves_of_men_start_anew = false;
};

class Solver {
 public:
  explicit Solver(const Rules& rules) : rules_(rules) {}

  /// Solves `materials`, which must hold their twins and all that their moves lead to.
  void solve(const std::vector<Material>& materials);

  /// How many positions of `material` there are, White to move, counted king moves told apart.
  [[nodiscard]] std::uint64_t positions(const Material& material) const { return positions_.at(material); }
  /// The value for the side to move; of a solved material.
  [[nodiscard]] Value value(const Board& board) const;

  /// Finds how far all that is solved is from the end, and from the next conversion: a capture, or a move of a man.
  void solve_distances();
  /// Value and plies for the side to move; once distances have been found.
  [[nodiscard]] Distance plies_to_end(const Board& board) const { return {value(board), node_at(board).to_end}; }
  [[nodiscard]] Distance plies_to_conversion(const Board& board) const {
    return {value(board), node_at(board).to_conversion};
  }

  /// Finds the values with plies counted, with every count of every position that is solved.
  void solve_counts(const std::function<CountRule(const Material&)>& rule_of);
  /// The value for the side to move where `count` plies are counted; the game is drawn there, unless it is over, if
  /// that has reached the limit.
  [[nodiscard]] Value value(const Board& board, int count) const;
  [[nodiscard]] int limit(const Board& board) const;

 private:
  enum class Known : std::uint8_t { nothing, win, loss };

  struct Node {
    std::size_t first = 0;  ///< of its successors
    std::size_t last = 0;
    Known known = Known::nothing;
    CountRule rule;
    Material material;
    int to_end = 0;         ///< of a draw 0
    int to_conversion = 0;  ///< likewise
  };
  static constexpr int unknown_plies = -1;

  // Places what is left of `pieces`, each from place `from` on, and adds the finished boards. Returns how many.
  std::uint64_t place(Board& board, std::string pieces, int from);
  // Adds `board` with all king moves that can have been counted.
  std::uint64_t add_all(Board board);
  void add(const Board& board);
  [[nodiscard]] std::uint32_t node_of(const Board& board);
  // `known_of(i)` is what is known of successor i.
  template <class KnownOf>
  [[nodiscard]] Known by_successors(const Node& node, const KnownOf& known_of) const;
  [[nodiscard]] bool count_goes_on(const Node& node, std::size_t i) const;
  // The values with `count`, by those with one more and by those of fresh counts.
  [[nodiscard]] std::vector<Known> counted(int count, const std::vector<Known>& next,
                                           const std::vector<Known>& fresh) const;
  [[nodiscard]] static Value value_of(Known known);
  [[nodiscard]] const Node& node_at(const Board& board) const;
  // Sets `plies` of all decided nodes, from what a move to each successor counts for; an unknown one counts for nothing
  // yet.
  template <class PliesOfMove>
  void find_plies(int Node::*plies, const PliesOfMove& plies_of_move);

  Rules rules_;
  std::map<Material, std::uint64_t> positions_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> successors_;
  struct KindOfMove {
    bool captures;
    bool promotes;
    bool by_man;
  };
  std::vector<KindOfMove> kinds_;                ///< of the moves to successors
  std::vector<std::vector<Known>> with_counts_;  ///< by count, then by node
};

}  // namespace dambase::slow
