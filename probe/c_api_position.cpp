// Positions and moves of dambase.h, turned into those of the engine and back.
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "probe/c_api_set.hpp"

namespace dambase::c_api {
namespace {

constexpr std::array sides = {Side::white, Side::black};

// A FEN has one digit for them, and no rules count so many.
constexpr int most_moves_of_run = 9;

std::uint64_t occupied(const dambase_position& p) { return p.men[0] | p.men[1] | p.kings[0] | p.kings[1]; }

// Squares with more than one piece.
std::uint64_t shared(const dambase_position& p) {
  return (p.men[0] & p.men[1]) | ((p.men[0] | p.men[1]) & p.kings[0]) |
         ((p.men[0] | p.men[1] | p.kings[0]) & p.kings[1]);
}

bool has_numbers_in_range(const dambase_position& p) {
  return (p.side_to_move == DAMBASE_WHITE || p.side_to_move == DAMBASE_BLACK) && p.reserved == 0;
}

bool is_possible(const dambase_set& set, const dambase_king_run& run) {
  if (run.moves == 0) return true;
  return run.moves > 0 && run.moves <= most_moves_of_run && run.square >= 1 &&
         run.square <= set.variant().square_names().count();
}

bool has_possible_runs(const dambase_set& set, const dambase_position& p) {
  return is_possible(set, p.runs[0]) && is_possible(set, p.runs[1]);
}

KingRun counted_run(const dambase_set& set, const dambase_king_run& run) {
  if (run.moves == 0) return {};
  return {static_cast<std::uint8_t>(run.moves), set.variant().square_names().square_of(run.square)};
}

std::string lowest_square(std::uint64_t dense) { return std::to_string(std::countr_zero(dense) + 1); }

Error illegal(std::string why) { return {ErrorCode::illegal_position, std::move(why)}; }

}  // namespace

std::optional<Position> position_of(const dambase_set& set, const dambase_position& given) {
  const bool counts_moves = (given.runs[0].moves | given.runs[1].moves) != 0;
  const bool is_sound = has_numbers_in_range(given) && (occupied(given) & ~set.board.all()) == 0 &&
                        shared(given) == 0 && (!counts_moves || has_possible_runs(set, given));
  if (!is_sound) return std::nullopt;
  const auto bits = set.board.bitboards_of(std::array{given.men[0], given.kings[0], given.men[1], given.kings[1]});
  Pieces white{Bitboard(bits[0]), Bitboard(bits[1])};
  Pieces black{Bitboard(bits[2]), Bitboard(bits[3])};
  if (counts_moves) {
    white.run = counted_run(set, given.runs[0]);
    black.run = counted_run(set, given.runs[1]);
  }
  return Position(static_cast<Side>(given.side_to_move), white, black);
}

Error why_no_position(const dambase_set& set, const dambase_position& given) {
  if (!has_numbers_in_range(given))
    return {ErrorCode::invalid_argument, "side_to_move is not 0 or 1, or reserved is not 0"};
  if (const std::uint64_t outside = occupied(given) & ~set.board.all(); outside != 0)
    return illegal("a piece on square " + lowest_square(outside) + " of a board that has " +
                   std::to_string(set.variant().square_names().count()));
  if (const std::uint64_t squares = shared(given); squares != 0)
    return illegal("two pieces on square " + lowest_square(squares));
  return illegal("a count of king moves that is not 0 to " + std::to_string(most_moves_of_run) +
                 ", or on a square that is not on the board");
}

Result<Position> legal_position_of(const dambase_set& set, const dambase_position& given) {
  const std::optional<Position> position = position_of(set, given);
  if (!position) return why_no_position(set, given);
  if (auto legal = set.variant().check(*position); !legal) return legal.error();
  return *position;
}

dambase_position c_position_of(const dambase_set& set, const Position& position) {
  dambase_position result{};
  for (const Side side : sides) {
    const Pieces& pieces = position.of(side);
    const auto index = static_cast<std::size_t>(side);
    result.men[index] = set.board.dense_of(pieces.men);
    result.kings[index] = set.board.dense_of(pieces.kings);
    if (pieces.run.moves > 0)
      result.runs[index] = {set.variant().square_names().number_of(pieces.run.king), pieces.run.moves};
  }
  result.side_to_move = static_cast<int>(position.side_to_move());
  return result;
}

dambase_move c_move_of(const dambase_set& set, const Position& before, const Move& move) {
  const SquareNames& names = set.variant().square_names();
  return {.from = names.number_of(move.from),
          .to = names.number_of(move.to),
          .captured = set.board.dense_of(move.captured),
          .promotes = move.promotes ? 1 : 0,
          .reserved = 0,
          .after = c_position_of(set, before.after(move))};
}

}  // namespace dambase::c_api
