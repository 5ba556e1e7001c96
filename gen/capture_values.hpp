// What a single capture leads to, as words.
#pragma once

#include <cassert>
#include <optional>

#include "engine/captures.hpp"
#include "engine/game_end.hpp"
#include "gen/capture_worth.hpp"
#include "gen/word_pieces.hpp"

namespace dambase {

/// Looks up captures in words of one material: values, or distances if Element is DistanceWords or
/// RuleWords.
template <class Rules, class Element = Words>
class CaptureValues {
 public:
  using Worth = CaptureWorth<Rules, Element>;
  using Captures = typename Worth::Captures;
  using Landings = typename Worth::Landings;
  using Reader = SuccessorReaderOf<Element>;

  /// `material` is in solving orientation; `reader` must outlive this object.
  CaptureValues(const Material& material, Reader& reader) : material_(material), reader_(reader) {}

  /// A capture by a man or an outer king; `rest` are the pieces without the one that captures.
  [[nodiscard]] Captures of(const WordPieces& rest, Side side, bool was_king, const FinishedCapture& c) const {
    const Material material = material_after(rest, side, c.is_king && !was_king, c.captured, c.takes_unknown);
    if (const auto end = end_after(material, side)) return Worth::ended(c.unknown, *end);
    const Pieces& mover = rest.of(side);
    // A capture ends the run of the side that makes it.
    Pieces moved{mover.men, mover.kings};
    (c.is_king ? moved.kings : moved.men) |= Bitboard(c.to);
    const Pieces other = after_losing<Rules>(rest.of(opponent(side)), c.captured, c.takes_unknown);
    const Pieces& white = side == Side::white ? moved : other;
    const Pieces& black = side == Side::white ? other : moved;
    const Side next = opponent(side);
    if (material_.kings() == 0 || c.takes_unknown)
      return Worth::single(c.unknown, reader_.value(material, white, black, next));
    return Worth::each(c.unknown, reader_.over_black_king(material, white, black), next);
  }

  /// Captures that end by taking the bit king; `side` is White.
  [[nodiscard]] Captures of(const WordPieces& rest, [[maybe_unused]] Side side, bool was_king,
                            const FinishedBeyond& c) const {
    assert(side == Side::white);
    return Worth::beyond(c, of_white_king(rest, was_king, c.captured));
  }

  /// Captures by a piece of White, a king afterwards, that take the bit king and `captured`; `rest` as above.
  [[nodiscard]] Landings of_white_king(const WordPieces& rest, bool was_king, Bitboard captured) const {
    const Material material = material_after(rest, Side::white, !was_king, captured, true);
    if (const auto end = end_after(material, Side::white)) return Worth::ended_anywhere(*end);
    const Pieces white{rest.white.men, rest.white.kings};
    const Element words = reader_.over_white_king(material, white, after_losing<Rules>(rest.black, captured, true));
    return Worth::landings(words, Side::black);
  }

  /// Captures of the bit king that take `captured`.
  [[nodiscard]] Landings of_bit_king(const WordPieces& word, Bitboard captured) const {
    const Material material = material_after(word, Side::black, false, captured, false);
    if (const auto end = end_after(material, Side::black)) return Worth::ended_anywhere(*end);
    const Pieces black{word.black.men, word.black.kings};
    const Element words = reader_.over_black_king(material, after_losing<Rules>(word.white, captured), black);
    return Worth::landings(words, Side::white);
  }

 private:
  [[nodiscard]] Material material_after(const WordPieces& pieces, Side side, bool promotes, Bitboard captured,
                                        bool takes_bit_king) const {
    Material after = side == Side::white ? material_ : material_.twin();
    if (promotes) {
      --after.white_men;
      ++after.white_kings;
    }
    const Pieces& victims = pieces.of(opponent(side));
    after.black_men -= few(victims.men & captured);
    after.black_kings -= few(victims.kings & captured) + (takes_bit_king ? 1 : 0);
    return side == Side::white ? after : after.twin();
  }

  // The value for `side` if its move to `material` has ended the game.
  static std::optional<Value> end_after(const Material& material, Side side) {
    const auto end = value_at_end<Rules>(SideState::of(material, opponent(side)), SideState::of(material, side));
    return end ? std::optional(for_opponent(*end)) : std::nullopt;
  }

  Material material_;
  Reader& reader_;
};

}  // namespace dambase
