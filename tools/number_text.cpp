#include "tools/number_text.hpp"

#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "engine/in_quotes.hpp"

namespace dambase::tools {

namespace {

std::optional<std::uint64_t> digits(std::string_view text) {
  std::uint64_t number = 0;
  // An unsigned target makes from_chars refuse signs; it never skips blanks.
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<int> shift_of(char unit) {
  switch (unit) {
    case 'K': return 10;
    case 'M': return 20;
    case 'G': return 30;
    default: return std::nullopt;
  }
}

}  // namespace

Result<int> parse_integer(std::string_view text, IntegerRange range) {
  const std::optional<std::uint64_t> number = digits(text);
  if (number && *number >= static_cast<std::uint64_t>(range.least) && *number <= static_cast<std::uint64_t>(range.most))
    return static_cast<int>(*number);
  return Error{ErrorCode::invalid_argument,
               fmt::format("{} is not a whole number from {} to {}", in_quotes(text), range.least, range.most)};
}

Result<std::uint64_t> parse_size(std::string_view text) {
  const std::optional<int> shift = text.empty() ? std::nullopt : shift_of(text.back());
  const auto number = digits(shift ? text.substr(0, text.size() - 1) : text);
  if (number && *number > 0 && *number <= std::numeric_limits<std::uint64_t>::max() >> shift.value_or(0))
    return *number << shift.value_or(0);
  return Error{ErrorCode::invalid_argument,
               fmt::format("{} is not a size such as 1500000, 512M or 8G", in_quotes(text))};
}

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 100 * 60) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 100 * 3600) return fmt::format("{:.1f} h", seconds / 3600);
  return fmt::format("{:.1f} days", seconds / 86400);
}

}  // namespace dambase::tools
