#include "engine/square_names.hpp"

#include <charconv>

namespace dambase {

std::string SquareNames::name_of(Square square, Numbering numbering) const {
  if (numbering == Numbering::fen) return std::to_string(number_of(square));
  if (!are_algebraic()) return std::to_string(as_players(number_of(square)));
  return static_cast<char>('a' + column_of(square)) + std::to_string(shape_.size - shape_.row_of(square));
}

std::optional<Square> SquareNames::find(std::string_view name, Numbering numbering) const {
  if (const std::optional<Square> square = find_algebraic(name)) return square;
  unsigned number = 0;
  const char* const end = name.data() + name.size();
  const auto [after, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc() || after != end || number < 1 || number > static_cast<unsigned>(count()))
    return std::nullopt;
  const int known = static_cast<int>(number);
  return square_of(numbering == Numbering::players ? as_players(known) : known);
}

std::optional<Square> SquareNames::find_algebraic(std::string_view name) const {
  if (!are_algebraic() || name.empty() || name.front() < 'a') return std::nullopt;
  for (const Square square : shape_.all) {
    if (name_of(square, Numbering::players) == name) return square;
  }
  return std::nullopt;
}

}  // namespace dambase
