#include "tools/player/hub_numbers.hpp"

#include <array>
#include <charconv>

namespace dambase::player {

namespace {

// All of `text` as a number of this type.
template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

constexpr double most_seconds = 3.2e10;

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto number = parse<std::uint64_t>(text);
  if (!number || *number < least || *number > most) return std::nullopt;
  return number;
}

std::optional<double> parse_seconds(std::string_view text) {
  const auto number = parse<double>(text);
  // Written so that what is not a number fails too.
  if (!number || !(*number >= 0 && *number <= most_seconds)) return std::nullopt;
  return number;
}

std::string decimal(double number, int digits) {
  std::array<char, 64> text;
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, digits);
  return error == std::errc() ? std::string(text.data(), end) : std::string("0");
}

}  // namespace dambase::player
