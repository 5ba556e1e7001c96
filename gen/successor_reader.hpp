// Looks up positions, and words of positions, in finished tables.
//
// Solving a configuration asks for few man configurations of each smaller material, again and again, so
// their places are remembered. A table has words over the squares of its own bit king. Words over a king
// of the other side are columns of a matrix (one king of each side, all other pieces fixed), which is
// transposed as a whole and kept.
#pragma once

#include <vector>

#include "engine/draw_rules.hpp"
#include "formats/value.hpp"
#include "gen/bit_matrix.hpp"
#include "gen/successors.hpp"

namespace dambase {

/// The value that a word has for `side` to move at the square `bit` of the bit king.
[[nodiscard]] inline Value value_of(const Words& words, Side side, Square bit) {
  if (Bitboard(words.wins(side)).has(bit)) return Value::win;
  return Bitboard(words.losses(side)).has(bit) ? Value::loss : Value::draw;
}
/// The code there.
[[nodiscard]] inline Lanes::Number value_of(const DistanceWords& words, Side side, Square bit) {
  return words.of(side)[bit];
}

/// One a thread, since it remembers. Functions take the material of what they look up, since callers
/// know it without counting; both sides of it have pieces. Element is Words, DistanceWords or RuleWords.
template <class Element>
class SuccessorReaderOf {
 public:
  /// What is known of one position.
  using Single = decltype(value_of(Element{}, Side::white, Square{}));

  /// `successors` must outlive this object.
  explicit SuccessorReaderOf(const Successors& successors);

  /// Of RuleWords: positions are looked up for moves out of `before`, by rules that outlive this object. Where such a
  /// move starts a count anew, how far they are is not told any more.
  void count_from(const Material& before, DrawRules rules);

  /// The value for `side`, to move.
  [[nodiscard]] Single value(const Material& material, const Pieces& white, const Pieces& black, Side side);

  /// The word over the squares of one black king more than given (a run of it names bit_king_square).
  [[nodiscard]] Element over_black_king(const Material& material, const Pieces& white, const Pieces& black_without);
  /// The word over the squares of one white king more than given.
  [[nodiscard]] Element over_white_king(const Material& material, const Pieces& white_without, const Pieces& black);

  /// Remembers nothing any more; to be called when words in the tables have changed.
  void forget();

  /// What one reader takes in memory at most, beside the configurations of caches that it holds.
  [[nodiscard]] static std::uint64_t memory_bytes();
  /// The configurations of caches that one reader holds at most.
  static constexpr std::size_t most_held = 16;

 private:
  // A man configuration of a finished table.
  struct Configuration {
    const WordLayout* layout = nullptr;
    const Element* words = nullptr;
    std::uintptr_t number = 0;  ///< what tells it from others: even, or of a cache odd
    bool is_turned = false;
    bool starts_anew = false;  ///< a count, by a move that leads there
  };
  struct KnownConfiguration {
    Material material;
    MenConfiguration men;
    Configuration configuration;
  };
  [[nodiscard]] static bool is_same(const KnownConfiguration& known, const KnownConfiguration& asked) {
    return known.configuration.layout != nullptr && known.men == asked.men && known.material == asked.material;
  }
  // One of a cache, which is to stay while it is known here.
  struct HeldConfiguration : KnownConfiguration {
    CachedConfiguration<Element> held;
  };
  // Words over the squares of a lower king, in the table's orientation, for each square of an upper king.
  struct KnownMatrix {
    std::uintptr_t configuration = 0;  ///< Configuration::number
    Bitboard lower_rest;               ///< the other lower kings
    Bitboard upper_outer;              ///< the other upper kings
    std::array<Element, 64> words;
  };

  [[nodiscard]] Configuration find(const Material& material, Bitboard white_men, Bitboard black_men);
  Configuration take_up(const KnownConfiguration& asked, std::uint64_t key);
  [[nodiscard]] static Element over_upper(const Configuration& found, const Pieces& lower, const Pieces& upper_without);
  [[nodiscard]] Element over_lower(const Configuration& found, Bitboard lower_rest, Bitboard upper, Bitboard men);
  static void fill(KnownMatrix& matrix, const Configuration& found, Bitboard lower_rest, Bitboard upper_outer,
                   Bitboard men);
  [[nodiscard]] Element square_by_square(const Material& material, Pieces white, Pieces black, Side side_of_king);

  const Successors& successors_;
  Material before_;  ///< that moves are made out of
  DrawRules rules_;
  std::vector<KnownConfiguration> configurations_;  ///< by a hash, the last one that had it
  std::vector<HeldConfiguration> held_;             ///< likewise, those of caches
  std::vector<KnownMatrix> matrices_;               ///< likewise; made when first needed
};

using SuccessorReader = SuccessorReaderOf<Words>;
extern template class SuccessorReaderOf<Words>;
extern template class SuccessorReaderOf<DistanceWords>;
extern template class SuccessorReaderOf<RuleWords>;

}  // namespace dambase
