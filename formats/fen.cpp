#include "formats/fen.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "engine/in_quotes.hpp"

namespace dambase {
namespace {

Error invalid(std::string message) { return {ErrorCode::invalid_fen, std::move(message)}; }

std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view without_final_dot(std::string_view text) {
  return trimmed(text.ends_with('.') ? text.substr(0, text.size() - 1) : text);
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr char upper_case(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Cuts a text at each separator. An empty text is one empty part.
class Parts {
 public:
  Parts(std::string_view text, char separator) : rest_(text), separator_(separator) {}

  [[nodiscard]] bool more() const { return more_; }

  std::string_view next() {
    const std::size_t end = rest_.find(separator_);
    const std::string_view part = rest_.substr(0, end);
    more_ = end != std::string_view::npos;
    rest_.remove_prefix(more_ ? end + 1 : rest_.size());
    return trimmed(part);
  }

 private:
  std::string_view rest_;
  char separator_;
  bool more_ = true;
};

Result<Side> read_side_to_move(std::string_view text) {
  if (text == "W" || text == "w") return Side::white;
  if (text == "B" || text == "b") return Side::black;
  return invalid("side to move " + in_quotes(text) + " is unknown: it is W or B");
}

// Collects the fields that follow the side to move.
class FieldReader {
 public:
  explicit FieldReader(const SquareNames& names) : names_(names) {}

  Result<void> read(std::string_view field) {
    if (field.empty()) return invalid("an empty field: between two colons, or after the last one");
    const char letter = upper_case(field.front());
    const std::string_view content = trimmed(field.substr(1));
    if (letter == 'K') return read_run(content, field);
    if (known_fields.find(letter) == std::string_view::npos) {
      return invalid("field " + in_quotes(field) + " is unknown: a field of pieces begins with W or B");
    }
    if (seen_.find(letter) != std::string::npos) {
      return invalid("field " + in_quotes(field) + " is a second field " + std::string(1, letter));
    }
    seen_ += letter;
    if (letter == 'W') return read_pieces(content, Side::white);
    if (letter == 'B') return read_pieces(content, Side::black);
    if (!is_number(content)) return invalid("move counter " + in_quotes(field) + " is not a number");
    if (letter == 'H') count_ = content;
    return {};
  }

  /// The plies of a field H.
  [[nodiscard]] Result<std::optional<int>> count() const {
    if (count_.empty()) return std::optional<int>();
    int count = 0;
    const auto [end, error] = std::from_chars(count_.data(), count_.data() + count_.size(), count);
    if (error != std::errc()) return invalid("move counter " + in_quotes(count_) + " is more than can be counted");
    return std::optional(count);
  }

  [[nodiscard]] bool has_pieces_field() const { return seen_.find_first_of("WB") != std::string::npos; }
  /// The pieces of a side, with the count of its king's moves if there was a field of it.
  [[nodiscard]] Pieces pieces(Side side) const {
    Pieces pieces = pieces_[static_cast<std::size_t>(side)];
    pieces.run = runs_[static_cast<std::size_t>(side)];
    return pieces;
  }

 private:
  static constexpr std::string_view known_fields = "WBHF";

  // Side, square of the king, `x`, quiet moves made: `W15x2` of the field `KW15x2`.
  Result<void> read_run(std::string_view content, std::string_view field) {
    const std::size_t times = content.find_first_of("xX");
    const Result<Side> side = read_side_to_move(content.substr(0, 1));
    if (!side || times == std::string_view::npos)
      return invalid("count of king moves " + in_quotes(field) + " is not written as in KW15x2");
    const Result<int> square = read_number(content.substr(1, times - 1), field);
    if (!square) return square.error();
    const std::string_view moves = content.substr(times + 1);
    if (moves.size() != 1 || moves[0] < '1' || moves[0] > '9')
      return invalid("count of king moves " + in_quotes(field) + " does not end in a number of moves");
    KingRun& run = runs_[static_cast<std::size_t>(*side)];
    if (run.moves > 0) return invalid("count of king moves " + in_quotes(field) + " is a second one of its side");
    run = {static_cast<std::uint8_t>(moves[0] - '0'), names_.square_of(*square)};
    return {};
  }

  Result<void> read_pieces(std::string_view list, Side side) {
    if (list.empty()) return {};
    for (Parts tokens(list, ','); tokens.more();) {
      if (Result<void> done = read_token(tokens.next(), pieces_[static_cast<std::size_t>(side)]); !done) return done;
    }
    return {};
  }

  // One piece or a range of pieces: `31`, `K4`, `31-35`, `K4-6`; `f6`, `Kf6`.
  Result<void> read_token(std::string_view token, Pieces& pieces) {
    const bool kings = !token.empty() && upper_case(token.front()) == 'K';
    const std::string_view squares = kings ? token.substr(1) : token;
    Bitboard& placed = kings ? pieces.kings : pieces.men;
    if (const std::optional<Square> square = names_.find_algebraic(squares)) {
      return place(*square, Numbering::players, token, placed);
    }
    const std::size_t dash = squares.find('-');
    const Result<int> first = read_number(squares.substr(0, dash), token);
    if (!first) return first.error();
    const bool range = dash != std::string_view::npos;
    const Result<int> last = range ? read_number(squares.substr(dash + 1), token) : first;
    if (!last) return last.error();
    if (*last < *first) return invalid("range " + in_quotes(token) + " runs backwards");
    for (int number = *first; number <= *last; ++number) {
      if (Result<void> done = place(names_.square_of(number), Numbering::fen, token, placed); !done) return done;
    }
    return {};
  }

  Result<void> place(Square square, Numbering written, std::string_view token, Bitboard& pieces) {
    if (occupied_.has(square)) {
      return invalid("square " + names_.name_of(square, written) + " in " + in_quotes(token) + " is given twice");
    }
    occupied_ |= Bitboard(square);
    pieces |= Bitboard(square);
    return {};
  }

  Result<int> read_number(std::string_view digits, std::string_view token) const {
    if (token.empty()) return invalid("a piece is missing: nothing stands before or after a comma");
    if (!is_number(digits)) return invalid(in_quotes(token) + " is not a piece: write " + examples());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || number < 1 || number > names_.count()) {
      return invalid("square " + in_quotes(token) + " is not on the board: squares are 1 to " +
                     std::to_string(names_.count()));
    }
    return number;
  }

  [[nodiscard]] std::string examples() const {
    return names_.are_algebraic() ? "c3 or Kc3 for a dark square, 14 or K14, or a range 14-18"
                                  : "14, K14, or a range 14-18";
  }

  const SquareNames& names_;
  std::array<Pieces, 2> pieces_{};
  std::array<KingRun, 2> runs_{};
  Bitboard occupied_;
  std::string seen_;
  std::string_view count_;  ///< the digits of a field H
};

struct ReadFen {
  Side side_to_move;
  FieldReader fields;
};

Result<ReadFen> read_fen(const Variant& variant, std::string_view text) {
  const std::string_view fen = without_final_dot(trimmed(text, " \t\r\n"));
  if (fen.find(':') == std::string_view::npos) {
    return invalid(in_quotes(fen) + " is not a position: write PDN FEN as in W:W13-15,K18:B1-3,K7");
  }
  Parts fields(fen, ':');
  const Result<Side> side_to_move = read_side_to_move(fields.next());
  if (!side_to_move) return side_to_move.error();
  FieldReader reader(variant.square_names());
  while (fields.more()) {
    if (Result<void> done = reader.read(fields.next()); !done) return done.error();
  }
  if (!reader.has_pieces_field()) return invalid(in_quotes(fen) + " has no field of pieces: one begins with W or B");
  return ReadFen{*side_to_move, std::move(reader)};
}

// A FEN must not mean another position to a reader who does not know who wrote it: of what players
// write, only algebraic squares are no numbers.
Numbering numbering_in_fen(const SquareNames& names, Numbering wanted) {
  return names.are_algebraic() ? wanted : Numbering::fen;
}

void append_field(std::string& fen, const SquareNames& names, Numbering numbering, char letter, const Pieces& pieces) {
  fen += {':', letter};
  const char* separator = "";
  const auto append = [&](const char* kind, Bitboard set) {
    for (int number = 1; number <= names.count(); ++number) {
      const Square square = names.square_of(number);
      if (!set.has(square)) continue;
      fen += separator + (kind + names.name_of(square, numbering));
      separator = ",";
    }
  };
  append("K", pieces.kings);
  append("", pieces.men);
}

void append_run(std::string& fen, const SquareNames& names, Numbering numbering, char letter, const KingRun& run) {
  if (run.moves == 0) return;
  fen += std::string(":K") + letter + names.name_of(run.king, numbering) + "x" + std::to_string(run.moves);
}

}  // namespace

Result<Position> parse_fen(const Variant& variant, std::string_view text) {
  const auto read = read_fen(variant, text);
  if (!read) return read.error();
  return Position(read->side_to_move, read->fields.pieces(Side::white), read->fields.pieces(Side::black));
}

Result<std::optional<int>> count_in_fen(const Variant& variant, std::string_view text) {
  const auto read = read_fen(variant, text);
  if (!read) return read.error();
  return read->fields.count();
}

std::string to_fen(const Variant& variant, const Position& position, Numbering numbering) {
  const SquareNames& names = variant.square_names();
  const Numbering shown = numbering_in_fen(names, numbering);
  std::string fen = position.side_to_move() == Side::white ? "W" : "B";
  append_field(fen, names, shown, 'W', position.white());
  append_field(fen, names, shown, 'B', position.black());
  append_run(fen, names, shown, 'W', position.white().run);
  append_run(fen, names, shown, 'B', position.black().run);
  return fen;
}

}  // namespace dambase
