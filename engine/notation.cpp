#include "engine/notation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/in_quotes.hpp"

namespace dambase {
namespace {

using Numbers = std::vector<int>;  // FEN numbers, the square that the move leaves first

// No capture lands more often than a Bitboard has squares.
constexpr std::size_t longest_path = 65;

std::string text_of(const SquareNames& names, Numbering numbering, const Numbers& squares, bool is_capture) {
  std::string text;
  for (const int square : squares) {
    if (!text.empty()) text += is_capture ? 'x' : '-';
    text += names.name_of(names.square_of(square), numbering);
  }
  return text;
}

Numbers ends_of(const SquareNames& names, const Move& move) {
  return {names.number_of(move.from), names.number_of(move.to)};
}

bool same_ends(const Move& a, const Move& b) { return a.from == b.from && a.to == b.to; }

bool shares_ends(const Move& move, const std::vector<Move>& moves) {
  return std::ranges::count_if(moves, [&](const Move& other) { return same_ends(move, other); }) > 1;
}

void assign_path(const SquareNames& names, Square from, std::span<const Square> path, Numbers& numbers) {
  numbers.assign(1, names.number_of(from));
  for (const Square square : path) numbers.push_back(names.number_of(square));
}

// The smallest path of each of `moves`, in their order.
std::vector<Numbers> smallest_paths(const Variant& variant, const Position& position, const std::vector<Move>& moves) {
  std::vector<Numbers> smallest(moves.size());
  Numbers numbers;
  variant.for_each_capture_path(position, [&](const Move& move, std::span<const Square> path) {
    assign_path(variant.square_names(), move.from, path, numbers);
    Numbers& best = smallest[static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin())];
    if (best.empty() || numbers < best) best = numbers;
  });
  return smallest;
}

struct WrittenMove {
  Numbers squares;
  bool is_capture = false;
};

// Squares with `-` between two of them, or `x` between any.
std::optional<WrittenMove> read_move(const SquareNames& names, Numbering numbering, std::string_view text) {
  const std::size_t first_separator = text.find_first_of("-x");
  if (first_separator == std::string_view::npos) return std::nullopt;
  const char separator = text[first_separator];
  WrittenMove move;
  move.is_capture = separator == 'x';
  const std::size_t most_squares = move.is_capture ? longest_path : 2;
  while (move.squares.size() < most_squares) {
    const std::size_t end = text.find(separator);
    const std::optional<Square> square = names.find(text.substr(0, end), numbering);
    if (!square) return std::nullopt;
    move.squares.push_back(names.number_of(*square));
    if (end == std::string_view::npos) return move;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

std::optional<Move> move_along(const Variant& variant, const Position& position, const Numbers& squares) {
  std::optional<Move> found;
  Numbers numbers;
  variant.for_each_capture_path(position, [&](const Move& move, std::span<const Square> path) {
    if (found || path.size() + 1 != squares.size()) return;
    assign_path(variant.square_names(), move.from, path, numbers);
    if (numbers == squares) found = move;
  });
  return found;
}

Error refused(std::string_view text, const std::string& why) {
  return {ErrorCode::invalid_move, "move " + in_quotes(text) + " " + why};
}

Error malformed(const SquareNames& names, std::string_view text) {
  return refused(text, std::string("is malformed: write moves as in ") +
                           (names.are_algebraic() ? "c3-d4, captures as in c3xe5, or" : "14-10, captures as in 14x5,") +
                           " with numbers from 1 to " + std::to_string(names.count()));
}

}  // namespace

std::vector<NamedMove> named_moves(const Variant& variant, const Position& position, Numbering numbering) {
  const std::vector<Move> moves = variant.legal_moves(position);
  const std::vector<Numbers> paths = smallest_paths(variant, position, moves);
  std::vector<std::pair<Numbers, Move>> sorted;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool whole_path = moves[i].is_capture() && shares_ends(moves[i], moves);
    sorted.emplace_back(whole_path ? paths[i] : ends_of(variant.square_names(), moves[i]), moves[i]);
  }
  std::ranges::sort(sorted, {}, &std::pair<Numbers, Move>::first);
  std::vector<NamedMove> named;
  for (const auto& [squares, move] : sorted)
    named.push_back({move, text_of(variant.square_names(), numbering, squares, move.is_capture())});
  return named;
}

Result<Move> parse_move(const Variant& variant, const Position& position, std::string_view text, Numbering numbering) {
  const SquareNames& names = variant.square_names();
  const std::optional<WrittenMove> written = read_move(names, numbering, text);
  if (!written) return malformed(names, text);
  std::vector<Move> matches;
  if (written->squares.size() == 2) {
    for (const Move& move : variant.legal_moves(position)) {
      const bool fits = move.is_capture() == written->is_capture && ends_of(names, move) == written->squares;
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
