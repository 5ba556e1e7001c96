// The vocabulary of rule sets. A variant is a struct of constexpr switches in engine/rules/; code
// that plays by them is a template over that struct and asks the switches, never for a name.
//
// A rule set `Rules` provides
//   name, variant_id, rules_version   how tables and the command line call it
//   Board                     the geometry, a Board<Size>
//   playable_corner           which bottom corner of the real board is playable; only text knows of it
//   players_squares           how players write squares
//   first_to_move             the side that begins a game
//   rows_of_men               how many rows of men each side begins with
//   men_capture_backwards     whether a man may capture towards its own back row
//   men_capture_kings         whether a man may take a king
//   captures_orthogonally     whether pieces also capture along rows and columns
//   king_run_limit            quiet moves in a row that one king may make while its side has men; 0: any
//   flying_kings              whether kings slide any distance, or go one step
//   king_landing              where a flying king may land behind what it takes
//   stops_behind_king         a flying king whose last victim is a king stops directly behind it
//   captured_leave_at_once    whether a captured piece leaves the board before the move goes on
//   promotion_in_capture      what happens to a man that reaches the far row during a capture
//   promotion_wins            whether a promotion ends the game; then no king ever moves
//   no_move_wins              whether a side that cannot move, or has no piece, wins instead of losing
//   draw_rules                DrawRules: draws by so many moves, as tables of the metric `rule` count them
//   uncounted_rule            an UncountedRule, if there is any
//   draw_rules_version        rises when a change of these may change a value of such tables
//   preference(CaptureTraits) a tuple; only captures with the greatest are legal
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "engine/board.hpp"
#include "engine/draw_rules.hpp"
#include "engine/side.hpp"
#include "engine/square_names.hpp"

namespace dambase {

/// What becomes of a man that reaches its promotion row while it is capturing. If it ends its move
/// there it is always promoted.
enum class PromotionInCapture : std::uint8_t {
  goes_on_as_man,   ///< captures on as a man if it can, promoted only where the move ends
  ends_move,        ///< stops there, promoted
  goes_on_as_king,  ///< is a king at once and captures on as one
};

/// On which of the empty squares behind its victim a flying king may land.
enum class KingLanding : std::uint8_t {
  anywhere,
  where_it_goes_on,  ///< if it can capture on from some of them, on one of these
  directly_behind,   ///< on the first only
};

/// What rules of preference between captures look at.
struct CaptureTraits {
  int pieces = 0;                ///< how many pieces are taken
  int kings = 0;                 ///< how many of them are kings
  bool by_king = false;          ///< the piece that captures was a king when it began
  std::uint64_t king_order = 0;  ///< greater if kings are taken earlier: bit 63 is the first piece taken
};

/// The preference of rules that leave the choice of capture free.
using FreeChoice = std::tuple<>;

/// The directions in which pieces capture.
template <class Rules>
[[nodiscard]] constexpr const auto& capture_directions() {
  if constexpr (Rules::captures_orthogonally)
    return all_directions;
  else
    return diagonals;
}

}  // namespace dambase
