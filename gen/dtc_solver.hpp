// Solves one man configuration with plies until the next conversion.
//
// The same steps as ConfigurationSolver, but king moves go by rounds, each of which reads what the rounds before have
// decided: the number of the round is the distance. What has no move enters at round 0, conversions at round 1.
#pragma once

#include "gen/configuration_solver.hpp"
#include "gen/round_decisions.hpp"

namespace dambase {

/// One configuration while its distances are found.
struct DtcConfiguration : ConfigurationWords {
  static constexpr Metric metric = Metric::dtc;

  std::array<std::vector<Lanes>, 2> plies;  ///< the result, by side and word; of draws they mean nothing
  std::vector<Words> converted;             ///< what is decided by conversions alone
  RoundDecisions decisions;
  bool is_too_long = false;  ///< some position takes more plies than there are numbers for

  void reset(const MenConfiguration& configuration, std::span<Words> words) {
    ConfigurationWords::reset(configuration, words);
    for (auto& of_side : plies) of_side.resize(words.size());
    converted.resize(words.size());
    decisions.reset(words.size());
    for (Side side : {Side::white, Side::black}) news(side).assign(words.size(), 0);
    is_too_long = false;
  }
  [[nodiscard]] std::vector<Lanes>& plies_of(Side side) { return plies[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const std::vector<Lanes>& plies_of(Side side) const { return plies[static_cast<std::size_t>(side)]; }
};

/// For materials with kings. May be used from several threads at once, each with its own configuration.
template <class Rules>
class DtcSolver : public ConfigurationSolver<Rules> {
  using Base = ConfigurationSolver<Rules>;

 public:
  using Base::Base;

  void solve(DtcConfiguration& configuration, const LevelBelow& below) {
    this->resolve_captures(configuration);
    for (Side side : sides) this->move_men(configuration, below, side);
    decide_ends(configuration);
    apply(configuration, 0);
    play_round(configuration);
    add_conversions(configuration);
    apply(configuration, 1);
    // From now on anything may have changed: conversions are everywhere.
    for (Side side : sides) configuration.news(side).assign(configuration.values.size(), all_news);
    for (int round = 2;; ++round) {
      if (!play_round(configuration)) return;
      if (round > most_plies) {
        configuration.is_too_long = true;
        return;
      }
      apply(configuration, round);
    }
  }

  static constexpr int most_plies = 255;

 private:
  static constexpr std::array sides = {Side::white, Side::black};
  static constexpr std::uint8_t all_news = Base::new_losses | Base::new_wins;

  // Puts aside what conversions decide; decides positions without a move, and those in which only men can move.
  void decide_ends(DtcConfiguration& configuration) const {
    std::ranges::copy(configuration.values, configuration.converted.begin());
    std::ranges::fill(configuration.values, Words{});
    for_each_word(configuration.values.size(), [&](std::size_t word) {
      for (Side side : sides) decide_ends(configuration, side, word);
    });
  }

  void decide_ends(DtcConfiguration& configuration, Side side, std::size_t word) const {
    const Bitboard quiet = this->open_squares(configuration, side, word);
    if (quiet.empty()) return;
    // As long as nothing is known, a king that can move can save itself, and so can a good move of a man.
    const Bitboard lost_without_kings = this->decide(configuration, side, word, all_news).losses;
    Decided ends;
    if constexpr (Rules::no_move_wins) {
      ends.wins = quiet - this->can_move(configuration, side, word);
      configuration.converted[word].losses(side) |= (lost_without_kings - ends.wins).bits();
    } else {
      if (lost_without_kings.empty()) return;
      ends.losses = lost_without_kings - men_can_move(configuration, side, word);
      configuration.converted[word].losses(side) |= (lost_without_kings - ends.losses).bits();
    }
    configuration.decisions.note(side, word, ends);
  }

  // The squares of the bit king for which a man of `side` has a quiet move, if there were no capture.
  Bitboard men_can_move(const ConfigurationWords& configuration, Side side, std::size_t word) const {
    const WordPieces pieces = this->pieces_of(configuration, word);
    Bitboard can;
    for (Direction direction : diagonals) {
      if (goes_up(direction) != (side == Side::white)) continue;
      for (Square square : Rules::Board::step(pieces.of(side).men, direction) - pieces.occupied())
        can |= pieces.legal - Bitboard(square);
    }
    return can;
  }

  static void add_conversions(DtcConfiguration& configuration) {
    for_each_word(configuration.values.size(), [&](std::size_t word) {
      for (Side side : sides) {
        const Words& converted = configuration.converted[word];
        Decided decided = configuration.decisions.of(side, word);
        decided.wins |= Bitboard(converted.wins(side));
        decided.losses |= Bitboard(converted.losses(side));
        configuration.decisions.note(side, word, decided);
      }
    });
  }

  // Finds what king moves newly decide; whether that is anything.
  bool play_round(DtcConfiguration& configuration) const {
    std::atomic<bool> any = false;
    std::array<std::uint8_t*, 2> news{};
    for (Side side : sides) news[static_cast<std::size_t>(side)] = configuration.news(side).data();
    for_each_word_range(configuration.values.size(), [&](std::size_t first, std::size_t last) {
      bool any_here = false;
      const auto passes_over = [&](std::size_t word) {
        return !MarksOfEight(news[0] + word).meet(all_news) && !MarksOfEight(news[1] + word).meet(all_news);
      };
      for_each_of_interest(first, last, passes_over, [&](std::size_t word) {
        for (Side side : sides) {
          const std::uint8_t what = std::exchange(news[static_cast<std::size_t>(side)][word], std::uint8_t{0});
          if (what == 0) continue;
          const Decided decided = this->decide(configuration, side, word, what);
          if (!decided.any()) continue;
          configuration.decisions.note(side, word, decided);
          any_here = true;
        }
      });
      if (any_here) any.store(true, std::memory_order_relaxed);
    });
    return any.load(std::memory_order_relaxed);
  }

  // Makes known what the round has decided.
  void apply(DtcConfiguration& configuration, int round) const {
    configuration.decisions.hand_over([&](Side side, std::size_t word, const Decided& decided) {
      this->settle(configuration, side, word, decided);
      configuration.plies_of(side)[word].fill(decided.wins | decided.losses, static_cast<Lanes::Number>(round));
    });
  }
};

}  // namespace dambase
