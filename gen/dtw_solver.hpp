// Solves one man configuration with plies until the game ends.
//
// A game that ends in so many plies is won or lost by their parity alone, so rounds look for wins and for losses in
// turn. What leaves the configuration, captures and moves of men, enters in the round of its own distance: earlier, a
// long way to lose would pass for a short one; later, a short way to win for a long one.
#pragma once

#include "gen/code_solver.hpp"
#include "gen/win_code.hpp"

namespace dambase {

struct DtwConfiguration : CodeConfiguration<DistanceWords> {
  static constexpr Metric metric = Metric::dtw;
};

/// For materials with kings. May be used from several threads at once, each with its own configuration.
template <class Rules>
class DtwSolver : public CodeSolver<Rules, WinCode<Rules::no_move_wins>, DistanceWords> {
  using Base = CodeSolver<Rules, WinCode<Rules::no_move_wins>, DistanceWords>;
  using Base::sides;

 public:
  using Code = WinCode<Rules::no_move_wins>;
  using Base::Base;

  void solve(DtwConfiguration& configuration, const LevelBelowOf<DistanceWords>& below) {
    this->resolve_captures(configuration);
    for (Side side : sides) this->move_men(configuration, below, side, Code::of_moves);
    play(configuration);
    finish(configuration);
  }

 private:
  // ---- rounds ----

  void play(DtwConfiguration& configuration) const {
    const int last_due = this->begin(configuration);
    int last_decided = 0;
    int plies = 0;
    for (; plies <= Code::most_plies && plies <= std::max(last_due, last_decided + 1); ++plies) {
      for (Side side : sides) {
        if (play_round(configuration, side, plies)) last_decided = plies;
      }
    }
    if (last_decided == Code::most_plies) configuration.is_too_long = true;
  }

  bool play_round(DtwConfiguration& configuration, Side side, int plies) const {
    const bool for_wins = Code::is_won_in(plies);
    const std::uint8_t wanted = for_wins ? Base::new_losses : Base::new_wins;
    const auto round = static_cast<std::uint8_t>(plies);
    std::atomic<bool> any = false;
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
      bool any_here = false;
      std::uint8_t* const news = configuration.news(side).data();
      std::uint8_t* const due = configuration.due(side).data();
      const auto passes_over = [&](std::size_t word) {
        return !MarksOfEight(news + word).meet(wanted) && !MarksOfEight(due + word).have(round);
      };
      for_each_of_interest(first, last, passes_over, [&](std::size_t word) {
        const bool is_told = (news[word] & wanted) != 0;
        const bool is_due = due[word] == round;
        if (!is_told && !is_due) return;
        news[word] = static_cast<std::uint8_t>(news[word] & ~wanted);
        if (for_wins ? find_wins(configuration, side, word, round, is_told, is_due)
                     : find_losses(configuration, side, word, round, is_told, is_due))
          any_here = true;
        if (is_due)
          due[word] =
              Code::plies_of(configuration.codes[word].of(side)).least_from(static_cast<std::uint8_t>(round + 1));
      });
      if (any_here) any.store(true, std::memory_order_relaxed);
    });
    return any.load(std::memory_order_relaxed);
  }

  bool find_wins(DtwConfiguration& configuration, Side side, std::size_t word, int plies, bool is_told,
                 bool is_due) const {
    Lanes& codes = configuration.codes[word].of(side);
    const Lanes::Number code = Code::of_plies(plies);
    Bitboard wins;
    if (is_due) wins = codes.equal_to(code) & configuration.legal[word];
    const Bitboard open = this->open_squares(configuration, side, word) - wins;
    if (is_told && open.any()) {
      const Bitboard by_kings = open & this->to_losses(configuration, side, word, open);
      codes.fill(by_kings, code);
      wins |= by_kings;
    }
    if (wins.empty()) return false;
    this->settle(configuration, side, word, {wins, {}});
    return true;
  }

  bool find_losses(DtwConfiguration& configuration, Side side, std::size_t word, int plies, bool is_told,
                   bool is_due) const {
    Lanes& codes = configuration.codes[word].of(side);
    const Lanes::Number code = Code::of_plies(plies);
    Bitboard due;
    if (is_due) due = codes.equal_to(code) & configuration.legal[word];
    Bitboard losses = due & configuration.captures(side)[word];
    // Moves of men must have lost by now as well.
    Bitboard open = this->open_squares(configuration, side, word);
    open &= is_told ? codes.at_most(code) : due;
    if (open.any()) {
      constexpr bool only_losses = true;
      const Bitboard by_kings = open - this->king_moves(configuration, side, word, open, only_losses).to_good;
      codes.fill(by_kings, code);
      losses |= by_kings;
    }
    if (losses.empty()) return false;
    this->settle(configuration, side, word, {{}, losses});
    return true;
  }

  void finish(DtwConfiguration& configuration) const {
    std::atomic<bool> is_too_long = configuration.is_too_long;
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      for (Side side : sides) {
        if (configuration.codes[word].of(side).equal_to(Code::too_long).meets(configuration.legal[word]))
          is_too_long.store(true);
        this->fill_draws(configuration, word, side);
      }
    });
    configuration.is_too_long = is_too_long.load();
  }
};

}  // namespace dambase
