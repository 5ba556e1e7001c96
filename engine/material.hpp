// Material: how many men and kings each side has, and its name, for instance `KKMvKM`.
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "engine/position.hpp"
#include "engine/result.hpp"

namespace dambase {

struct Material {
  int white_men = 0;
  int white_kings = 0;
  int black_men = 0;
  int black_kings = 0;

  [[nodiscard]] static Material of(const Position& position) {
    return {position.white().men.count(), position.white().kings.count(), position.black().men.count(),
            position.black().kings.count()};
  }
  /// Reads a name such as `KKMvKM`, White's pieces first, kings before men, a piece a side at least.
  static Result<Material> parse(std::string_view name);

  [[nodiscard]] std::string name() const;
  [[nodiscard]] constexpr int white() const { return white_men + white_kings; }
  [[nodiscard]] constexpr int black() const { return black_men + black_kings; }
  [[nodiscard]] constexpr int men() const { return white_men + black_men; }
  [[nodiscard]] constexpr int kings() const { return white_kings + black_kings; }
  [[nodiscard]] constexpr int pieces() const { return white() + black(); }
  /// The same material with the colours swapped.
  [[nodiscard]] constexpr Material twin() const { return {black_men, black_kings, white_men, white_kings}; }
  [[nodiscard]] constexpr bool is_symmetric() const { return *this == twin(); }
  /// Of a material and its twin, the one that names their file: the side with more pieces first,
  /// then the side with more kings.
  [[nodiscard]] constexpr Material canonical() const {
    const bool keep = white() != black() ? white() > black() : white_kings >= black_kings;
    return keep ? *this : twin();
  }
  /// After a quiet move of `side` that promotes.
  [[nodiscard]] constexpr Material after_promotion(Side side) const {
    Material after = *this;
    --(side == Side::white ? after.white_men : after.black_men);
    ++(side == Side::white ? after.white_kings : after.black_kings);
    return after;
  }
  /// By pieces, then White's men and kings, then Black's: the order of all listings.
  [[nodiscard]] constexpr std::strong_ordering operator<=>(const Material& other) const {
    if (const auto c = pieces() <=> other.pieces(); c != 0) return c;
    if (const auto c = white_men <=> other.white_men; c != 0) return c;
    if (const auto c = white_kings <=> other.white_kings; c != 0) return c;
    if (const auto c = black_men <=> other.black_men; c != 0) return c;
    return black_kings <=> other.black_kings;
  }
  [[nodiscard]] constexpr bool operator==(const Material&) const = default;
};

}  // namespace dambase
