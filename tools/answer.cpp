#include "tools/answer.hpp"

#include <algorithm>
#include <utility>

#include "engine/notation.hpp"
#include "formats/fen.hpp"

namespace dambase::tools {

namespace {

Result<Value> value_of(const std::vector<MoveValue>& values, const Move& move) {
  const auto found = std::ranges::find(values, move, &MoveValue::move);
  if (found != values.end()) return found->value;
  return Error{ErrorCode::illegal_position, "the prober does not know a legal move"};
}

Result<std::vector<RankedMove>> ranked_moves(const TableSet& set, const Position& position, Numbering numbering) {
  const auto values = set.probe_moves(position);
  if (!values) return values.error();
  const Variant& variant = set.variant();
  std::vector<RankedMove> ranked;
  // Named moves come sorted by their text; the stable sort keeps that order among equal values.
  for (NamedMove& named : named_moves(variant, position, numbering)) {
    const Result<Value> value = value_of(*values, named.move);
    if (!value) return value.error();
    ranked.push_back({std::move(named.text), *value, to_fen(variant, position.after(named.move), numbering)});
  }
  std::ranges::stable_sort(ranked, {}, &RankedMove::value);
  return ranked;
}

}  // namespace

Result<Position> read_position(const Variant& variant, std::string_view fen) {
  Result<Position> position = parse_fen(variant, fen);
  if (!position) return position;
  if (const Result<void> legal = variant.check(*position); !legal) return legal.error();
  return position;
}

Result<Answer> answer_of(const TableSet& set, std::string_view fen, Numbering numbering) {
  const Result<Position> position = read_position(set.variant(), fen);
  if (!position) return position.error();
  const Result<Value> value = set.probe(*position);
  if (!value) return value.error();
  return Answer{*position, *value, ranked_moves(set, *position, numbering)};
}

}  // namespace dambase::tools
