// The vocabulary of rule sets. A variant is a struct of constexpr switches in engine/rules/; code
// that plays by them is a template over that struct and asks the switches, never for a name.
//
// A rule set `Rules` provides
//   name, rules_version       how tables and the command line call it
//   Board                     the geometry, a Board<Size>
//   first_to_move             the side that begins a game
//   men_capture_backwards     whether a man may capture towards its own back row
//   flying_kings              whether kings slide any distance, or go one step
//   promotion_in_capture      what happens to a man that reaches the far row during a capture
//   preference(CaptureTraits) a value that compares; only captures with the greatest are legal
#pragma once

#include <cstdint>
#include <string_view>

namespace dambase {

/// What becomes of a man that reaches its promotion row while it is capturing. If it ends its move
/// there it is always promoted.
enum class PromotionInCapture : std::uint8_t {
  goes_on_as_man,   ///< captures on as a man if it can, promoted only where the move ends
  ends_move,        ///< stops there, promoted
  goes_on_as_king,  ///< is a king at once and captures on as one
};

/// What rules of preference between captures look at.
struct CaptureTraits {
  int pieces = 0;  ///< how many pieces are taken
};

/// The preference of rules that leave the choice of capture free.
struct FreeChoice {
  [[nodiscard]] constexpr bool operator==(const FreeChoice&) const = default;
  [[nodiscard]] constexpr auto operator<=>(const FreeChoice&) const = default;
};

}  // namespace dambase
