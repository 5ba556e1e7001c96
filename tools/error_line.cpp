#include "tools/error_line.hpp"

#include <algorithm>
#include <cstdio>

namespace dambase::tools {

namespace {

constexpr std::size_t longest_echo = 100;  // characters of input, enough for any FEN that people write
constexpr std::size_t longest_line = 4096;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool continues_utf8(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::string cut(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  // Not in the middle of a character.
  while (limit > 0 && continues_utf8(text[limit])) --limit;
  return std::string(text.substr(0, limit)) + "...";
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(line, is_control, '?');
  return line;
}

std::string shortened(std::string_view text) { return cut(text, longest_echo); }

void print_error(std::string_view message) {
  const std::string line = "dambase: " + one_line(cut(message, longest_line)) + "\n";
  // Nowhere is left to say that standard error cannot be written.
  std::fwrite(line.data(), 1, line.size(), stderr);
}

ExitCode report(const Error& error) {
  print_error(error.message);
  return exit_code_of(error.code);
}

}  // namespace dambase::tools
