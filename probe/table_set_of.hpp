// TableSet, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "engine/capture_lanes.hpp"
#include "engine/game_end.hpp"
#include "engine/movegen.hpp"
#include "probe/distance_probe.hpp"
#include "probe/table_set.hpp"
#include "probe/table_set_instances.hpp"

namespace dambase {

template <class Rules>
class TableSetOf final : public TableSet {
 public:
  TableSetOf(const Variant& variant, TablesOfSet tables)
      : variant_(variant),
        tables_(std::move(tables.wld)),
        distances_{DistanceProbe<Rules>(std::move(tables.dtc)), DistanceProbe<Rules>(std::move(tables.dtw))},
        rule_(std::move(tables.rule)) {}

  Result<Value> probe(const Position& position, ProbeMode mode) const override {
    if (is_surely_legal(position)) {
      if (const auto quick = quick_value(position)) return *quick;
    } else if (auto legal = variant_.check(position); !legal) {
      return legal.error();
    }
    try {
      Result<Value> found = value(position, mode);
      if (!found) found = value_by_distances(position, mode, found.error());
      return found;
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  Result<Distance> probe_distance(const Position& position, Metric metric, ProbeMode mode) const override {
    if (auto legal = variant_.check(position); !legal) return legal.error();
    try {
      return distances_of(metric).distance(position, mode);
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  Result<std::vector<MoveDistance>> probe_move_distances(const Position& position, Metric metric) const override {
    if (auto legal = variant_.check(position); !legal) return legal.error();
    try {
      std::vector<MoveDistance> moves;
      for (const Move& move : variant_.legal_moves(position))
        moves.push_back({move, distances_of(metric).distance_of(position, move, Access::read_if_needed)});
      return moves;
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  Result<RuledDistance> probe_rules(const Position& position, int count) const override {
    if (auto sound = check_count(position, count); !sound) return sound.error();
    try {
      return ruled_distance(position, count_at(position, count));
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  Result<std::vector<RuledMove>> probe_rule_moves(const Position& position, int count) const override {
    if (auto sound = check_count(position, count); !sound) return sound.error();
    try {
      std::vector<RuledMove> moves;
      const int counted = count_at(position, count);
      if (counted == limit_at(position)) return moves;
      for (const Move& move : variant_.legal_moves(position))
        moves.push_back({move, ruled_distance_of(position, move, counted)});
      return moves;
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  Result<std::vector<MoveValue>> probe_moves(const Position& position) const override {
    if (auto legal = variant_.check(position); !legal) return legal.error();
    try {
      std::vector<MoveValue> values;
      for (const Move& move : variant_.legal_moves(position)) values.push_back({move, value_of(position, move)});
      return values;
    } catch (const std::bad_alloc&) {
      return out_of_memory();
    }
  }

  void prefetch(const Position& position) const override {
    const Side side = position.side_to_move();
    if (!variant_.check(position) || value_at_end<Rules>(position.of(side), position.of(opponent(side))) ||
        has_capture<Rules>(position))
      return;
    tables_->prefetch(white_to_move(position));
  }

  [[nodiscard]] const Variant& variant() const override { return variant_; }
  [[nodiscard]] ProbeStatistics statistics() const override { return tables_->statistics(); }
  [[nodiscard]] int max_pieces() const override {
    return std::max({tables_->max_pieces(), distances_[0].tables().max_pieces(), distances_[1].tables().max_pieces()});
  }
  [[nodiscard]] bool has_table(const Material& material) const override {
    return tables_->has_table(material) || distances_[0].tables().has_table(material) ||
           distances_[1].tables().has_table(material);
  }
  [[nodiscard]] bool has_metric(Metric metric) const override {
    return metric == Metric::wld ? tables_->max_pieces() > 0 : !distances_of(metric).tables().is_empty();
  }

 private:
  // Without what makes positions illegal, as nearly always; Variant::check has the last word.
  static bool is_surely_legal(const Position& position) {
    using Board = typename Rules::Board;
    return !Rules::promotion_wins &&
           ((position.white().men & Board::top) | (position.black().men & Board::bottom)).empty() &&
           (position.white().run.moves | position.black().run.moves) == 0;
  }

  static Position white_to_move(const Position& position) {
    return position.side_to_move() == Side::white ? position : position.turned(Rules::Board::shape);
  }

  // What a position is worth if it has no capture and its value is in the cache, as most that a search asks for.
  [[nodiscard]] std::optional<Value> quick_value(const Position& position) const {
    if (position.side_to_move() == Side::white) return quick_value_of_white(position.white(), position.black());
    constexpr int bits = Rules::Board::bits;
    return quick_value_of_white(turned(position.black(), bits), turned(position.white(), bits));
  }
  [[nodiscard]] std::optional<Value> quick_value_of_white(const Pieces& white, const Pieces& black) const {
#if DAMBASE_HAS_LANES
    if constexpr (fits_lanes<Rules>) {
      if (tables_->path() == BitPath::bmi2) return quick_value_avx2(white, black);
    }
#endif
    if (white.all().empty() || black.all().empty() || has_capture<Rules>(Position(Side::white, white, black)))
      return std::nullopt;
    return tables_->cached_value(white, black);
  }
#if DAMBASE_HAS_LANES
  // Everything called is inlined here, so that it may use the instructions.
  [[nodiscard]] __attribute__((target("avx2,bmi,bmi2,popcnt"), flatten)) std::optional<Value> quick_value_avx2(
      const Pieces& white, const Pieces& black) const {
    if (white.all().empty() || black.all().empty() || white_has_capture_avx2<Rules>(white, black)) return std::nullopt;
    return tables_->template cached_value_gathering<Bmi2Bits>(white, black);
  }
#endif

  static Error out_of_memory() { return {ErrorCode::out_of_memory, "not enough memory to probe"}; }

  [[nodiscard]] Result<Value> value_of(const Position& position, const Move& move) const {
    const auto after = value_by_any_table(position.after(move));
    if (!after) return after;
    return for_opponent(*after);
  }

  [[nodiscard]] const DistanceProbe<Rules>& distances_of(Metric metric) const {
    assert(metric != Metric::wld);
    return metric == Metric::rule ? rule_ : distances_[metric == Metric::dtc ? 0 : 1];
  }

  // ---- rules that count moves ----

  [[nodiscard]] Result<void> check_count(const Position& position, int count) const {
    if (auto legal = variant_.check(position); !legal) return legal;
    if (count < 0) return Error{ErrorCode::invalid_argument, "a count of moves cannot be negative"};
    if constexpr (std::empty(Rules::draw_rules)) {
      return Error{ErrorCode::no_rule_known, "no rule of " + std::string(Rules::name) +
                                                 " is known by which a count of moves ends a game as a draw"};
    }
    return {};
  }

  // The count with which the game is drawn.
  static int limit_at(const Position& position) {
    const DrawRule* const rule = governing_rule(Rules::draw_rules, Material::of(position));
    return rule == nullptr ? INT_MAX : rule->limit;
  }
  // `count` where a rule counts, up to its limit; else 0.
  static int count_at(const Position& position, int count) {
    const int limit = limit_at(position);
    return limit == INT_MAX ? 0 : std::min(count, limit);
  }

  [[nodiscard]] Result<RuledDistance> ruled_distance(const Position& position, int count) const {
    if (const auto end = variant_.value_at_end(position))
      return RuledDistance{*end == Value::win ? Verdict::win : Verdict::loss, 0};
    const auto distance = rule_.distance(position, Access::read_if_needed);
    if (!distance) return distance.error();
    const bool is_win = distance->value == Value::win;
    if (distance->value != Value::draw) {
      // What is won with a count that begins here is won without rules, too.
      if (distance->plies <= limit_at(position) - count)
        return RuledDistance{is_win ? Verdict::win : Verdict::loss, distance->plies};
      return RuledDistance{is_win ? Verdict::cursed_win : Verdict::blessed_loss, 0};
    }
    const auto without_rules = value_by_any_table(position);
    if (!without_rules) return without_rules.error();
    switch (*without_rules) {
      case Value::win: return RuledDistance{Verdict::cursed_win, 0};
      case Value::draw: break;
      case Value::loss: return RuledDistance{Verdict::blessed_loss, 0};
    }
    return RuledDistance{Verdict::draw, 0};
  }

  [[nodiscard]] Result<RuledDistance> ruled_distance_of(const Position& position, const Move& move, int count) const {
    const bool starts_anew = is_last_counted<Rules>(Metric::rule, position, move);
    const auto after = ruled_distance(position.after(move), starts_anew ? 0 : count + 1);
    if (!after) return after;
    const bool is_decided = after->verdict == Verdict::win || after->verdict == Verdict::loss;
    return RuledDistance{for_opponent(after->verdict), !is_decided ? 0 : starts_anew ? 1 : after->plies + 1};
  }

  [[nodiscard]] Result<Value> value_by_any_table(const Position& position) const {
    auto found = value(position, Access::read_if_needed);
    if (!found) found = value_by_distances(position, Access::read_if_needed, found.error());
    return found;
  }

  // What tables of distances say where those of win, loss and draw have said `why_not`.
  [[nodiscard]] Result<Value> value_by_distances(const Position& position, ProbeMode mode, Error why_not) const {
    if (why_not.code != ErrorCode::missing_table && why_not.code != ErrorCode::too_many_pieces) return why_not;
    for (const DistanceProbe<Rules>& distances : distances_) {
      if (distances.tables().is_empty()) continue;
      auto distance = distances.distance(position, mode);
      if (distance) return distance->value;
      // In a set of distances alone, what these lack is what is missing.
      if (tables_->max_pieces() == 0) why_not = distance.error();
    }
    return why_not;
  }

  // Captures are not stored: their values follow from smaller tables, which may hold captures again;
  // every step takes a piece off, so this ends.
  [[nodiscard]] Result<Value> value(const Position& position, ProbeMode mode) const {
    const Side side = position.side_to_move();
    if (const auto end = value_at_end<Rules>(position.of(side), position.of(opponent(side)))) return *end;
    if (has_capture<Rules>(position)) {
      // With more pieces than the tables have, chains of captures grow beyond measure; two pieces need no table.
      constexpr int always_tried = 2;
      const int pieces = position.count();
      if (pieces > std::max(tables_->max_pieces(), always_tried)) return tables_->too_many_pieces(pieces, mode);
      return value_of_captures(position, mode);
    }
    const auto stored = tables_->value(white_to_move(position), mode);
    if (!stored) return stored.error();
    return *stored ? Result<Value>(**stored) : value_of_quiet_moves(position, mode);
  }

  [[nodiscard]] Result<Value> value_of_captures(const Position& position, ProbeMode mode) const {
    std::vector<Move> captures;
    CaptureCollector<Rules>::append(position, captures);
    return best_value(position, captures, mode);
  }

  // Of a slice that its table leaves out. Moves lead to the other slice, which is stored, to a promotion, or to
  // captures, so this ends.
  [[nodiscard]] Result<Value> value_of_quiet_moves(const Position& position, ProbeMode mode) const {
    std::vector<Move> moves;
    for_each_quiet_move<Rules>(position, [&](const Move& move) { moves.push_back(move); });
    if (moves.empty()) return value_without_moves<Rules>;
    // Kings first: what their moves lead to lies close together.
    const Bitboard kings = position.of(position.side_to_move()).kings;
    std::partition(moves.begin(), moves.end(), [&](const Move& move) { return kings.has(move.from); });
    return best_value(position, moves, mode);
  }

  [[nodiscard]] Result<Value> best_value(const Position& position, std::span<const Move> moves, ProbeMode mode) const {
    Value best = Value::loss;
    std::optional<Error> unknown;
    for (const Move& move : moves) {
      const auto after = value(position.after(move), mode);
      if (!after) {
        unknown = after.error();
        continue;
      }
      best = std::min(best, for_opponent(*after));
      if (best == Value::win) return best;
    }
    if (unknown) return *std::move(unknown);
    return best;
  }

  const Variant& variant_;
  std::unique_ptr<StoredTables> tables_;
  std::array<DistanceProbe<Rules>, 2> distances_;  ///< dtc and dtw
  DistanceProbe<Rules> rule_;
};

}  // namespace dambase
