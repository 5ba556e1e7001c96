// FEN, moves and their values in dambase.h.
#include <algorithm>
#include <climits>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/notation.hpp"
#include "formats/fen.hpp"
#include "probe/c_api_error.hpp"
#include "probe/c_api_set.hpp"

namespace dambase::c_api {

dambase_status too_many(std::size_t moves, std::size_t capacity, dambase_error* error) {
  return fail(error, DAMBASE_INVALID_ARGUMENT,
              "room for " + std::to_string(capacity) + " moves; there are " + std::to_string(moves));
}

std::optional<Metric> metric_of(dambase_metric metric) {
  switch (metric) {
    case DAMBASE_DTC: return Metric::dtc;
    case DAMBASE_DTW: return Metric::dtw;
    case DAMBASE_RULE: return Metric::rule;
  }
  return std::nullopt;
}

namespace {

dambase_status null_argument(dambase_error* error, const char* which) {
  return fail(error, DAMBASE_INVALID_ARGUMENT, which);
}

// `text` and an ending zero, into `bytes` bytes at `to`.
dambase_status copy(std::string_view text, char* to, std::size_t bytes, dambase_error* error) {
  if (text.size() >= bytes)
    return fail(error, DAMBASE_INVALID_ARGUMENT,
                "room for " + std::to_string(bytes) + " bytes; " + std::to_string(text.size() + 1) + " are needed");
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = '\0';
  return DAMBASE_OK;
}

// ---- FEN ----

dambase_status read_fen(const dambase_set* set, const char* fen, dambase_position* position, dambase_error* error) {
  if (set == nullptr || fen == nullptr || position == nullptr)
    return null_argument(error, "set, fen or position is null");
  const auto parsed = parse_fen(set->variant(), fen);
  if (!parsed) return fail(error, parsed.error());
  *position = c_position_of(*set, *parsed);
  return DAMBASE_OK;
}

dambase_status write_fen(const dambase_set* set, const dambase_position* given, char* fen, std::size_t bytes,
                         dambase_error* error) {
  if (set == nullptr || given == nullptr || fen == nullptr) return null_argument(error, "set, position or fen is null");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  return copy(to_fen(set->variant(), *position), fen, bytes, error);
}

// ---- moves ----

dambase_status legal_moves(const dambase_set* set, const dambase_position* given, dambase_move* moves,
                           std::size_t capacity, std::size_t* count, dambase_error* error) {
  if (set == nullptr || given == nullptr || count == nullptr)
    return null_argument(error, "set, position or count is null");
  const auto position = legal_position_of(*set, *given);
  if (!position) return fail(error, position.error());
  const std::vector<Move> legal = set->variant().legal_moves(*position);
  if (moves != nullptr) {
    if (legal.size() > capacity) return too_many(legal.size(), capacity, error);
    std::ranges::transform(legal, moves, [&](const Move& move) { return c_move_of(*set, *position, move); });
  }
  *count = legal.size();
  return DAMBASE_OK;
}

dambase_status find_end(const dambase_set* set, const dambase_position* given, int* is_over, dambase_value* value,
                        dambase_error* error) {
  if (set == nullptr || given == nullptr || is_over == nullptr || value == nullptr)
    return null_argument(error, "set, position, is_over or value is null");
  const auto position = legal_position_of(*set, *given);
  if (!position) return fail(error, position.error());
  const auto end = set->variant().value_at_end(*position);
  if (end) *value = c_value_of(*end);
  *is_over = end ? 1 : 0;
  return DAMBASE_OK;
}

dambase_move_value with_value(const dambase_set& set, const Position& position, const MoveValue& move) {
  dambase_move_value result{c_move_of(set, position, move.move), DAMBASE_OK, DAMBASE_DRAW};
  if (move.value)
    result.value = c_value_of(*move.value);
  else
    result.status = status_of(move.value.error().code);
  return result;
}

// Smaller is better; what has no value comes last.
int place_of(const MoveValue& move) {
  constexpr int behind_all_values = 3;
  return move.value ? static_cast<int>(*move.value) : behind_all_values;
}

dambase_status probe_moves(const dambase_set* set, const dambase_position* given, dambase_move_value* moves,
                           std::size_t capacity, std::size_t* count, dambase_error* error) {
  if (moves == nullptr) return legal_moves(set, given, nullptr, 0, count, error);
  if (set == nullptr || given == nullptr || count == nullptr)
    return null_argument(error, "set, position or count is null");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  auto values = set->tables->probe_moves(*position);
  if (!values) return fail(error, values.error());
  if (values->size() > capacity) return too_many(values->size(), capacity, error);
  std::ranges::stable_sort(*values, {}, place_of);
  std::ranges::transform(*values, moves, [&](const MoveValue& move) { return with_value(*set, *position, move); });
  *count = values->size();
  return DAMBASE_OK;
}

// ---- distances ----

dambase_distance c_distance_of(const Distance& distance) {
  return {c_value_of(distance.value), distance.value == Value::draw ? -1 : distance.plies};
}

dambase_status probe_distance(const dambase_set* set, const dambase_position* given, dambase_metric metric,
                              dambase_distance* distance, dambase_error* error) {
  if (set == nullptr || given == nullptr || distance == nullptr)
    return null_argument(error, "set, position or distance is null");
  const auto known = metric_of(metric);
  if (!known) return fail(error, DAMBASE_INVALID_ARGUMENT, "metric is no dambase_metric");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  const auto found = set->tables->probe_distance(*position, *known);
  if (!found) return fail(error, found.error());
  *distance = c_distance_of(*found);
  return DAMBASE_OK;
}

dambase_move_distance with_distance(const dambase_set& set, const Position& position, const MoveDistance& move) {
  dambase_move_distance result{c_move_of(set, position, move.move), DAMBASE_OK, {DAMBASE_DRAW, -1}};
  if (move.distance)
    result.distance = c_distance_of(*move.distance);
  else
    result.status = status_of(move.distance.error().code);
  return result;
}

// Larger is better; what has no distance comes last.
int goodness_of(const MoveDistance& move) { return move.distance ? goodness(*move.distance) : INT_MIN; }

dambase_status probe_move_distances(const dambase_set* set, const dambase_position* given, dambase_metric metric,
                                    dambase_move_distance* moves, std::size_t capacity, std::size_t* count,
                                    dambase_error* error) {
  const auto known = metric_of(metric);
  if (!known) return fail(error, DAMBASE_INVALID_ARGUMENT, "metric is no dambase_metric");
  if (moves == nullptr) return legal_moves(set, given, nullptr, 0, count, error);
  if (set == nullptr || given == nullptr || count == nullptr)
    return null_argument(error, "set, position or count is null");
  const auto position = position_of(*set, *given);
  if (!position) return fail(error, why_no_position(*set, *given));
  auto distances = set->tables->probe_move_distances(*position, *known);
  if (!distances) return fail(error, distances.error());
  if (distances->size() > capacity) return too_many(distances->size(), capacity, error);
  std::ranges::stable_sort(*distances, std::ranges::greater{}, goodness_of);
  std::ranges::transform(*distances, moves,
                         [&](const MoveDistance& move) { return with_distance(*set, *position, move); });
  *count = distances->size();
  return DAMBASE_OK;
}

// ---- moves as text ----

dambase_status write_move(const dambase_set* set, const dambase_position* given, const dambase_move* move, char* text,
                          std::size_t bytes, dambase_error* error) {
  if (set == nullptr || given == nullptr || move == nullptr || text == nullptr)
    return null_argument(error, "set, position, move or text is null");
  const auto position = legal_position_of(*set, *given);
  if (!position) return fail(error, position.error());
  for (const NamedMove& named : named_moves(set->variant(), *position)) {
    const dambase_move legal = c_move_of(*set, *position, named.move);
    if (legal.from == move->from && legal.to == move->to && legal.captured == move->captured)
      return copy(named.text, text, bytes, error);
  }
  return fail(error, DAMBASE_INVALID_MOVE,
              "the move from " + std::to_string(move->from) + " to " + std::to_string(move->to) + " is not legal here");
}

dambase_status read_move(const dambase_set* set, const dambase_position* given, const char* text, dambase_move* move,
                         dambase_error* error) {
  if (set == nullptr || given == nullptr || text == nullptr || move == nullptr)
    return null_argument(error, "set, position, text or move is null");
  const auto position = legal_position_of(*set, *given);
  if (!position) return fail(error, position.error());
  const auto parsed = parse_move(set->variant(), *position, text);
  if (!parsed) return fail(error, parsed.error());
  *move = c_move_of(*set, *position, *parsed);
  return DAMBASE_OK;
}

}  // namespace
}  // namespace dambase::c_api

using namespace dambase;
using c_api::guarded;

dambase_position dambase_start_position(const dambase_set* set) {
  return set == nullptr ? dambase_position{} : c_api::c_position_of(*set, set->variant().start_position());
}

dambase_status dambase_parse_fen(const dambase_set* set, const char* fen, dambase_position* position,
                                 dambase_error* error) {
  return guarded(error, [&] { return c_api::read_fen(set, fen, position, error); });
}

dambase_status dambase_write_fen(const dambase_set* set, const dambase_position* position, char* fen, size_t bytes,
                                 dambase_error* error) {
  return guarded(error, [&] { return c_api::write_fen(set, position, fen, bytes, error); });
}

dambase_status dambase_moves(const dambase_set* set, const dambase_position* position, dambase_move* moves,
                             size_t capacity, size_t* count, dambase_error* error) {
  return guarded(error, [&] { return c_api::legal_moves(set, position, moves, capacity, count, error); });
}

dambase_status dambase_is_over(const dambase_set* set, const dambase_position* position, int* is_over,
                               dambase_value* value, dambase_error* error) {
  return guarded(error, [&] { return c_api::find_end(set, position, is_over, value, error); });
}

dambase_status dambase_probe_moves(const dambase_set* set, const dambase_position* position, dambase_move_value* moves,
                                   size_t capacity, size_t* count, dambase_error* error) {
  return guarded(error, [&] { return c_api::probe_moves(set, position, moves, capacity, count, error); });
}

dambase_status dambase_probe_distance(const dambase_set* set, const dambase_position* position, dambase_metric metric,
                                      dambase_distance* distance, dambase_error* error) {
  return guarded(error, [&] { return c_api::probe_distance(set, position, metric, distance, error); });
}

dambase_status dambase_probe_move_distances(const dambase_set* set, const dambase_position* position,
                                            dambase_metric metric, dambase_move_distance* moves, size_t capacity,
                                            size_t* count, dambase_error* error) {
  return guarded(error,
                 [&] { return c_api::probe_move_distances(set, position, metric, moves, capacity, count, error); });
}

dambase_status dambase_write_move(const dambase_set* set, const dambase_position* position, const dambase_move* move,
                                  char* text, size_t bytes, dambase_error* error) {
  return guarded(error, [&] { return c_api::write_move(set, position, move, text, bytes, error); });
}

dambase_status dambase_parse_move(const dambase_set* set, const dambase_position* position, const char* text,
                                  dambase_move* move, dambase_error* error) {
  return guarded(error, [&] { return c_api::read_move(set, position, text, move, error); });
}
