// What the tables say of one position: its value, how far that is, and its moves from best to worst.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/table_set.hpp"

namespace dambase::tools {

/// Plies as far as they are known: nothing without a table, and of a draw.
struct KnownPlies {
  std::optional<int> dtc;
  std::optional<int> dtw;

  [[nodiscard]] std::optional<int>& of(Metric metric) { return metric == Metric::dtc ? dtc : dtw; }
  [[nodiscard]] const std::optional<int>& of(Metric metric) const { return metric == Metric::dtc ? dtc : dtw; }
};

/// A legal move, its value for the side that plays it, and how far that is, the move included.
struct RankedMove {
  std::string text;
  Value value;
  KnownPlies plies;
  std::string fen;                     ///< of the position after it
  std::optional<RuledDistance> ruled;  ///< if that was asked for
};

/// To answer by the rules that count moves too, with so many plies counted; unless given, as many as the FEN says, or
/// 0.
struct RuleQuestion {
  std::optional<int> count;
};

/// What a position comes to by the rules that count moves.
struct RuledPosition {
  RuledDistance distance;
  const DrawRule* rule;  ///< that counts here; null if none does
  int count;
  std::string_view uncounted;  ///< a rule of the variant that the answer is without, if one may come up
};

struct Answer {
  Position position;
  Value value;
  KnownPlies plies;
  /// If it was asked for; no_rule_known, or why there is no answer.
  std::optional<Result<RuledPosition>> rules;
  /// From best to worst: by what the rules say if that was asked for, by value, then by distance, then by text. None if
  /// the value of any move is not known: a ranking of some of the moves would pass for advice.
  Result<std::vector<RankedMove>> moves;
};

/// Reads `fen`, and asks `set`; moves and their FENs are in `numbering`. invalid_fen, illegal_position,
/// or why there is no value.
Result<Answer> answer_of(const TableSet& set, std::string_view fen, Numbering numbering,
                         const std::optional<RuleQuestion>& rules);

/// The moves of best play by both sides from `position` to the end of the game, by DTW if there are such tables, else
/// by DTC; none if that is a draw. missing_table without distances; otherwise as TableSet::probe_distance.
Result<std::vector<std::string>> best_line(const TableSet& set, Position position, Numbering numbering);

/// Reads `fen` as a position that can stand on the board of `variant`: invalid_fen, illegal_position.
Result<Position> read_position(const Variant& variant, std::string_view fen);

}  // namespace dambase::tools
