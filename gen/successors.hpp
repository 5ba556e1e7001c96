// The finished tables that the moves out of one material lead to: captures and promotions.
#pragma once

#include <vector>

#include "formats/value.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// Finished tables, looked up by material. Immutable while positions are looked up. Functions take
/// the material of what they look up, bit king included, since callers know it without counting.
class Successors {
 public:
  /// Serves every material that `material` reaches by captures and at most one promotion.
  explicit Successors(const Material& material);

  /// Makes `table` known; it must outlive this object.
  void add(const WordTable& table);

  /// The value for `side`, to move. Both sides have pieces.
  [[nodiscard]] Value value(const Material& material, const Pieces& white, const Pieces& black, Side side) const;

  /// The word of these pieces over all squares of a black bit king, which is one more than given (a run
  /// of it names bit_king_square); or nullptr if the table has its bit king on the other side.
  [[nodiscard]] const Words* word_over_black_king(const Material& material, const Pieces& white,
                                                  const Pieces& black_without_bit) const;

 private:
  struct Entry {
    const WordTable* table = nullptr;
    bool is_turned = false;
  };

  [[nodiscard]] std::size_t index(const Material& material) const;
  [[nodiscard]] const Entry& find(const Material& material) const { return entries_[index(material)]; }
  [[nodiscard]] static const Words& word(const WordTable& table, const Pieces& white, const Pieces& outer_black);

  Material limits_;
  std::vector<Entry> entries_;
};

/// The value that a word has for `side` to move at the square `bit` of the bit king.
[[nodiscard]] inline Value value_of(const Words& words, Side side, Square bit) {
  if (Bitboard(words.wins(side)).has(bit)) return Value::win;
  return Bitboard(words.losses(side)).has(bit) ? Value::loss : Value::draw;
}

}  // namespace dambase
