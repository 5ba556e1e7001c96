// Solves one man configuration by numbers whose order is that of the players (gen/win_code.hpp, gen/rule_code.hpp):
// what comes before the rounds of king moves. What leaves the configuration, captures and moves of men, is the best of
// these for each position, and every word knows the next round in which one of its positions is due.
#pragma once

#include "gen/configuration_solver.hpp"
#include "gen/marked_words.hpp"

namespace dambase {

/// One configuration while its distances are found. Its `values` are what is known so far.
template <class Element>
struct CodeConfiguration : ConfigurationWords {
  /// The result. Meanwhile: of decided positions how far they are, of others what captures and moves of men come to, 0
  /// where there are none.
  std::span<Element> codes;
  std::vector<Words> known;
  std::array<std::vector<std::uint8_t>, 2> due_by_side;  ///< the next round in which a position of a word is due
  bool is_too_long = false;                              ///< some position takes more plies than there are codes for

  void reset(const MenConfiguration& configuration, std::span<Element> words) {
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

/// For materials with kings. Codes is WinCode or RuleCode, Element the words that hold them. May be used from several
/// threads at once, each with its own configuration.
template <class Rules, class Codes, class Element>
class CodeSolver : public ConfigurationSolver<Rules> {
  using Base = ConfigurationSolver<Rules>;

 public:
  using Configuration = CodeConfiguration<Element>;

  CodeSolver(const WordLayout& layout, const Successors& successors)
      : Base(layout, successors),
        look_ups_([&layout, &successors] { return LookUps<Rules, Element>(layout.material(), successors); }) {}

  /// Only the first step: what both sides can capture, and how far that is from the end. All else is 0.
  void resolve_captures(Configuration& configuration) {
    for_each_word(configuration.codes.size(), [&](std::size_t word) {
      configuration.legal[word] = this->layout_.legal_bits(configuration.men, word);
    });
    // White's by columns and Black's by rows, as ConfigurationSolver does.
    const std::size_t rows = this->layout_.white_kings().size();
    const std::size_t columns = this->layout_.words_per_white_placement();
    for (Side side : sides) {
      for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
        CaptureResolver<Rules, Element>& resolver = look_ups_.local().captures;
        for (std::size_t i = first; i < last; ++i)
          resolve_captures(configuration, resolver, side == Side::white ? i % rows * columns + i / rows : i, side);
      });
    }
  }

  /// To be called when words in successors have changed.
  void forget_look_ups() {
    for (auto& look_ups : look_ups_) look_ups.reader.forget();
  }

 protected:
  using Board = typename Rules::Board;
  static constexpr std::array sides = {Side::white, Side::black};

  // `worth_of_step(codes)` is what a move of a man within the slice is worth, if positions after it have these codes.
  template <class WorthOfStep>
  void move_men(Configuration& configuration, const LevelBelowOf<Element>& below, Side side,
                const WorthOfStep& worth_of_step) {
    this->for_each_man_move(configuration.men, side, [&](Bitboard from, Bitboard to, bool promotes) {
      if (promotes) {
        promote(configuration, side, from, to);
      } else {
        advance(configuration, below, side, from, to, worth_of_step);
      }
    });
  }

  // Finds when positions are due; returns the last such round.
  int begin(Configuration& configuration) const {
    std::atomic<int> last = 0;
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t end) {
      int last_here = 0;
      for (std::size_t word = first; word < end; ++word) {
        for (Side side : sides) {
          if constexpr (Rules::no_move_wins) win_without_moves(configuration, side, word);
          const Lanes plies = Codes::plies_of(configuration.codes[word].of(side));
          configuration.due(side)[word] = plies.least_from(0);
          last_here = std::max(last_here, int{plies.most_up_to(Codes::most_plies)});
        }
      }
      int known = last.load(std::memory_order_relaxed);
      while (known < last_here && !last.compare_exchange_weak(known, last_here, std::memory_order_relaxed)) {
      }
    });
    return last.load(std::memory_order_relaxed);
  }

  // What nothing has decided is a draw; squares that are no positions are to say the same in every build.
  static void fill_draws(Configuration& configuration, std::size_t word, Side side) {
    const Words& known = configuration.values[word];
    configuration.codes[word].of(side).fill(Bitboard(~(known.wins(side) | known.losses(side))), Codes::draw);
  }

 private:
  void resolve_captures(Configuration& configuration, CaptureResolver<Rules, Element>& resolver, std::size_t word,
                        Side side) const {
    const WordPieces pieces = this->pieces_of(configuration, word);
    DistanceCaptures captures;
    if (pieces.legal.any()) captures = resolver.resolve(pieces, side);
    configuration.captures(side)[word] = captures.can;
    configuration.codes[word].of(side) = captures.codes;
  }

  void advance(Configuration& configuration, const LevelBelowOf<Element>& below, Side side, Bitboard from, Bitboard to,
               const auto& worth_of_step) const {
    const std::span<const Element> words = below.words_of(Base::after_man_move(configuration.men, side, from, to));
    for_each_word(words.size(), [&](std::size_t word) {
      const Bitboard open = this->open_for(configuration, word, side, to);
      if (open.empty()) return;
      const Lanes& after = words[this->after_move(word, side, Base::no_run)].of(opponent(side));
      configuration.codes[word].of(side).raise(worth_of_step(after).keep(open));
    });
  }

  void promote(Configuration& configuration, Side side, Bitboard from, Bitboard to) {
    const Material material = this->layout_.material().after_promotion(side);
    for_each_word_range(configuration.codes.size(), [&](std::size_t first, std::size_t last) {
      SuccessorReaderOf<Element>& reader = look_ups_.local().reader;
      for (std::size_t word = first; word < last; ++word) {
        const Bitboard open = this->open_for(configuration, word, side, to);
        if (open.empty()) continue;
        const WordPieces pieces = this->after_promotion(configuration, word, side, from, to);
        const Element after = reader.over_black_king(material, pieces.white, pieces.black);
        configuration.codes[word].of(side).raise(Codes::of_moves(after.of(opponent(side))).keep(open));
      }
    });
  }

  void win_without_moves(Configuration& configuration, Side side, std::size_t word) const {
    const Bitboard quiet = configuration.legal[word] - configuration.captures(side)[word];
    if (quiet.empty()) return;
    configuration.codes[word].of(side).fill(quiet - this->can_move(configuration, side, word),
                                            Codes::of_end(Value::win));
  }

  tbb::enumerable_thread_specific<LookUps<Rules, Element>> look_ups_;
};

}  // namespace dambase
