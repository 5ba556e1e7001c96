// Solves one man configuration: captures, man moves, then king moves to a fixed point.
#pragma once

#include <array>
#include <atomic>
#include <span>
#include <utility>

#include "engine/movegen.hpp"
#include "gen/configuration_captures.hpp"
#include "gen/word_ranges.hpp"
#include "gen/word_turner.hpp"

namespace dambase {

/// Finds the words of a configuration that one man move leads to, in the level below.
template <class Element>
class LevelBelowOf {
 public:
  virtual ~LevelBelowOf() = default;
  [[nodiscard]] virtual std::span<const Element> words_of(const MenConfiguration& men) const = 0;
};
using LevelBelow = LevelBelowOf<Words>;

/// For materials with kings; of others it resolves captures only. May be used from several threads at once,
/// each with its own ConfigurationWords. Finds values; DtcSolver and DtwSolver find distances by what is protected
/// here.
template <class Rules>
class ConfigurationSolver : public ConfigurationCaptures<Rules> {
  using Base = ConfigurationCaptures<Rules>;

 public:
  using Base::resolve_captures;

  ConfigurationSolver(const WordLayout& layout, const Successors& successors)
      : Base(layout, successors), white_rows_(layout.white_kings()), black_rows_(layout.outer_black_kings()) {}

  /// `below` is the level below, of which the man moves of the configuration read words.
  void solve(ConfigurationWords& configuration, const LevelBelow& below) {
    resolve_captures(configuration);
    move_all(configuration, below);
  }

  /// The same of a configuration whose men are their own turned ones, by a turner of its layout.
  void solve(ConfigurationWords& configuration, const LevelBelow& below, const WordTurner& turner) {
    resolve_captures(configuration, std::array{Side::white});
    turner.turn_captures(configuration);
    move_all(configuration, below);
  }

 protected:
  using Base::after_move;
  using Base::counts_runs;
  using Base::layout_;
  using Base::look_ups_;
  using Base::no_run;
  using Base::pieces_of;
  using typename Base::Board;

  void move_all(ConfigurationWords& configuration, const LevelBelow& below) {
    for (Side side : {Side::white, Side::black}) {
      move_men(configuration, below, side);
      if constexpr (Rules::no_move_wins) win_without_moves(configuration, side);
    }
    move_kings(configuration);
  }

  // ---- man moves ----

  void move_men(ConfigurationWords& configuration, const LevelBelow& below, Side side) {
    for_each_man_move(configuration.men, side, [&](Bitboard from, Bitboard to, bool promotes) {
      if (promotes) {
        promote(configuration, side, from, to);
      } else {
        advance(configuration, below, side, from, to);
      }
    });
  }

  // Calls `visit(from, to, promotes)` for the quiet moves of men to squares without men.
  template <class Visit>
  static void for_each_man_move(const MenConfiguration& men, Side side, const Visit& visit) {
    const Bitboard promotion_row = side == Side::white ? Board::top : Board::bottom;
    for (Direction direction : diagonals) {
      if (goes_up(direction) != (side == Side::white)) continue;
      for (Square from : side == Side::white ? men.white : men.black) {
        const Bitboard to = Board::step(Bitboard(from), direction) - men.all();
        if (to.any()) visit(Bitboard(from), to, to.meets(promotion_row));
      }
    }
  }

  [[nodiscard]] static MenConfiguration after_man_move(MenConfiguration men, Side side, Bitboard from, Bitboard to) {
    Bitboard& moved = side == Side::white ? men.white : men.black;
    moved = (moved - from) | to;
    return men;
  }

  [[nodiscard]] WordPieces after_promotion(const ConfigurationWords& configuration, std::size_t word, Side side,
                                           Bitboard from, Bitboard to) const {
    WordPieces pieces = pieces_of(configuration, word);
    Pieces& mover = side == Side::white ? pieces.white : pieces.black;
    mover = Pieces{mover.men - from, mover.kings | to};
    return pieces;
  }

  // The squares of the bit king for which a quiet move to `to` is legal in `word`.
  [[nodiscard]] Bitboard open_for(ConfigurationWords& configuration, std::size_t word, Side side, Bitboard to) const {
    if ((layout_.white_kings_of(word) | layout_.outer_black_kings_of(word)).meets(to)) return Bitboard();
    const Bitboard quiet = configuration.legal[word] - configuration.captures(side)[word];
    return quiet - to;
  }

  static void credit(ConfigurationWords& configuration, std::size_t word, Side side, Bitboard open,
                     const Words& after) {
    const Side next = opponent(side);
    configuration.values[word].wins(side) |= open.bits() & after.losses(next);
    configuration.good_man_moves(side)[word] |= open - Bitboard(after.wins(next));
  }

  void advance(ConfigurationWords& configuration, const LevelBelow& below, Side side, Bitboard from,
               Bitboard to) const {
    const std::span<const Words> words = below.words_of(after_man_move(configuration.men, side, from, to));
    for_each_word(words.size(), [&](std::size_t word) {
      const Bitboard open = open_for(configuration, word, side, to);
      if (open.any()) credit(configuration, word, side, open, words[after_move(word, side, no_run)]);
    });
  }

  void promote(ConfigurationWords& configuration, Side side, Bitboard from, Bitboard to) {
    const Material material = layout_.material().after_promotion(side);
    for_each_word_range(configuration.values.size(), [&](std::size_t first, std::size_t last) {
      SuccessorReader& reader = look_ups_.local().reader;
      for (std::size_t word = first; word < last; ++word) {
        const Bitboard open = open_for(configuration, word, side, to);
        if (open.empty()) continue;
        const WordPieces pieces = after_promotion(configuration, word, side, from, to);
        credit(configuration, word, side, open, reader.over_black_king(material, pieces.white, pieces.black));
      }
    });
  }

  // ---- no moves ----

  // A position without a move is lost by itself: no move of it leads to one that is not won. Where it is
  // won instead, it must be found.
  void win_without_moves(ConfigurationWords& configuration, Side side) const {
    for_each_word(configuration.values.size(), [&](std::size_t word) {
      const Bitboard quiet = configuration.legal[word] - configuration.captures(side)[word];
      if (quiet.empty()) return;
      configuration.values[word].wins(side) |= (quiet - can_move(configuration, side, word)).bits();
    });
  }

  // The squares of the bit king for which `side` has a quiet move, if it had no capture.
  Bitboard can_move(const ConfigurationWords& configuration, Side side, std::size_t word) const {
    const Bitboard legal = configuration.legal[word];
    const WordPieces pieces = pieces_of(configuration, word);
    const Bitboard occupied = pieces.occupied();
    const Pieces& mover = pieces.of(side);
    Bitboard can;
    for (Direction direction : diagonals) {
      const bool forward = goes_up(direction) == (side == Side::white);
      const Bitboard to = Board::step(forward ? mover.all() : mover.kings, direction) - occupied;
      // With one target square the bit king may be in the way; with two it is not.
      for (Square square : to) can |= legal - Bitboard(square);
      if (side == Side::black) can |= Board::step(legal, direction) & legal;
    }
    return can;
  }

  // ---- king moves ----

  // What has changed in the words that king moves lead to since a word was last looked at.
  static constexpr std::uint8_t new_losses = 1;  ///< of the opponent: there may be wins
  static constexpr std::uint8_t new_wins = 2;    ///< of the opponent: there may be losses

  void move_kings(ConfigurationWords& configuration) {
    for (Side side : {Side::white, Side::black})
      configuration.news(side).assign(configuration.values.size(), new_losses | new_wins);
    // Each pass changes the values of one side only and reads those of the other, so that words may
    // be worked on in any order, or at once, with the same result.
    bool white_changed = true;
    bool black_changed = true;
    while (white_changed || black_changed) {
      white_changed = improve_all(configuration, Side::white);
      if (!white_changed && !black_changed) break;
      black_changed = improve_all(configuration, Side::black);
    }
  }

  bool improve_all(ConfigurationWords& configuration, Side side) const {
    std::atomic<bool> changed = false;
    for_each_word_range(configuration.values.size(), [&](std::size_t first, std::size_t last) {
      bool changed_here = false;
      std::uint8_t* const news = configuration.news(side).data();
      for (std::size_t word = first; word < last; ++word) {
        if (news[word] == 0) continue;
        const std::uint8_t what = std::exchange(news[word], std::uint8_t{0});
        if (improve(configuration, side, word, what)) changed_here = true;
      }
      if (changed_here) changed.store(true, std::memory_order_relaxed);
    });
    return changed.load(std::memory_order_relaxed);
  }

  // What king moves lead to, as squares of the bit king before the move.
  struct KingMoves {
    Bitboard to_loss;  ///< of the opponent
    Bitboard to_good;  ///< to a position that the opponent does not win
  };

  bool improve(ConfigurationWords& configuration, Side side, std::size_t word, std::uint8_t news) const {
    const Decided decided = decide(configuration, side, word, news);
    if (!decided.any()) return false;
    settle(configuration, side, word, decided);
    return true;
  }

  // Squares without captures whose values are not known.
  [[nodiscard]] static Bitboard open_squares(const ConfigurationWords& configuration, Side side, std::size_t word) {
    const Words& values = configuration.values[word];
    return configuration.legal[word] - configuration.captures(side)[word] -
           Bitboard(values.wins(side) | values.losses(side));
  }

  // What is decided by what is known of the positions after king moves.
  [[nodiscard]] Decided decide(const ConfigurationWords& configuration, Side side, std::size_t word,
                               std::uint8_t news) const {
    const Bitboard open = open_squares(configuration, side, word);
    if (open.empty()) return {};
    const bool only_losses = (news & new_losses) == 0;
    const KingMoves moves = king_moves(configuration, side, word, open, only_losses);
    const Bitboard wins = open & moves.to_loss;
    return {wins, open - wins - moves.to_good};
  }

  // What moves of kings lead to, and what those of men that do not lose.
  [[nodiscard]] KingMoves king_moves(const ConfigurationWords& configuration, Side side, std::size_t word,
                                     Bitboard open, bool only_losses) const {
    KingMoves moves{{}, configuration.good_man_moves(side)[word]};
    if (side == Side::black) add_bit_king_moves(configuration, word, moves);
    add_outer_king_moves(configuration, side, word, moves, open, only_losses);
    return moves;
  }

  // Squares from which a king move reaches a position that the opponent has lost; of `open` at least.
  [[nodiscard]] Bitboard to_losses(const ConfigurationWords& configuration, Side side, std::size_t word,
                                   Bitboard open) const {
    constexpr bool only_losses = false;
    return king_moves(configuration, side, word, open, only_losses).to_loss;
  }

  void settle(ConfigurationWords& configuration, Side side, std::size_t word, const Decided& decided) const {
    Words& values = configuration.values[word];
    values.wins(side) |= decided.wins.bits();
    values.losses(side) |= decided.losses.bits();
    const int seen = (decided.wins.any() ? new_wins : 0) | (decided.losses.any() ? new_losses : 0);
    tell(configuration, opponent(side), word, static_cast<std::uint8_t>(seen));
  }

  // Tells the words from which king moves of `side` lead to `word`. King moves can be taken back, so
  // these are those that they lead to from there.
  void tell(ConfigurationWords& configuration, Side side, std::size_t word, std::uint8_t seen) const {
    std::uint8_t* const news = configuration.news(side).data();
    const auto add = [&](std::size_t at) {
      std::atomic_ref flags(news[at]);
      const std::uint8_t known = flags.load(std::memory_order_relaxed);
      if ((known & seen) != seen) flags.fetch_or(seen, std::memory_order_relaxed);
    };
    if constexpr (counts_runs) {
      // A move changes the run as well: of these kings, tell all runs.
      const std::size_t pairs = layout_.run_pairs();
      const auto add_all = [&](std::size_t at) {
        for (std::size_t i = at / pairs * pairs, end = i + pairs; i < end; ++i) add(i);
      };
      add_all(word);
      for_each_outer_king_move(pieces_of(configuration, word), word, side, [&](std::size_t after, Bitboard) {
        add_all(after);
        return true;
      });
    } else {
      if (side == Side::black) add(word);
      for_each_outer_king_move(pieces_of(configuration, word), word, side, [&](std::size_t after, Bitboard) {
        add(after);
        return true;
      });
    }
  }

  // Calls `visit` with the word that each move of an outer king of `side` leads to, and the squares that it
  // crosses, the last included, until that returns false.
  template <class Visit>
  void for_each_outer_king_move(const WordPieces& pieces, std::size_t word, Side side, const Visit& visit) const {
    const Bitboard occupied = pieces.occupied();
    const Bitboard kings = pieces.of(side).kings;
    for (Square from : kings) {
      const OuterKing king = outer_king(pieces, word, side, from);
      for (Direction direction : diagonals) {
        Bitboard crossed;
        for (Bitboard to = Board::step(Bitboard(from), direction) - occupied; to.any();
             to = Board::step(to, direction) - occupied) {
          crossed |= to;
          if (!visit(king.word_on(to.first()), crossed)) return;
          if constexpr (!Rules::flying_kings) break;
        }
      }
    }
  }

  // One outer king that is moved: the words of its squares lie `stride` apart.
  struct OuterKing {
    KingRows::Row row;
    std::size_t base;
    std::size_t stride;

    [[nodiscard]] std::size_t word_on(Square square) const { return base + row[square] * stride; }
  };

  // The runs stay as they are.
  [[nodiscard]] OuterKing outer_king(const WordPieces& pieces, std::size_t word, Side side, Square king) const {
    const KingSets& sets = side == Side::white ? layout_.white_kings() : layout_.outer_black_kings();
    const std::size_t stride = side == Side::white ? layout_.words_per_white_placement() : layout_.run_pairs();
    const Bitboard kings = pieces.of(side).kings;
    const KingRows& rows = side == Side::white ? white_rows_ : black_rows_;
    return {rows.row(kings - Bitboard(king)), word - sets.rank(kings) * stride, stride};
  }

  // Adds the moves of the outer kings. If only losses are looked for, it stops where none is left.
  void add_outer_king_moves(const ConfigurationWords& configuration, Side side, std::size_t word, KingMoves& moves,
                            Bitboard open, bool only_losses) const {
    const WordPieces pieces = pieces_of(configuration, word);
    for_each_outer_king_move(pieces, word, side, [&](std::size_t after, Bitboard crossed) {
      if constexpr (counts_runs) {
        const Square from = moved_from(pieces.of(side).kings, side, after);
        if (!may_move_quietly<Rules>(pieces.of(side), from)) return true;
        after = with_run(pieces, side, after, from);
      }
      add_moves(configuration, side, after, crossed, moves);
      return !only_losses || (open - moves.to_good).any();
    });
  }

  // The king that has left the placement `before` for that of the word `after`.
  [[nodiscard]] Square moved_from(Bitboard before, Side side, std::size_t after) const {
    return (before - kings_of(side, after)).first();
  }
  [[nodiscard]] Bitboard kings_of(Side side, std::size_t word) const {
    return side == Side::white ? layout_.white_kings_of(word) : layout_.outer_black_kings_of(word);
  }

  // The word of the same kings with the run that the move of a king from `from` makes.
  [[nodiscard]] std::size_t with_run(const WordPieces& pieces, Side side, std::size_t after, Square from) const {
    const Bitboard kings = kings_of(side, after);
    const Square to = (kings - pieces.of(side).kings).first();
    const KingRun run{run_of_next_move<Rules>(pieces.of(side), from), to};
    WordRuns runs = layout_.runs_of(after);
    runs.of(side) = side == Side::white ? layout_.space().run_number(kings, run) : layout_.black_run_number(kings, run);
    return layout_.with_runs(after, runs);
  }

  // Adds what a move to the word `after` leads to, over squares on which the bit king must not stand.
  static void add_moves(const ConfigurationWords& configuration, Side side, std::size_t after, Bitboard crossed,
                        KingMoves& moves) {
    const Side next = opponent(side);
    moves.to_loss |= Bitboard(configuration.values[after].losses(next)) - crossed;
    moves.to_good |= configuration.legal[after] - Bitboard(configuration.values[after].wins(next)) - crossed;
  }

  // The squares of `from` from which a king reaches one of `targets` over squares of `empty`.
  static Bitboard squares_that_reach(Bitboard targets, Bitboard empty) {
    Bitboard found;
    for (Direction direction : diagonals) {
      Bitboard at = Board::step(targets, direction) & empty;
      if constexpr (Rules::flying_kings) {
        for (Bitboard next = at; next.any(); next = Board::step(next, direction) & empty) at |= next;
      }
      found |= at;
    }
    return found;
  }

  void add_bit_king_moves(const ConfigurationWords& configuration, std::size_t word, KingMoves& moves) const {
    int run = no_run;
    if constexpr (counts_runs) {
      const Pieces black = pieces_of(configuration, word).black;
      if (!may_move_quietly<Rules>(black, bit_king_square)) return;
      run = run_of_next_move<Rules>(black, bit_king_square);
    }
    const Bitboard legal = configuration.legal[word];
    const Words& values = configuration.values[after_move(word, Side::black, run)];
    moves.to_loss |= squares_that_reach(Bitboard(values.white_losses), legal);
    moves.to_good |= squares_that_reach(legal - Bitboard(values.white_wins), legal);
  }

  KingRows white_rows_;
  KingRows black_rows_;
};

}  // namespace dambase
