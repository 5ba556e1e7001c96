#include "tools/board_drawing.hpp"

#include <fmt/format.h>

namespace dambase::tools {

namespace {

char symbol_of(const Position& position, Square square) {
  if (position.white().men.has(square)) return 'w';
  if (position.white().kings.has(square)) return 'W';
  if (position.black().men.has(square)) return 'b';
  if (position.black().kings.has(square)) return 'B';
  return '.';
}

// What `shown` gives for each square of a row, at its column, two characters wide; `row` is 0 for the top.
template <class Shown>
std::string row_text(const SquareNames& names, int row, const Shown& shown) {
  const int per_row = names.board_size() / 2;
  std::string text(static_cast<std::size_t>(2 * names.board_size()), ' ');
  for (int number = row * per_row + 1; number <= (row + 1) * per_row; ++number) {
    const Square square = names.square_of(number);
    text.replace(static_cast<std::size_t>(2 * names.column_of(square)), 2, fmt::format("{:>2}", shown(square)));
  }
  return text;
}

}  // namespace

std::string board_drawing(const SquareNames& names, Numbering numbering, const Position& position) {
  const int per_row = names.board_size() / 2;
  const auto symbol = [&](Square square) { return std::string(1, symbol_of(position, square)); };
  std::string text;
  for (int row = 0; row < names.board_size(); ++row) {
    const Square first = names.square_of(row * per_row + 1);
    const Square last = names.square_of((row + 1) * per_row);
    text += fmt::format("  {:>2} {} {:>2}\n", names.name_of(first, numbering), row_text(names, row, symbol),
                        names.name_of(last, numbering));
  }
  return text + (position.side_to_move() == Side::white ? "  White to move\n" : "  Black to move\n");
}

std::string named_board(const SquareNames& names, Numbering numbering) {
  const auto name = [&](Square square) { return names.name_of(square, numbering); };
  std::string text;
  for (int row = 0; row < names.board_size(); ++row) {
    text += "  " + row_text(names, row, name);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

}  // namespace dambase::tools
