// Variant, implemented for a rule set. Included only by the generated translation units.
#pragma once

#include <string>

#include "engine/game_end.hpp"
#include "engine/movegen.hpp"
#include "engine/variant.hpp"

namespace dambase {

template <class Rules>
class VariantOf final : public Variant {
 public:
  using Board = typename Rules::Board;

  [[nodiscard]] std::string_view name() const override { return Rules::name; }
  [[nodiscard]] std::uint32_t id() const override { return Rules::variant_id; }
  [[nodiscard]] std::uint32_t rules_version() const override { return Rules::rules_version; }
  [[nodiscard]] const BoardShape& shape() const override { return Board::shape; }
  [[nodiscard]] const SquareNames& square_names() const override { return names; }
  [[nodiscard]] PositionSpace position_space() const override { return {Board::shape, Rules::king_run_limit}; }
  [[nodiscard]] bool has_kings() const override { return !Rules::promotion_wins; }
  [[nodiscard]] DrawRules draw_rules() const override { return Rules::draw_rules; }
  [[nodiscard]] UncountedRule uncounted_rule() const override { return Rules::uncounted_rule; }
  [[nodiscard]] std::uint32_t draw_rules_version() const override { return Rules::draw_rules_version; }

  [[nodiscard]] Position start_position() const override {
    Bitboard black;
    for (int number = 1; number <= Rules::rows_of_men * Board::per_row; ++number)
      black |= Bitboard(Board::shape.square_of(number));
    return {Rules::first_to_move, {turned(black, Board::bits), Bitboard()}, {black, Bitboard()}};
  }

  Result<void> check(const Position& position) const override {
    const auto refuse = [&](Bitboard men, const char* side) -> Result<void> {
      return Error{ErrorCode::illegal_position, std::string("a ") + side + " man on square " +
                                                    names.name_of(men.first(), Numbering::fen) +
                                                    " would stand on its promotion row"};
    };
    if (const Bitboard men = position.white().men & Board::top; men.any()) return refuse(men, "white");
    if (const Bitboard men = position.black().men & Board::bottom; men.any()) return refuse(men, "black");
    for (Side side : {Side::white, Side::black}) {
      const Pieces& pieces = position.of(side);
      if (pieces.run.moves == 0) continue;
      if (pieces.run.moves > Rules::king_run_limit || pieces.men.empty() || !pieces.kings.has(pieces.run.king))
        return Error{ErrorCode::illegal_position, "a count of king moves without such a king, or without men"};
    }
    if constexpr (Rules::promotion_wins) {
      if (position.of(position.side_to_move()).kings.any())
        return Error{ErrorCode::illegal_position, "the side to move has a king, so the game was over before"};
    }
    return {};
  }

  [[nodiscard]] bool has_capture(const Position& position) const override {
    return !is_over<Rules>(position) && dambase::has_capture<Rules>(position);
  }

  [[nodiscard]] std::optional<Value> value_at_end(const Position& position) const override {
    const Side side = position.side_to_move();
    if (const auto end = dambase::value_at_end<Rules>(position.of(side), position.of(opponent(side)))) return end;
    if (legal_moves(position).empty()) return value_without_moves();
    return std::nullopt;
  }

  [[nodiscard]] Value value_without_moves() const override { return dambase::value_without_moves<Rules>; }

  [[nodiscard]] std::vector<Move> legal_moves(const Position& position) const override {
    std::vector<Move> moves;
    dambase::legal_moves<Rules>(position, moves);
    return moves;
  }

  void for_each_capture_path(const Position& position, const VisitPath& visit) const override {
    if (is_over<Rules>(position)) return;
    const Side side = position.side_to_move();
    const auto preference = [&](const Move& move, const FinishedCapture& capture) {
      return preference_of<Rules>(capture, position.of(opponent(side)), position.of(side).kings.has(move.from));
    };
    auto best = Rules::preference(CaptureTraits{});
    walk_captures<Rules>(position, [&](const Move& move, const FinishedCapture& capture) {
      best = std::max(best, preference(move, capture));
    });
    walk_captures<Rules>(position, [&](const Move& move, const FinishedCapture& capture) {
      if (preference(move, capture) == best) visit(move, capture.path);
    });
  }

  [[nodiscard]] std::uint64_t perft(const Position& position, int depth) const override {
    if (depth <= 0) return 1;
    std::vector<Move> moves;
    dambase::legal_moves<Rules>(position, moves);
    if (depth == 1) return moves.size();
    std::uint64_t nodes = 0;
    for (const Move& move : moves) nodes += perft(position.after(move), depth - 1);
    return nodes;
  }

 private:
  static constexpr SquareNames names{Board::shape, Rules::playable_corner, Rules::players_squares};
};

}  // namespace dambase
