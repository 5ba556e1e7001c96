#include "engine/notation.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/in_quotes.hpp"

namespace dambase {
namespace {

using Numbers = std::vector<int>;  // FEN numbers, the square that the move leaves first

// No capture lands more often than a Bitboard has squares.
constexpr std::size_t longest_path = 65;

std::string text_of(const Numbers& squares, bool is_capture) {
  std::string text;
  for (const int square : squares) {
    if (!text.empty()) text += is_capture ? 'x' : '-';
    text += std::to_string(square);
  }
  return text;
}

Numbers ends_of(const BoardShape& shape, const Move& move) {
  return {shape.number_of(move.from), shape.number_of(move.to)};
}

bool same_ends(const Move& a, const Move& b) { return a.from == b.from && a.to == b.to; }

bool shares_ends(const Move& move, const std::vector<Move>& moves) {
  return std::ranges::count_if(moves, [&](const Move& other) { return same_ends(move, other); }) > 1;
}

void assign_path(const BoardShape& shape, Square from, std::span<const Square> path, Numbers& numbers) {
  numbers.assign(1, shape.number_of(from));
  for (const Square square : path) numbers.push_back(shape.number_of(square));
}

// The smallest path of each of `moves`, in their order.
std::vector<Numbers> smallest_paths(const Variant& variant, const Position& position, const std::vector<Move>& moves) {
  std::vector<Numbers> smallest(moves.size());
  Numbers numbers;
  variant.for_each_capture_path(position, [&](const Move& move, std::span<const Square> path) {
    assign_path(variant.shape(), move.from, path, numbers);
    Numbers& best = smallest[static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin())];
    if (best.empty() || numbers < best) best = numbers;
  });
  return smallest;
}

struct WrittenMove {
  Numbers squares;
  bool is_capture = false;
};

std::optional<WrittenMove> read_move(std::string_view text) {
  WrittenMove move;
  const char* at = text.data();
  const char* const end = at + text.size();
  char separator = '\0';
  while (move.squares.size() < longest_path) {
    unsigned number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || number > 64) return std::nullopt;
    move.squares.push_back(static_cast<int>(number));
    if (after == end) break;
    if (separator == '\0') separator = *after;
    // Only captures have squares between their ends.
    if (*after != separator || (separator == '-' && move.squares.size() > 1)) return std::nullopt;
    at = after + 1;
  }
  if (separator != '-' && separator != 'x') return std::nullopt;
  move.is_capture = separator == 'x';
  return move;
}

std::optional<Move> move_along(const Variant& variant, const Position& position, const Numbers& squares) {
  std::optional<Move> found;
  Numbers numbers;
  variant.for_each_capture_path(position, [&](const Move& move, std::span<const Square> path) {
    if (found || path.size() + 1 != squares.size()) return;
    assign_path(variant.shape(), move.from, path, numbers);
    if (numbers == squares) found = move;
  });
  return found;
}

Error refused(std::string_view text, const std::string& why) {
  return {ErrorCode::invalid_move, "move " + in_quotes(text) + " " + why};
}

}  // namespace

std::vector<NamedMove> named_moves(const Variant& variant, const Position& position) {
  const std::vector<Move> moves = variant.legal_moves(position);
  const std::vector<Numbers> paths = smallest_paths(variant, position, moves);
  std::vector<std::pair<Numbers, Move>> sorted;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool whole_path = moves[i].is_capture() && shares_ends(moves[i], moves);
    sorted.emplace_back(whole_path ? paths[i] : ends_of(variant.shape(), moves[i]), moves[i]);
  }
  std::ranges::sort(sorted, {}, &std::pair<Numbers, Move>::first);
  std::vector<NamedMove> named;
  for (const auto& [squares, move] : sorted) named.push_back({move, text_of(squares, move.is_capture())});
  return named;
}

Result<Move> parse_move(const Variant& variant, const Position& position, std::string_view text) {
  const std::optional<WrittenMove> written = read_move(text);
  if (!written) return refused(text, "is malformed: write moves as in 31-27, captures as in 13x4");
  std::vector<Move> matches;
  if (written->squares.size() == 2) {
    for (const Move& move : variant.legal_moves(position)) {
      const bool fits = move.is_capture() == written->is_capture && ends_of(variant.shape(), move) == written->squares;
      if (fits) matches.push_back(move);
    }
    if (matches.size() == 1) return matches.front();
  }
  // Two squares may still be the whole path of one of several captures with the same ends.
  if (written->is_capture) {
    if (const std::optional<Move> move = move_along(variant, position, written->squares)) return *move;
  }
  if (matches.empty()) return refused(text, "is not legal here");
  return refused(text, "is ambiguous: give all squares that the capture lands on");
}

}  // namespace dambase
