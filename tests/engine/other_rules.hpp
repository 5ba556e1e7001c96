// Rule sets for tests only: they combine the switches of engine/rules.hpp as no variant does, so that
// every branch of the generator meets its slow twin.
#pragma once

#include <string_view>
#include <tuple>

#include "engine/rules/italian.hpp"
#include "engine/rules/russian.hpp"
#include "engine/variant_of.hpp"
#include "tests/engine/slow_rules.hpp"

namespace dambase::test {

/// Russian, but any landing square may be chosen.
struct PromoteAndGoOn : Russian {
  static constexpr std::string_view name = "promote-and-go-on";
  static constexpr KingLanding king_landing = KingLanding::anywhere;
  static constexpr slow::Rules slow_twin{
      .size = 8, .choice = slow::Choice::free, .promotion_in_capture = slow::Promotion::goes_on_as_king};
};

/// Italian preference with flying kings, which stop behind kings, and victims that leave at once.
struct FlyingItalian : Italian {
  static constexpr std::string_view name = "flying-italian";
  static constexpr bool men_capture_backwards = true;
  static constexpr bool flying_kings = true;
  static constexpr bool stops_behind_king = true;
  static constexpr bool captured_leave_at_once = true;
  static constexpr PromotionInCapture promotion_in_capture = PromotionInCapture::goes_on_as_king;
  static constexpr slow::Rules slow_twin{.size = 8,
                                         .men_take_kings = false,
                                         .choice = slow::Choice::italian,
                                         .promotion_in_capture = slow::Promotion::goes_on_as_king,
                                         .stops_behind_king = true,
                                         .taken_leave_at_once = true};
};

/// The run-time face of a rule set.
template <class Rules>
[[nodiscard]] const Variant& variant() {
  static const VariantOf<Rules> variant;
  return variant;
}

/// `Rules` for the slow generator.
template <class Rules>
[[nodiscard]] slow::Rules slow_rules() {
  slow::Rules rules;
  if constexpr (requires { Rules::slow_twin; })
    rules = Rules::slow_twin;
  else
    rules = slow::known_rules().at(std::string(Rules::name));
  rules.size = Rules::Board::size;
  return rules;
}

}  // namespace dambase::test
