#include "tools/player/hub_notation.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <utility>

#include "tools/player/position_facts.hpp"

namespace dambase::player {

namespace {

// Puts the piece that `c` stands for on `square`; whether it stands for a piece or for none.
bool put(dambase_position& position, char c, int square) {
  switch (c) {
    case 'w': position.men[DAMBASE_WHITE] |= square_bit(square); return true;
    case 'b': position.men[DAMBASE_BLACK] |= square_bit(square); return true;
    case 'W': position.kings[DAMBASE_WHITE] |= square_bit(square); return true;
    case 'B': position.kings[DAMBASE_BLACK] |= square_bit(square); return true;
    default: return c == 'e';
  }
}

// What a text says of a move: of captured squares it may name none.
struct WrittenMove {
  int from = 0;
  int to = 0;
  std::uint64_t captured = 0;
  bool is_capture = false;
};

std::optional<int> take_square(std::string_view& text) {
  int square = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), square);
  if (error != std::errc() || square < 1 || square > 64) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return square;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<WrittenMove> parse_move(std::string_view text) {
  WrittenMove move;
  const std::optional<int> from = take_square(text);
  if (!from) return std::nullopt;
  move.is_capture = text.starts_with('x');
  if (!take(text, move.is_capture ? 'x' : '-')) return std::nullopt;
  const std::optional<int> to = take_square(text);
  if (!to) return std::nullopt;
  move.from = *from;
  move.to = *to;
  while (move.is_capture && take(text, 'x')) {
    const std::optional<int> square = take_square(text);
    if (!square) return std::nullopt;
    move.captured |= square_bit(*square);
  }
  if (!text.empty()) return std::nullopt;
  return move;
}

bool is_written(const dambase_move& move, const WrittenMove& text) {
  return move.from == text.from && move.to == text.to && is_capture(move) == text.is_capture &&
         (text.captured == 0 || move.captured == text.captured);
}

struct VariantName {
  std::string_view hub;
  std::string_view ours;
};

// All others have one name.
constexpr std::array<VariantName, 2> different_names = {{{"normal", "international"}, {"bt", "breakthrough"}}};

}  // namespace

std::optional<dambase_position> parse_hub_position(std::string_view text, int board_side) {
  const int squares = board_side * (board_side / 2);
  if (text.size() != static_cast<std::size_t>(squares) + 1) return std::nullopt;
  if (text[0] != 'W' && text[0] != 'B') return std::nullopt;
  dambase_position position{};
  position.side_to_move = text[0] == 'W' ? DAMBASE_WHITE : DAMBASE_BLACK;
  for (int square = 1; square <= squares; ++square)
    if (!put(position, text[static_cast<std::size_t>(square)], square)) return std::nullopt;
  return position;
}

std::string hub_move(const dambase_move& move) {
  std::string text = std::to_string(move.from) + (is_capture(move) ? "x" : "-") + std::to_string(move.to);
  for (std::uint64_t rest = move.captured; rest != 0; rest &= rest - 1)
    text += "x" + std::to_string(std::countr_zero(rest) + 1);
  return text;
}

std::string hub_moves(std::span<const dambase_move> moves) {
  std::string text;
  for (const dambase_move& move : moves) text += (text.empty() ? "" : " ") + hub_move(move);
  return text;
}

std::optional<dambase_move> find_hub_move(std::string_view text, const MoveList& moves) {
  const std::optional<WrittenMove> written = parse_move(text);
  if (!written) return std::nullopt;
  const auto fits = [&](const dambase_move& move) { return is_written(move, *written); };
  if (std::count_if(moves.begin(), moves.end(), fits) != 1) return std::nullopt;
  return *std::find_if(moves.begin(), moves.end(), fits);
}

std::string hub_variant(std::string_view variant) {
  for (const VariantName& name : different_names)
    if (name.ours == variant) return std::string(name.hub);
  return std::string(variant);
}

std::string variant_of_hub(std::string_view name) {
  for (const VariantName& names : different_names)
    if (names.hub == name) return std::string(names.ours);
  return std::string(name);
}

}  // namespace dambase::player
