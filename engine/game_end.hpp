// What a position is worth when the game is over, by the rules of a variant.
#pragma once

#include <optional>

#include "engine/material.hpp"
#include "engine/position.hpp"
#include "engine/value.hpp"

namespace dambase {

/// The value for a side that has no legal move.
template <class Rules>
inline constexpr Value value_without_moves = Rules::no_move_wins ? Value::win : Value::loss;

/// What of a side may end the game.
struct SideState {
  bool has_pieces;
  bool has_kings;

  [[nodiscard]] static constexpr SideState of(const Pieces& pieces) { return {pieces.all().any(), pieces.kings.any()}; }
  [[nodiscard]] static constexpr SideState of(const Material& material, Side side) {
    return side == Side::white ? SideState{material.white() > 0, material.white_kings > 0}
                               : SideState{material.black() > 0, material.black_kings > 0};
  }
};

/// The value for the side to move, `mover`, if the pieces alone end the game.
template <class Rules>
[[nodiscard]] constexpr std::optional<Value> value_at_end(const SideState& mover, const SideState& other) {
  if constexpr (Rules::promotion_wins) {
    if (other.has_kings) return Value::loss;
    if (mover.has_kings) return Value::win;
  }
  if (!mover.has_pieces) return value_without_moves<Rules>;
  if (!other.has_pieces) return for_opponent(value_without_moves<Rules>);
  return std::nullopt;
}

template <class Rules>
[[nodiscard]] constexpr std::optional<Value> value_at_end(const Pieces& mover, const Pieces& other) {
  return value_at_end<Rules>(SideState::of(mover), SideState::of(other));
}

}  // namespace dambase
