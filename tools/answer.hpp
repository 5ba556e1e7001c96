// What the tables say of one position: its value, and its moves from best to worst.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probe/table_set.hpp"

namespace dambase::tools {

/// A legal move and its value for the side that plays it.
struct RankedMove {
  std::string text;
  Value value;
  std::string fen;  ///< of the position after it
};

struct Answer {
  Position position;
  Value value;
  /// From best to worst: by value, then by text. None if the value of any move is not known: a ranking
  /// of some of the moves would pass for advice.
  Result<std::vector<RankedMove>> moves;
};

/// Reads `fen`, and asks `set`; moves and their FENs are in `numbering`. invalid_fen, illegal_position,
/// or why there is no value.
Result<Answer> answer_of(const TableSet& set, std::string_view fen, Numbering numbering);

/// Reads `fen` as a position that can stand on the board of `variant`: invalid_fen, illegal_position.
Result<Position> read_position(const Variant& variant, std::string_view fen);

}  // namespace dambase::tools
