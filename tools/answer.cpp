#include "tools/answer.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "engine/notation.hpp"
#include "formats/fen.hpp"

namespace dambase::tools {

namespace {

constexpr std::array distance_metrics = {Metric::dtc, Metric::dtw};

Result<RuledPosition> ruled_position(const TableSet& set, const Position& position, int count) {
  const auto distance = set.probe_rules(position, count);
  if (!distance) return distance.error();
  const Variant& variant = set.variant();
  const UncountedRule uncounted = variant.uncounted_rule();
  return RuledPosition{*distance, governing_rule(variant.draw_rules(), Material::of(position)), count,
                       position.count() >= uncounted.least_pieces ? uncounted.name : std::string_view()};
}

bool is_absent(const Error& error) {
  return error.code == ErrorCode::missing_table || error.code == ErrorCode::too_many_pieces;
}

std::optional<int> plies_of(const Distance& distance) {
  return distance.value == Value::draw ? std::nullopt : std::optional(distance.plies);
}

// What there are no tables for stays unknown.
Result<KnownPlies> known_plies(const TableSet& set, const Position& position) {
  KnownPlies plies;
  for (const Metric metric : distance_metrics) {
    if (!set.has_metric(metric)) continue;
    const auto distance = set.probe_distance(position, metric);
    if (!distance && !is_absent(distance.error())) return distance.error();
    if (distance) plies.of(metric) = plies_of(*distance);
  }
  return plies;
}

template <class Known>
const Known* found(const std::vector<Known>& all, const Move& move) {
  const auto place = std::ranges::find(all, move, &Known::move);
  return place == all.end() ? nullptr : &*place;
}

// Value and distances of the named moves, in their order.
Result<std::vector<RankedMove>> valued_moves(const TableSet& set, const Position& position, Numbering numbering) {
  const auto values = set.probe_moves(position);
  if (!values) return values.error();
  const Variant& variant = set.variant();
  const std::vector<NamedMove> named = named_moves(variant, position, numbering);
  std::vector<RankedMove> moves;
  for (const NamedMove& name : named) {
    const MoveValue* const known = found(*values, name.move);
    if (known == nullptr) return Error{ErrorCode::illegal_position, "the prober does not know a legal move"};
    if (!known->value) return known->value.error();
    moves.push_back({name.text, *known->value, {}, to_fen(variant, position.after(name.move), numbering), {}});
  }
  for (const Metric metric : distance_metrics) {
    if (!set.has_metric(metric)) continue;
    const auto distances = set.probe_move_distances(position, metric);
    if (!distances) return distances.error();
    for (std::size_t i = 0; i < named.size(); ++i) {
      const MoveDistance* const known = found(*distances, named[i].move);
      if (known == nullptr) continue;
      if (known->distance)
        moves[i].plies.of(metric) = plies_of(*known->distance);
      else if (!is_absent(known->distance.error()))
        return known->distance.error();
    }
  }
  return moves;
}

// The distance that ranks moves: one that all decided moves have, DTW before DTC.
std::optional<Metric> ranking_metric(const std::vector<RankedMove>& moves) {
  for (const Metric metric : {Metric::dtw, Metric::dtc}) {
    const auto is_known = [&](const RankedMove& move) {
      return move.value == Value::draw || move.plies.of(metric).has_value();
    };
    if (std::ranges::all_of(moves, is_known)) return metric;
  }
  return std::nullopt;
}

Result<std::vector<RankedMove>> ranked_moves(const TableSet& set, const Position& position, Numbering numbering) {
  auto moves = valued_moves(set, position, numbering);
  if (!moves) return moves;
  const std::optional<Metric> metric = ranking_metric(*moves);
  // Wins from short to long, losses from long to short. Moves come sorted by their text; the stable sort keeps that.
  const auto place_of = [&](const RankedMove& move) {
    const int plies = metric ? move.plies.of(*metric).value_or(0) : 0;
    return std::tuple(move.value, move.value == Value::loss ? -plies : plies);
  };
  std::ranges::stable_sort(*moves, {}, place_of);
  return moves;
}

// Ranks moves anew by what comes of them under the rules. Under a count that has ended the game there are none.
Result<std::vector<RankedMove>> ranked_by_rules(const TableSet& set, const Position& position, int count,
                                                Numbering numbering, std::vector<RankedMove> moves) {
  const auto ruled = set.probe_rule_moves(position, count);
  if (!ruled) return ruled.error();
  if (ruled->empty()) return std::vector<RankedMove>();
  for (const NamedMove& named : named_moves(set.variant(), position, numbering)) {
    const RuledMove* const known = found(*ruled, named.move);
    if (known == nullptr) return Error{ErrorCode::illegal_position, "the prober does not know a legal move"};
    if (!known->distance) return known->distance.error();
    std::ranges::find(moves, named.text, &RankedMove::text)->ruled = *known->distance;
  }
  std::ranges::stable_sort(moves, {}, [](const RankedMove& move) {
    const auto [verdict, plies] = *move.ruled;
    return std::tuple(verdict, verdict == Verdict::loss ? -plies : plies);
  });
  return moves;
}

std::optional<Metric> line_metric(const TableSet& set) {
  for (const Metric metric : {Metric::dtw, Metric::dtc}) {
    if (set.has_metric(metric)) return metric;
  }
  return std::nullopt;
}

// The first by text of the best moves of a position that is decided.
Result<NamedMove> best_move(const TableSet& set, const Position& position, Metric metric, Numbering numbering) {
  const auto distances = set.probe_move_distances(position, metric);
  if (!distances) return distances.error();
  std::optional<NamedMove> best;
  int best_goodness = 0;
  for (NamedMove& named : named_moves(set.variant(), position, numbering)) {
    const MoveDistance* const known = found(*distances, named.move);
    if (known == nullptr) continue;
    if (!known->distance) return known->distance.error();
    const int here = goodness(*known->distance);
    if (best && here <= best_goodness) continue;
    best = std::move(named);
    best_goodness = here;
  }
  if (!best) return Error{ErrorCode::illegal_position, "the prober does not know a legal move"};
  return *std::move(best);
}

}  // namespace

Result<std::vector<std::string>> best_line(const TableSet& set, Position position, Numbering numbering) {
  const std::optional<Metric> metric = line_metric(set);
  if (!metric) {
    return Error{ErrorCode::missing_table,
                 "the best line to the end needs tables of distances, which `dambase build --metric dtw` makes"};
  }
  const auto distance = set.probe_distance(position, *metric);
  if (!distance) return distance.error();
  std::vector<std::string> line;
  if (distance->value == Value::draw) return line;
  while (!set.variant().value_at_end(position)) {
    auto best = best_move(set, position, *metric, numbering);
    if (!best) return best.error();
    line.push_back(std::move(best->text));
    position = position.after(best->move);
  }
  return line;
}

Result<Position> read_position(const Variant& variant, std::string_view fen) {
  Result<Position> position = parse_fen(variant, fen);
  if (!position) return position;
  if (const Result<void> legal = variant.check(*position); !legal) return legal.error();
  return position;
}

Result<Answer> answer_of(const TableSet& set, std::string_view fen, Numbering numbering,
                         const std::optional<RuleQuestion>& rules) {
  const Result<Position> position = read_position(set.variant(), fen);
  if (!position) return position.error();
  const Result<Value> value = set.probe(*position);
  if (!value) return value.error();
  const Result<KnownPlies> plies = known_plies(set, *position);
  if (!plies) return plies.error();
  Answer answer{*position, *value, *plies, {}, ranked_moves(set, *position, numbering)};
  if (!rules) return answer;
  const auto in_fen = count_in_fen(set.variant(), fen);
  if (!in_fen) return in_fen.error();
  const int count = rules->count.value_or(in_fen->value_or(0));
  answer.rules = ruled_position(set, *position, count);
  if (*answer.rules && answer.moves)
    answer.moves = ranked_by_rules(set, *position, count, numbering, *std::move(answer.moves));
  return answer;
}

}  // namespace dambase::tools
