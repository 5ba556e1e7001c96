// Solves one man configuration with plies until the game ends.
//
// A game that ends in so many plies is won or lost by their parity alone, so rounds look for wins and for losses in
// turn. What leaves the configuration, captures and moves of men, enters in the round of its own distance: earlier, a
// long way to lose would pass for a short one; later, a short way to win for a long one. So the best of these is kept
// for each position from the start, and every word knows the next round in which one of its positions is due.
#pragma once

#include "gen/configuration_solver.hpp"
#include "gen/marked_words.hpp"
#include "gen/win_code.hpp"

namespace dambase {

/// One configuration while its distances are found. Its `values` are what is known so far.
struct DtwConfiguration : ConfigurationWords {
  static constexpr Metric metric = Metric::dtw;

  /// The result, by gen/win_code.hpp. Meanwhile: of decided positions how far they are, of others what captures and
  /// moves of men come to, 0 where there are none.
  std::span<DistanceWords> codes;
  std::vector<Words> known;
  std::array<std::vector<std::uint8_t>, 2> due_by_side;  ///< the next round in which a position of a word is due
  bool is_too_long = false;                              ///< some position takes more plies than there are codes for

  void reset(const MenConfiguration& configuration, std::span<DistanceWords> words) {
    known.assign(words.size(), Words{});
    ConfigurationWords::reset(configuration, known);
    codes = words;
    for (auto& of_side : due_by_side) of_side.resize(words.size());
    for (Side side : {Side::white, Side::black}) {
      news(side).assign(words.size(), 0);
      good_man_moves(side).assign(words.size(), Bitboard());
    }
    is_too_long = false;
  }
  [[nodiscard]] std::vector<std::uint8_t>& due(Side side) { return due_by_side[static_cast<std::size_t>(side)]; }
};

/// For materials with kings. May be used from several threads at once, each with its own configuration.
template <class Rules>
class DtwSolver : public ConfigurationSolver<Rules> {
  using Base = ConfigurationSolver<Rules>;
  using Board = typename Rules::Board;

 public:
  using Code = WinCode<Rules::no_move_wins>;

  DtwSolver(const WordLayout& layout, const Successors& successors)
      : Base(layout, successors),
        look_ups_([&layout, &successors] { return LookUps<Rules, DistanceWords>(layout.material(), successors); }) {}

  void solve(DtwConfiguration& configuration, const LevelBelowOf<DistanceWords>& below) {
    resolve_captures(configuration);
    for (Side side : sides) move_men(configuration, below, side);
    play(configuration);
    finish(configuration);
  }

  /// Only the first step: what both sides can capture, and how far that is from the end. All else is 0.
  void resolve_captures(DtwConfiguration& configuration) {
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      configuration.legal[word] = this->layout_.legal_bits(configuration.men, word);
    });
    // White's by columns and Black's by rows, as ConfigurationSolver does.
    const std::size_t rows = this->layout_.white_kings().size();
    const std::size_t columns = this->layout_.words_per_white_placement();
    for (Side side : sides) {
      for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
        CaptureResolver<Rules, DistanceWords>& resolver = look_ups_.local().captures;
        for (std::size_t i = first; i < last; ++i)
          resolve_captures(configuration, resolver, side == Side::white ? i % rows * columns + i / rows : i, side);
      });
    }
  }

  /// To be called when words in successors have changed.
  void forget_look_ups() {
    for (auto& look_ups : look_ups_) look_ups.reader.forget();
  }

 private:
  static constexpr std::array sides = {Side::white, Side::black};

  void resolve_captures(DtwConfiguration& configuration, CaptureResolver<Rules, DistanceWords>& resolver,
                        std::size_t word, Side side) const {
    const WordPieces pieces = this->pieces_of(configuration, word);
    DistanceCaptures captures;
    if (pieces.legal.any()) captures = resolver.resolve(pieces, side);
    configuration.captures(side)[word] = captures.can;
    configuration.codes[word].of(side) = captures.codes;
  }

  // ---- man moves ----

  void move_men(DtwConfiguration& configuration, const LevelBelowOf<DistanceWords>& below, Side side) {
    this->for_each_man_move(configuration.men, side, [&](Bitboard from, Bitboard to, bool promotes) {
      if (promotes) {
        promote(configuration, side, from, to);
      } else {
        advance(configuration, below, side, from, to);
      }
    });
  }

  static void credit(DtwConfiguration& configuration, std::size_t word, Side side, Bitboard open,
                     const DistanceWords& after) {
    configuration.codes[word].of(side).raise(Code::of_moves(after.of(opponent(side))).keep(open));
  }

  void advance(DtwConfiguration& configuration, const LevelBelowOf<DistanceWords>& below, Side side, Bitboard from,
               Bitboard to) const {
    const std::span<const DistanceWords> words =
        below.words_of(Base::after_man_move(configuration.men, side, from, to));
    for_each_word(words.size(), [&](std::size_t word) {
      const Bitboard open = this->open_for(configuration, word, side, to);
      if (open.any()) credit(configuration, word, side, open, words[this->after_move(word, side, Base::no_run)]);
    });
  }

  void promote(DtwConfiguration& configuration, Side side, Bitboard from, Bitboard to) {
    const Material material = this->layout_.material().after_promotion(side);
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
      SuccessorReaderOf<DistanceWords>& reader = look_ups_.local().reader;
      for (std::size_t word = first; word < last; ++word) {
        const Bitboard open = this->open_for(configuration, word, side, to);
        if (open.empty()) continue;
        const WordPieces pieces = this->after_promotion(configuration, word, side, from, to);
        credit(configuration, word, side, open, reader.over_black_king(material, pieces.white, pieces.black));
      }
    });
  }

  // ---- rounds ----

  void play(DtwConfiguration& configuration) const {
    const int last_due = begin(configuration);
    int last_decided = 0;
    int plies = 0;
    for (; plies <= Code::most_plies && plies <= std::max(last_due, last_decided + 1); ++plies) {
      for (Side side : sides) {
        if (play_round(configuration, side, plies)) last_decided = plies;
      }
    }
    if (last_decided == Code::most_plies) configuration.is_too_long = true;
  }

  // Finds when positions are due; returns the last such round.
  int begin(DtwConfiguration& configuration) const {
    std::atomic<int> last = 0;
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t end) {
      int last_here = 0;
      for (std::size_t word = first; word < end; ++word) {
        for (Side side : sides) {
          if constexpr (Rules::no_move_wins) win_without_moves(configuration, side, word);
          const Lanes plies = plies_of(configuration.codes[word].of(side));
          configuration.due(side)[word] = plies.least_from(0);
          last_here = std::max(last_here, int{plies.most_up_to(Code::most_plies)});
        }
      }
      int known = last.load(std::memory_order_relaxed);
      while (known < last_here && !last.compare_exchange_weak(known, last_here, std::memory_order_relaxed)) {
      }
    });
    return last.load(std::memory_order_relaxed);
  }

  // In how many plies each code is; of draws more than Code::most_plies.
  static Lanes plies_of(Lanes codes) {
    constexpr int odd_wins = Rules::no_move_wins ? 0 : 1;
    return codes.change([](const Lanes::Row& row) {
      const Lanes::Row is_won = Lanes::mask(row >= Lanes::row_of(128));
      const Lanes::Row pairs = (~row & is_won) | (row & ~is_won);
      return Lanes::Row(pairs + pairs + (Lanes::row_of(odd_wins) & is_won) + (Lanes::row_of(1 - odd_wins) & ~is_won));
    });
  }

  void win_without_moves(DtwConfiguration& configuration, Side side, std::size_t word) const {
    const Bitboard quiet = configuration.legal[word] - configuration.captures(side)[word];
    if (quiet.empty()) return;
    configuration.codes[word].of(side).fill(quiet - this->can_move(configuration, side, word), Code::at_end);
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
          due[word] = plies_of(configuration.codes[word].of(side)).least_from(static_cast<std::uint8_t>(round + 1));
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

  // What nothing has decided is a draw; squares that are no positions are to say the same in every build.
  void finish(DtwConfiguration& configuration) const {
    std::atomic<bool> is_too_long = configuration.is_too_long;
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      for (Side side : sides) {
        const Words& known = configuration.values[word];
        Lanes& codes = configuration.codes[word].of(side);
        if (codes.equal_to(Code::too_long).meets(configuration.legal[word])) is_too_long.store(true);
        codes.fill(Bitboard(~(known.wins(side) | known.losses(side))), Code::draw);
      }
    });
    configuration.is_too_long = is_too_long.load();
  }

  tbb::enumerable_thread_specific<LookUps<Rules, DistanceWords>> look_ups_;
};

}  // namespace dambase
