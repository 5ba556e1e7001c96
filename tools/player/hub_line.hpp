// Lines of the Hub protocol: `command name=value name="a value" flag`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dambase::player {

/// One line, either way. An argument without a value is a flag, its value is empty.
class HubLine {
 public:
  explicit HubLine(std::string command) : command_(std::move(command)) {}

  /// Nothing if `text` is no such line: a name is missing or a quote is not closed.
  [[nodiscard]] static std::optional<HubLine> parse(std::string_view text);

  [[nodiscard]] const std::string& command() const { return command_; }

  [[nodiscard]] bool has(std::string_view name) const { return value(name).has_value(); }
  /// The first argument of that name.
  [[nodiscard]] std::optional<std::string_view> value(std::string_view name) const;

  /// Adds an argument, and returns this line.
  HubLine& add(std::string name, std::string value);

  /// The line without an end. A value that names cannot be is put in quotes; the protocol has no way to write a quote
  /// inside of them, it becomes an apostrophe.
  [[nodiscard]] std::string text() const;

 private:
  struct Argument {
    std::string name;
    std::string value;
  };

  std::string command_;
  std::vector<Argument> arguments_;
};

}  // namespace dambase::player
