// Solves slices without kings.
//
// Men only go forward, so there are no cycles: a position is final once all that it leads to is. A man
// configuration is one position for each side to move, and both values fit in a byte, so the bytes of the whole
// slice are kept by rank. Of a symmetric material White to move alone is solved; Black to move is the same
// turned.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "engine/movegen.hpp"
#include "formats/bit_gather.hpp"
#include "gen/capture_resolver.hpp"
#include "gen/levels.hpp"
#include "gen/material_solver.hpp"

namespace dambase {

/// One solving of one material without kings.
template <class Rules>
class MenSliceSolving {
 public:
  MenSliceSolving(const Material& material, const Successors& successors)
      : material_(material),
        men_(Rules::Board::shape, material.white_men, material.black_men),
        turned_men_(Rules::Board::shape, material.black_men, material.white_men),
        levels_(Rules::Board::shape, men_),
        values_(men_.count()),
        successors_(successors),
        workers_([&] { return Worker(material, successors); }) {}

  Result<SolvedMaterial> run(const SolveOptions& options, std::atomic<std::uint64_t>& progress) {
    SolvedMaterial solved;
    if (auto prepared = prepare_codes(solved, material_, men_.count(), options); !prepared) return prepared.error();
    if (options.keep_words)
      solved.words = std::make_unique<WordTable>(PositionSpace(Rules::Board::shape, Rules::king_run_limit), material_);
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (levels_[level].empty()) continue;
      if (auto moved = move_windows(options, level); !moved) return moved.error();
      if (!options.windows.empty())
        for (Worker& worker : workers_) worker.look_ups.reader.forget();
      solve_level(levels_[level], solved, progress);
      for (const SliceCodes& codes : solved.codes) codes.rest();
      if (auto read = successors_.failure(); !read) return read.error();
    }
    for (const Worker& worker : workers_) {
      for (std::size_t slice = 0; slice < 2; ++slice) solved.counts[slice] += worker.counts[slice];
    }
    return solved;
  }

 private:
  using Board = typename Rules::Board;

  // A quiet man move, and where to look up what it leads to.
  struct ManMove {
    Bitboard from;
    Bitboard to;
    std::uint64_t rank;  ///< of the configuration after it; nothing for a promotion
  };
  struct Pending {
    MenConfiguration men;
    std::uint64_t rank;
    std::uint64_t turned_rank;       ///< among the configurations of the twin
    std::array<std::size_t, 2> end;  ///< of the moves of each side, in Worker::moves; White's come first
  };
  struct Worker {
    Worker(const Material& material, const Successors& successors) : look_ups(material, successors) {}

    LookUps<Rules> look_ups;
    std::vector<ManMove> moves;
    std::vector<Pending> pending;
    std::array<SliceCounts, 2> counts{};  ///< by slice
  };

  void solve_level(std::span<const std::uint32_t> ranks, SolvedMaterial& solved, std::atomic<std::uint64_t>& progress) {
    // Look-ups of some configurations are on their way from memory while others are worked on.
    constexpr std::size_t at_once = 16;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ranks.size(), at_once), [&](const auto& range) {
      Worker& worker = workers_.local();
      for (std::size_t first = range.begin(); first < range.end(); first += at_once) {
        worker.moves.clear();
        worker.pending.clear();
        for (std::size_t i = first; i < std::min(first + at_once, range.end()); ++i) find_moves(worker, ranks[i]);
        std::size_t move = 0;
        for (const Pending& pending : worker.pending) {
          finish(worker, pending, move, solved);
          move = pending.end[1];
        }
      }
      progress.fetch_add(range.size() * (material_.is_symmetric() ? 1 : 2), std::memory_order_relaxed);
    });
  }

  // ---- one configuration ----

  void find_moves(Worker& worker, std::uint64_t rank) const {
    const MenConfiguration men = men_.unrank(rank);
    Pending pending{men, rank, turned_men_.rank(turned(men, Board::bits)), {}};
    for (Side side : {Side::white, Side::black}) {
      for (Direction direction : diagonals) {
        const bool moves = side == Side::white || !material_.is_symmetric();
        if (moves && goes_up(direction) == (side == Side::white)) add_moves(worker, men, side, direction);
      }
      pending.end[static_cast<std::size_t>(side)] = worker.moves.size();
    }
    worker.pending.push_back(pending);
  }

  void add_moves(Worker& worker, const MenConfiguration& men, Side side, Direction direction) const {
    const Bitboard own = side == Side::white ? men.white : men.black;
    for (Square square : Board::step(own, direction) - men.all()) {
      const Bitboard to(square);
      const Bitboard from = Board::step(to, opposite(direction));
      std::uint64_t rank = 0;
      if (!to.meets(promotion_row(side))) {
        MenConfiguration after = men;
        (side == Side::white ? after.white : after.black) = (own - from) | to;
        rank = men_.rank(material_.is_symmetric() ? turned(after, Board::bits) : after);
        __builtin_prefetch(&values_[rank]);
      }
      worker.moves.push_back({from, to, rank});
    }
  }

  static constexpr Bitboard promotion_row(Side side) { return side == Side::white ? Board::top : Board::bottom; }

  // `first` is the first of its moves.
  void finish(Worker& worker, const Pending& pending, std::size_t first, SolvedMaterial& solved) {
    const std::span moves(worker.moves);
    const std::array of_side = {moves.subspan(first, pending.end[0] - first),
                                moves.subspan(pending.end[0], pending.end[1] - pending.end[0])};
    unsigned both = 0;
    for (Side side : {Side::white, Side::black}) {
      if (side == Side::black && material_.is_symmetric()) break;
      const auto s = static_cast<std::size_t>(side);
      const Found found = value_of(worker, pending.men, side, of_side[s]);
      both |= static_cast<unsigned>(found.value) << (2 * s);
      store(worker, pending, side, found, solved);
    }
    values_[pending.rank] = static_cast<std::uint8_t>(both);
  }

  struct Found {
    Value value;
    bool by_capture;
  };

  Found value_of(Worker& worker, const MenConfiguration& men, Side side, std::span<const ManMove> moves) const {
    const Pieces white{men.white, {}};
    const Pieces black{men.black, {}};
    if (has_capture<Rules>(Position(side, white, black))) {
      const Bitboard here(std::uint64_t{1});
      const WordCaptures captures = worker.look_ups.captures.resolve({white, black, here}, side);
      return {captures.wins.any() ? Value::win : captures.draws.any() ? Value::draw : Value::loss, true};
    }
    if (moves.empty()) return {Rules::no_move_wins ? Value::win : Value::loss, false};
    Value best = Value::loss;
    for (const ManMove& move : moves) {
      best = std::min(best, after(worker, men, side, move));
      if (best == Value::win) break;
    }
    return {best, false};
  }

  // What a quiet move is worth to the side that makes it.
  Value after(Worker& worker, const MenConfiguration& men, Side side, const ManMove& move) const {
    const Side next = opponent(side);
    if (!move.to.meets(promotion_row(side))) {
      // Of a symmetric material the configuration after the move has been turned.
      const auto mover = static_cast<unsigned>(material_.is_symmetric() ? side : next);
      return for_opponent(static_cast<Value>(values_[move.rank] >> (2 * mover) & 3U));
    }
    if constexpr (Rules::promotion_wins) {
      return Value::win;
    } else {
      Pieces white{men.white, {}};
      Pieces black{men.black, {}};
      Pieces& mover = side == Side::white ? white : black;
      mover = {mover.men - move.from, move.to};
      return for_opponent(worker.look_ups.reader.value(material_.after_promotion(side), white, black, next));
    }
  }

  // Sides are those of the solving orientation, which without kings is that of the file.
  void store(Worker& worker, const Pending& pending, Side side, const Found& found, SolvedMaterial& solved) const {
    const std::uint64_t number = side == Side::white ? pending.rank : pending.turned_rank;
    const auto slice = static_cast<std::size_t>(side);
    solved.codes[slice].set(number, found.by_capture ? Code::capture : static_cast<Code>(found.value));
    SliceCounts& counts = worker.counts[slice];
    ++counts.positions;
    counts.captures += found.by_capture ? 1 : 0;
    ++(found.value == Value::win ? counts.wins : found.value == Value::draw ? counts.draws : counts.losses);
    if (!solved.words) return;
    set_words(solved.words->configuration(pending.rank)[0], side, found.value);
    if (material_.is_symmetric())
      set_words(solved.words->configuration(pending.turned_rank)[0], Side::black, found.value);
  }

  static void set_words(Words& words, Side side, Value value) {
    words.wins(side) = value == Value::win ? 1 : 0;
    words.losses(side) = value == Value::loss ? 1 : 0;
  }

  Material material_;
  MenNumbering men_;
  MenNumbering turned_men_;
  Levels levels_;
  std::vector<std::uint8_t> values_;  ///< by rank: two bits for White to move, two for Black
  const Successors& successors_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dambase
