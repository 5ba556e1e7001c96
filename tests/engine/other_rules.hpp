// Rule sets for tests only: they set the switches of engine/rules.hpp otherwise than the variants
// that ship, so that every branch of the generator meets its slow twin.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "engine/rules/international.hpp"
#include "engine/variant_of.hpp"
#include "tests/engine/slow_rules.hpp"

namespace dambase::test {

struct Brazilian : International {
  static constexpr std::string_view name = "brazilian";
  using Board = dambase::Board<8>;
};

struct Kids : International {
  static constexpr std::string_view name = "kids";
  using Board = dambase::Board<6>;
};

struct English : Brazilian {
  static constexpr std::string_view name = "english";
  static constexpr Side first_to_move = Side::black;
  static constexpr bool men_capture_backwards = false;
  static constexpr bool flying_kings = false;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::ends_move;
  [[nodiscard]] static constexpr FreeChoice preference(const CaptureTraits&) { return {}; }
};

/// English men with flying kings.
struct FlyingKings : English {
  static constexpr std::string_view name = "flying-kings";
  static constexpr Side first_to_move = Side::white;
  static constexpr bool flying_kings = true;
};

/// Russian, but any landing square may be chosen.
struct PromoteAndGoOn : Brazilian {
  static constexpr std::string_view name = "promote-and-go-on";
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::goes_on_as_king;
  [[nodiscard]] static constexpr FreeChoice preference(const CaptureTraits&) { return {}; }
};

/// The run-time face of one of these rule sets.
template <class Rules>
[[nodiscard]] const Variant& variant() {
  static const VariantOf<Rules> variant;
  return variant;
}

/// The switches of `Rules` for the slow generator.
template <class Rules>
[[nodiscard]] slow::Rules slow_rules() {
  constexpr bool free = std::is_same_v<decltype(Rules::preference(CaptureTraits{})), FreeChoice>;
  slow::Rules rules;
  rules.size = Rules::Board::size;
  rules.men_capture_backwards = Rules::men_capture_backwards;
  rules.flying_kings = Rules::flying_kings;
  rules.most_pieces = !free;
  switch (Rules::promotion_in_capture) {
    case PromotionInCapture::goes_on_as_man: rules.promotion_in_capture = slow::Promotion::goes_on_as_man; break;
    case PromotionInCapture::ends_move: rules.promotion_in_capture = slow::Promotion::ends_move; break;
    case PromotionInCapture::goes_on_as_king: rules.promotion_in_capture = slow::Promotion::goes_on_as_king; break;
  }
  return rules;
}

}  // namespace dambase::test
