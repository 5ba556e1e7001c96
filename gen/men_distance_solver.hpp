// Solves slices without kings, with distances.
//
// As in gen/men_slice_solver.hpp a position is final once all that it leads to is. Here every move is a conversion, so
// DTC is 1 wherever something is decided and a side can move.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "engine/movegen.hpp"
#include "gen/capture_resolver.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"
#include "gen/rule_solver.hpp"
#include "gen/win_code.hpp"

namespace dambase {

/// How a solver of men keeps a position: DTW by gen/win_code.hpp.
template <class Rules, Metric metric>
struct MenNumbers {
  using Element = DistanceWords;
  using Number = Lanes::Number;
  using Code = WinCode<Rules::no_move_wins>;

  explicit MenNumbers(const Material&) {}

  static constexpr Number at_end = Code::at_end;
  static constexpr Number worst = 0;
  [[nodiscard]] static Number of_move(Number next) { return Code::of_move(next); }
  [[nodiscard]] static Number of_promotion(Number next) { return Code::of_move(next); }
  /// A promotion that wins the game.
  static constexpr Number of_last_promotion = Code::of_plies(1);
  [[nodiscard]] static Number of_captures(const DistanceCaptures& captures) { return captures.codes[Square{}]; }
  [[nodiscard]] static Distance distance(Number number) { return Code::distance(number); }
  [[nodiscard]] static Number finished(Number number) { return number; }
  [[nodiscard]] static bool is_too_long(Number number) { return number == Code::too_long; }
  static void set(DistanceWords& words, Side side, Number number) { words.of(side).set(Square{}, number); }
};

/// DTC by value, from 0 for a loss, and by whether the side to move can move at all.
template <class Rules>
struct MenNumbers<Rules, Metric::dtc> {
  using Element = Words;
  using Number = std::uint8_t;

  explicit MenNumbers(const Material&) {}

  static constexpr Number no_move = 4;
  static constexpr Number number_of(Value value) { return static_cast<Number>(2 - static_cast<int>(value)); }
  static constexpr Value value_of(Number number) { return static_cast<Value>(2 - number % no_move); }

  static constexpr Number at_end = number_of(value_without_moves<Rules>) + no_move;
  static constexpr Number worst = number_of(Value::loss);
  [[nodiscard]] static Number of_move(Number next) { return number_of(for_opponent(value_of(next))); }
  [[nodiscard]] static Number of_promotion(Value next) { return number_of(for_opponent(next)); }
  static constexpr Number of_last_promotion = number_of(Value::win);
  [[nodiscard]] static Number of_captures(const WordCaptures& captures) {
    return number_of(captures.wins.any() ? Value::win : captures.draws.any() ? Value::draw : Value::loss);
  }
  [[nodiscard]] static Distance distance(Number number) {
    return {value_of(number), number >= no_move || value_of(number) == Value::draw ? 0 : 1};
  }
  [[nodiscard]] static Number finished(Number number) { return number; }
  [[nodiscard]] static bool is_too_long(Number) { return false; }
  static void set(Words& words, Side side, Number number) {
    words.wins(side) = value_of(number) == Value::win ? 1 : 0;
    words.losses(side) = value_of(number) == Value::loss ? 1 : 0;
  }
};

/// Under the rules that count moves, by gen/rule_code.hpp.
template <class Rules>
struct MenNumbers<Rules, Metric::rule> {
  using Element = RuleWords;
  using Number = Lanes::Number;

  explicit MenNumbers(const Material& material)
      : limit_(RoundLimit::of<Rules>(material)), goes_on_(count_goes_on(Rules::draw_rules, material, material, true)) {}

  static constexpr Number at_end = RuleCode::of_end(value_without_moves<Rules>);
  static constexpr Number worst = 0;
  [[nodiscard]] Number of_move(Number next) const {
    return RuleCode::of_move(goes_on_ ? next : RuleCode::started_anew(next));
  }
  [[nodiscard]] static Number of_promotion(Number next) { return RuleCode::of_move(next); }
  static constexpr Number of_last_promotion = RuleCode::of_last_move(Value::win);
  [[nodiscard]] static Number of_captures(const DistanceCaptures& captures) { return captures.codes[Square{}]; }
  [[nodiscard]] static Distance distance(Number number) { return RuleCode::distance(number); }
  /// What takes more plies than the rule allows is a draw.
  [[nodiscard]] Number finished(Number number) const {
    return RuleCode::plies(number) > limit_.plies ? RuleCode::draw : number;
  }
  [[nodiscard]] bool is_too_long(Number number) const {
    return !limit_.is_of_rule && number != RuleCode::draw && RuleCode::plies(number) >= limit_.plies;
  }
  static void set(RuleWords& words, Side side, Number number) { words.of(side).set(Square{}, number); }

 private:
  RoundLimit limit_;
  bool goes_on_;  ///< the count, over moves of men
};

/// One solving of one material without kings.
template <class Rules, Metric metric>
class MenDistanceSolving {
 public:
  MenDistanceSolving(const Material& material, const Successors& successors)
      : material_(material),
        worth_(material),
        men_(Rules::Board::shape, material.white_men, material.black_men),
        turned_men_(Rules::Board::shape, material.black_men, material.white_men),
        levels_(Rules::Board::shape, men_),
        numbers_(men_.count()),
        successors_(successors),
        workers_([&] { return Worker(material, successors); }) {}

  Result<SolvedMaterial> run(const SolveOptions& options, std::atomic<std::uint64_t>& progress) {
    SolvedMaterial solved;
    if (auto prepared = prepare_distances(solved, material_, men_.count(), options); !prepared) return prepared.error();
    if (options.keep_words)
      solved.words = std::make_unique<WordTable>(PositionSpace(Rules::Board::shape, Rules::king_run_limit), material_,
                                                 WordTable::Holds::all, content_of(metric));
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (levels_[level].empty()) continue;
      if (auto moved = move_windows(options, level); !moved) return moved.error();
      if (!options.windows.empty())
        for (Worker& worker : workers_) worker.look_ups.reader.forget();
      solve_level(levels_[level], solved, progress);
      for (const SliceDistances& distances : solved.distances) distances.rest();
      if (auto read = successors_.failure(); !read) return read.error();
    }
    for (const Worker& worker : workers_) {
      if (worker.is_too_long) return too_long(material_);
      for (std::size_t slice = 0; slice < 2; ++slice) {
        solved.counts[slice] += worker.counts[slice];
        solved.longest[slice].win.add(worker.longest[slice].win);
        solved.longest[slice].loss.add(worker.longest[slice].loss);
      }
    }
    return solved;
  }

 private:
  using Board = typename Rules::Board;
  using Numbers = MenNumbers<Rules, metric>;
  using Number = typename Numbers::Number;
  using OfBothSides = std::array<Number, 2>;  // by side to move

  struct Worker {
    Worker(const Material& material, const Successors& successors) : look_ups(material, successors) {}

    LookUps<Rules, typename Numbers::Element> look_ups;
    std::array<SliceCounts, 2> counts{};  ///< by slice
    std::array<LongestPlays, 2> longest{};
    bool is_too_long = false;
  };

  void solve_level(std::span<const std::uint32_t> ranks, SolvedMaterial& solved, std::atomic<std::uint64_t>& progress) {
    constexpr std::size_t at_once = 16;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size(), at_once), [&](const auto& range) {
      Worker& worker = workers_.local();
      for (std::size_t i = range.begin(); i < range.end(); ++i) solve(worker, ranks[i], solved);
      progress.fetch_add(range.size() * (material_.is_symmetric() ? 1 : 2), std::memory_order_relaxed);
    });
  }

  void solve(Worker& worker, std::uint64_t rank, SolvedMaterial& solved) {
    const MenConfiguration men = men_.unrank(rank);
    const std::uint64_t turned_rank = turned_men_.rank(turned(men, Board::bits));
    for (Side side : {Side::white, Side::black}) {
      const auto s = static_cast<std::size_t>(side);
      const bool can_capture = has_capture<Rules>(Position(side, {men.white, {}}, {men.black, {}}));
      const Number number =
          worth_.finished(can_capture ? of_captures(worker, men, side) : of_quiet_moves(worker, men, side));
      numbers_[rank][s] = number;
      worker.is_too_long |= worth_.is_too_long(number);
      if (solved.words)
        Numbers::set(solved.words->template configuration<typename Numbers::Element>(rank)[0], side, number);
      if (side == Side::white || !material_.is_symmetric())
        store(worker, s, side == Side::white ? rank : turned_rank, {number, can_capture}, solved);
    }
  }

  [[nodiscard]] Number of_captures(Worker& worker, const MenConfiguration& men, Side side) const {
    const Bitboard here(std::uint64_t{1});
    return Numbers::of_captures(worker.look_ups.captures.resolve({{men.white, {}}, {men.black, {}}, here}, side));
  }

  [[nodiscard]] Number of_quiet_moves(Worker& worker, const MenConfiguration& men, Side side) const {
    const Bitboard own = side == Side::white ? men.white : men.black;
    Number best = Numbers::worst;
    bool can_move = false;
    for (Direction direction : diagonals) {
      if (goes_up(direction) != (side == Side::white)) continue;
      for (Square square : Board::step(own, direction) - men.all()) {
        const Bitboard to(square);
        can_move = true;
        best = std::max(best, of_quiet_move(worker, men, side, Board::step(to, opposite(direction)), to));
      }
    }
    return can_move ? best : Numbers::at_end;
  }

  [[nodiscard]] Number of_quiet_move(Worker& worker, const MenConfiguration& men, Side side, Bitboard from,
                                     Bitboard to) const {
    const Side next = opponent(side);
    MenConfiguration after = men;
    Bitboard& own = side == Side::white ? after.white : after.black;
    own -= from;
    if (!to.meets(side == Side::white ? Board::top : Board::bottom)) {
      own |= to;
      return worth_.of_move(numbers_[men_.rank(after)][static_cast<std::size_t>(next)]);
    }
    if constexpr (Rules::promotion_wins) {
      return Numbers::of_last_promotion;
    } else {
      Pieces white{after.white, {}};
      Pieces black{after.black, {}};
      (side == Side::white ? white : black).kings = to;
      return Numbers::of_promotion(worker.look_ups.reader.value(material_.after_promotion(side), white, black, next));
    }
  }

  struct Found {
    Number number;
    bool by_capture;
  };

  static void store(Worker& worker, std::size_t slice, std::uint64_t number, const Found& found,
                    SolvedMaterial& solved) {
    constexpr DistanceSymbols symbols(metric, value_without_moves<Rules>);
    const Distance distance = Numbers::distance(found.number);
    solved.distances[slice].set(number, found.by_capture ? capture_symbol : symbols.symbol_of(distance));
    SliceCounts& counts = worker.counts[slice];
    ++counts.positions;
    counts.captures += found.by_capture ? 1 : 0;
    ++(distance.value == Value::win ? counts.wins : distance.value == Value::draw ? counts.draws : counts.losses);
    LongestPlays& longest = worker.longest[slice];
    if (distance.value == Value::win) longest.win.add(distance.plies, number);
    if (distance.value == Value::loss) longest.loss.add(distance.plies, number);
  }

  Material material_;
  Numbers worth_;
  MenNumbering men_;
  MenNumbering turned_men_;
  Levels levels_;
  std::vector<OfBothSides> numbers_;  ///< by rank
  const Successors& successors_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dambase
