#include "tools/board_drawing.hpp"

#include <iterator>

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

// Square 1 is the second of the top row: the bottom left corner of the board is playable.
std::string row_text(const BoardShape& shape, const Position& position, int row) {
  const int first = row * shape.size / 2 + 1;
  std::string text;
  for (int number = first; number < first + shape.size / 2; ++number) {
    const char symbol = symbol_of(position, shape.square_of(number));
    text += row % 2 == 0 ? "  " : "";
    text += ' ';
    text += symbol;
    text += row % 2 == 0 ? "" : "  ";
  }
  return text;
}

}  // namespace

std::string board_drawing(const BoardShape& shape, const Position& position) {
  std::string text;
  for (int row = 0; row < shape.size; ++row) {
    const int first = row * shape.size / 2 + 1;
    fmt::format_to(std::back_inserter(text), "  {:>2} {} {:>2}\n", first, row_text(shape, position, row),
                   first + shape.size / 2 - 1);
  }
  return text + (position.side_to_move() == Side::white ? "  White to move\n" : "  Black to move\n");
}

}  // namespace dambase::tools
