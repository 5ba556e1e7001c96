// Rules that count moves in dambase.h.
#include <algorithm>
#include <climits>
#include <optional>
#include <tuple>
#include <vector>

#include "formats/fen.hpp"
#include "probe/c_api_error.hpp"
#include "probe/c_api_set.hpp"

namespace dambase::c_api {
namespace {

dambase_ruled_distance c_distance_of(const RuledDistance& distance) {
  const auto verdict = static_cast<dambase_verdict>(DAMBASE_VERDICT_WIN - static_cast<int>(distance.verdict));
  const bool is_decided = distance.verdict == Verdict::win || distance.verdict == Verdict::loss;
  return {verdict, is_decided ? distance.plies : -1};
}

dambase_status parse_count(const dambase_set* set, const char* fen, int* count, dambase_error* error) {
  if (set == nullptr || fen == nullptr || count == nullptr)
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, fen or count is null");
  const auto counted = count_in_fen(set->variant(), fen);
  if (!counted) return fail(error, counted.error());
  *count = counted->value_or(-1);
  return DAMBASE_OK;
}

dambase_status probe_rules(const dambase_set* set, const dambase_position* given, int count,
                           dambase_ruled_distance* distance, dambase_error* error) {
  if (set == nullptr || given == nullptr || distance == nullptr)
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, position or distance is null");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  const auto found = set->tables->probe_rules(*position, count);
  if (!found) return fail(error, found.error());
  *distance = c_distance_of(*found);
  return DAMBASE_OK;
}

dambase_ruled_move with_distance(const dambase_set& set, const Position& position, const RuledMove& move) {
  dambase_ruled_move result{c_move_of(set, position, move.move), DAMBASE_OK, {DAMBASE_VERDICT_DRAW, -1}};
  if (move.distance)
    result.distance = c_distance_of(*move.distance);
  else
    result.status = status_of(move.distance.error().code);
  return result;
}

// Smaller is better; what is not known comes last.
std::tuple<int, int> place_of(const RuledMove& move) {
  if (!move.distance) return {INT_MAX, 0};
  const auto [verdict, plies] = *move.distance;
  return {static_cast<int>(verdict), verdict == Verdict::loss ? -plies : plies};
}

dambase_status probe_rule_moves(const dambase_set* set, const dambase_position* given, int count,
                                dambase_ruled_move* moves, std::size_t capacity, std::size_t* moves_count,
                                dambase_error* error) {
  if (set == nullptr || given == nullptr || moves_count == nullptr)
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, position or moves_count is null");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  auto found = set->tables->probe_rule_moves(*position, count);
  if (!found) return fail(error, found.error());
  if (moves != nullptr) {
    if (found->size() > capacity) return too_many(found->size(), capacity, error);
    std::ranges::stable_sort(*found, {}, place_of);
    std::ranges::transform(*found, moves, [&](const RuledMove& move) { return with_distance(*set, *position, move); });
  }
  *moves_count = found->size();
  return DAMBASE_OK;
}

std::optional<Move> legal_move_of(const dambase_set& set, const Position& position, const dambase_move& given) {
  for (const Move& move : set.variant().legal_moves(position)) {
    const dambase_move legal = c_move_of(set, position, move);
    if (legal.from == given.from && legal.to == given.to && legal.captured == given.captured) return move;
  }
  return std::nullopt;
}

dambase_status rule_at(const dambase_set* set, const dambase_position* given, const dambase_move* given_move,
                       int* limit, int* goes_on, dambase_error* error) {
  if (set == nullptr || given == nullptr || limit == nullptr || (given_move == nullptr) != (goes_on == nullptr))
    return fail(error, DAMBASE_INVALID_ARGUMENT, "set, position or limit is null, or one of move and goes_on");
  const auto position = legal_position_of(*set, *given);
  if (!position) return fail(error, position.error());
  const DrawRules rules = set->variant().draw_rules();
  if (rules.empty()) return fail(error, DAMBASE_NO_RULE_KNOWN, "no rule of the variant is known that counts moves");
  if (given_move != nullptr) {
    const auto move = legal_move_of(*set, *position, *given_move);
    if (!move) return fail(error, DAMBASE_INVALID_MOVE, "the move is not legal here");
    *goes_on = count_goes_on(rules, *position, *move) ? 1 : 0;
  }
  const DrawRule* const rule = governing_rule(rules, Material::of(*position));
  *limit = rule == nullptr ? 0 : rule->limit;
  return DAMBASE_OK;
}

}  // namespace
}  // namespace dambase::c_api

using namespace dambase;
using c_api::guarded;

dambase_status dambase_parse_fen_count(const dambase_set* set, const char* fen, int* count, dambase_error* error) {
  return guarded(error, [&] { return c_api::parse_count(set, fen, count, error); });
}

dambase_status dambase_probe_rules(const dambase_set* set, const dambase_position* position, int count,
                                   dambase_ruled_distance* distance, dambase_error* error) {
  return guarded(error, [&] { return c_api::probe_rules(set, position, count, distance, error); });
}

dambase_status dambase_probe_rule_moves(const dambase_set* set, const dambase_position* position, int count,
                                        dambase_ruled_move* moves, size_t capacity, size_t* moves_count,
                                        dambase_error* error) {
  return guarded(error,
                 [&] { return c_api::probe_rule_moves(set, position, count, moves, capacity, moves_count, error); });
}

dambase_status dambase_rule_at(const dambase_set* set, const dambase_position* position, const dambase_move* move,
                               int* limit, int* goes_on, dambase_error* error) {
  return guarded(error, [&] { return c_api::rule_at(set, position, move, limit, goes_on, error); });
}
