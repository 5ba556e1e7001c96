// Standard output, buffered, whose every failure is noticed: an answer that was not written is no answer.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace dambase::tools {

/// Standard output cannot be written, for instance because the disk is full.
class OutputFailed : public std::system_error {
 public:
  using std::system_error::system_error;
};

/// Not for several threads at once. On a terminal every write is shown at once.
class StandardOutput {
 public:
  StandardOutput();

  /// Throws OutputFailed, as flush does.
  void write(std::string_view text);
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<T>(values)...);
    written();
  }
  void flush();

  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

 private:
  void written();

  std::string buffer_;
  bool is_terminal_;
};

/// Occupies those of the descriptors 0, 1 and 2 that the caller left closed. Otherwise a table opened
/// later would get one of them, and what is printed would land in the table.
void occupy_standard_files();

}  // namespace dambase::tools
