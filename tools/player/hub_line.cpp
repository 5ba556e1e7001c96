#include "tools/player/hub_line.hpp"

#include <algorithm>

namespace dambase::player {

namespace {

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Bytes above 127 may be part of a folder's name in any encoding.
bool is_control(char c) { return (static_cast<unsigned char>(c) < ' ' && !is_blank(c)) || c == '\x7f'; }

bool is_of_name(char c) { return !is_blank(c) && !is_control(c) && c != '=' && c != '"'; }

// Takes a text apart from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_at_end() {
    take_while(is_blank);
    return rest_.empty();
  }

  /// Whether `c` comes next, and passes it.
  [[nodiscard]] bool passes(char c) {
    if (is_at_end() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<std::string> name() {
    take_while(is_blank);
    const std::string_view taken = take_while(is_of_name);
    if (taken.empty()) return std::nullopt;
    return std::string(taken);
  }

  std::optional<std::string> value() {
    if (!passes('"')) return name();
    const std::string_view taken = take_while([](char c) { return c != '"'; });
    if (!passes('"')) return std::nullopt;
    return std::string(taken);
  }

 private:
  template <class Condition>
  std::string_view take_while(Condition&& holds) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), holds);
    const std::string_view taken(rest_.begin(), end);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

std::string written(const std::string& value) {
  if (!value.empty() && std::all_of(value.begin(), value.end(), is_of_name)) return value;
  std::string text = "\"" + value + "\"";
  const auto tame = [](char c) { return c == '"' ? '\'' : is_control(c) || is_blank(c) ? ' ' : c; };
  std::transform(text.begin() + 1, text.end() - 1, text.begin() + 1, tame);
  return text;
}

}  // namespace

std::optional<HubLine> HubLine::parse(std::string_view text) {
  Scanner scanner(text);
  std::optional<std::string> command = scanner.name();
  if (!command) return std::nullopt;
  HubLine line(*std::move(command));
  while (!scanner.is_at_end()) {
    std::optional<std::string> name = scanner.name();
    if (!name) return std::nullopt;
    std::optional<std::string> value = scanner.passes('=') ? scanner.value() : std::string();
    if (!value) return std::nullopt;
    line.add(*std::move(name), *std::move(value));
  }
  return line;
}

std::optional<std::string_view> HubLine::value(std::string_view name) const {
  for (const Argument& argument : arguments_)
    if (argument.name == name) return argument.value;
  return std::nullopt;
}

HubLine& HubLine::add(std::string name, std::string value) {
  arguments_.push_back({std::move(name), std::move(value)});
  return *this;
}

std::string HubLine::text() const {
  std::string text = command_;
  for (const Argument& argument : arguments_) text += " " + argument.name + "=" + written(argument.value);
  return text;
}

}  // namespace dambase::player
