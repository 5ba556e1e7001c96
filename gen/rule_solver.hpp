// Solves one man configuration under the rules that count moves: who wins if the count begins at 0, and in how many
// plies the count that runs is over for good.
//
// What leaves the configuration enters in the round of its own distance, as for DTW: 1 where a count starts anew, more
// where it goes on, as through promotions against a lone king. A count may be over by a move of either side, so each
// round looks for wins and losses together, and what it finds is set aside until it is over, as for DTC. No position is
// looked for beyond the limit: by then the game is drawn.
#pragma once

#include "gen/code_solver.hpp"
#include "gen/round_decisions.hpp"
#include "gen/rule_code.hpp"

namespace dambase {

/// The most plies that a position of `material` may take, and whether there is a rule that says so.
struct RoundLimit {
  int plies;
  bool is_of_rule;

  template <class Rules>
  [[nodiscard]] static constexpr RoundLimit of(const Material& material) {
    const DrawRule* const rule = governing_rule(Rules::draw_rules, material);
    return rule == nullptr ? RoundLimit{RuleCode::most_plies, false} : RoundLimit{rule->limit, true};
  }
};

struct RuleConfiguration : CodeConfiguration<RuleWords> {
  static constexpr Metric metric = Metric::rule;

  RoundDecisions decisions;

  void reset(const MenConfiguration& configuration, std::span<RuleWords> words) {
    CodeConfiguration::reset(configuration, words);
    decisions.reset(words.size());
  }
};

/// For materials with kings. May be used from several threads at once, each with its own configuration.
template <class Rules>
class RuleSolver : public CodeSolver<Rules, RuleCode, RuleWords> {
  using Base = CodeSolver<Rules, RuleCode, RuleWords>;
  using Base::sides;

  static_assert(std::ranges::all_of(Rules::draw_rules,
                                    [](const DrawRule& rule) { return rule.limit <= RuleCode::most_plies; }));

 public:
  RuleSolver(const WordLayout& layout, const Successors& successors)
      : Base(layout, successors), limit_(RoundLimit::of<Rules>(layout.material())) {}

  /// Only the first step, as in CodeSolver.
  void resolve_captures(RuleConfiguration& configuration) {
    Base::resolve_captures(configuration);
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      for (Side side : sides) {
        Lanes& codes = configuration.codes[word].of(side);
        codes = RuleCode::within(codes, limit_.plies);
      }
    });
  }

  void solve(RuleConfiguration& configuration, const LevelBelowOf<RuleWords>& below) {
    resolve_captures(configuration);
    const Material& material = this->layout_.material();
    constexpr bool by_man = true;
    const bool goes_on = count_goes_on(Rules::draw_rules, material, material, by_man);
    const auto worth_of_step = [goes_on](const Lanes& codes) {
      return RuleCode::of_moves(goes_on ? codes : RuleCode::started_anew(codes));
    };
    for (Side side : sides) this->move_men(configuration, below, side, worth_of_step);
    play(configuration);
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      for (Side side : sides) this->fill_draws(configuration, word, side);
    });
  }

 private:
  void play(RuleConfiguration& configuration) const {
    const int last_due = this->begin(configuration);
    int last_decided = 0;
    for (int round = 0; round <= std::min(limit_.plies, std::max(last_due, last_decided + 1)); ++round) {
      if (!play_round(configuration, round)) continue;
      apply(configuration, round);
      last_decided = round;
    }
    // Without a rule, what comes after the last round would have to be counted as well.
    configuration.is_too_long = !limit_.is_of_rule && std::max(last_due, last_decided) >= limit_.plies;
  }

  // Finds what has `round` plies; whether that is anything.
  bool play_round(RuleConfiguration& configuration, int round) const {
    std::atomic<bool> any = false;
    const auto due_now = static_cast<std::uint8_t>(round);
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
      bool any_here = false;
      for (Side side : sides) {
        std::uint8_t* const news = configuration.news(side).data();
        std::uint8_t* const due = configuration.due(side).data();
        const auto passes_over = [&](std::size_t word) {
          return !MarksOfEight(news + word).meet(Base::new_losses | Base::new_wins) &&
                 !MarksOfEight(due + word).have(due_now);
        };
        for_each_of_interest(first, last, passes_over, [&](std::size_t word) {
          const std::uint8_t told = std::exchange(news[word], std::uint8_t{0});
          const bool is_due = due[word] == due_now;
          if (told == 0 && !is_due) return;
          const Decided decided = find(configuration, side, word, {round, told, is_due});
          if (is_due)
            due[word] =
                RuleCode::plies_of(configuration.codes[word].of(side)).least_from(static_cast<std::uint8_t>(round + 1));
          if (!decided.any()) return;
          configuration.decisions.note(side, word, decided);
          any_here = true;
        });
      }
      if (any_here) any.store(true, std::memory_order_relaxed);
    });
    return any.load(std::memory_order_relaxed);
  }

  // Why a word is looked at.
  struct Occasion {
    int round;
    std::uint8_t told;  ///< news since it was last looked at
    bool is_due;
  };

  // What a word has in this round, by what has been decided in the rounds before.
  [[nodiscard]] Decided find(const RuleConfiguration& configuration, Side side, std::size_t word,
                             const Occasion& occasion) const {
    const Lanes& codes = configuration.codes[word].of(side);
    const Words& known = configuration.values[word];
    const Bitboard open = configuration.legal[word] - Bitboard(known.wins(side) | known.losses(side));
    const auto due = [&](Value value) {
      return occasion.is_due ? codes.equal_to(RuleCode::of(value, occasion.round)) & open : Bitboard();
    };
    const Bitboard captures = configuration.captures(side)[word];
    const Bitboard due_losses = due(Value::loss);
    Decided decided{due(Value::win), due_losses & captures};
    // Quiet positions: a king may win; they are lost if all moves of kings lose, and those of men have by now as well.
    const Bitboard quiet = open - captures - decided.wins;
    const bool may_win = (occasion.told & Base::new_losses) != 0;
    const bool is_told_of_wins = (occasion.told & Base::new_wins) != 0;
    const Bitboard may_lose =
        is_told_of_wins ? quiet & codes.at_most(RuleCode::of(Value::loss, occasion.round)) : quiet & due_losses;
    const Bitboard asked = may_win ? quiet : may_lose;
    if (asked.empty()) return decided;
    const auto moves = this->king_moves(configuration, side, word, asked, !may_win);
    const Bitboard wins_by_kings = may_win ? quiet & moves.to_loss : Bitboard();
    decided.wins |= wins_by_kings;
    decided.losses |= may_lose - moves.to_good - wins_by_kings;
    return decided;
  }

  // Makes known what the round has found.
  void apply(RuleConfiguration& configuration, int round) const {
    configuration.decisions.hand_over([&](Side side, std::size_t word, const Decided& decided) {
      this->settle(configuration, side, word, decided);
      Lanes& codes = configuration.codes[word].of(side);
      codes.fill(decided.wins, RuleCode::of(Value::win, round));
      codes.fill(decided.losses, RuleCode::of(Value::loss, round));
    });
  }

  RoundLimit limit_;
};

}  // namespace dambase
