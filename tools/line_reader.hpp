// Lines of a text of any origin, read from a file descriptor.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/result.hpp"

namespace dambase::tools {

/// Reads lines ended by LF, CR LF or the end of the text; a byte-order mark before the first is no
/// part of it. NUL and other bytes are kept. Of an endless line no more than `longest` is held.
class LineReader {
 public:
  static constexpr std::size_t longest = std::size_t{1} << 16;

  /// Does not own `descriptor`.
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  struct Line {
    std::string text;
    bool is_cut = false;  ///< was longer than `longest`; the rest of it has been passed over
  };

  /// The next line, or none at the end. file_failed if the text cannot be read on.
  Result<std::optional<Line>> next();

  /// Whether next() returns without waiting for more input.
  [[nodiscard]] bool has_line() const { return unread().find('\n') != std::string_view::npos; }

 private:
  [[nodiscard]] std::string_view unread() const { return std::string_view(buffer_).substr(at_); }
  Result<bool> fill();
  bool take(Line& line);

  int descriptor_;
  std::string buffer_;
  std::size_t at_ = 0;  // of buffer_, where the unread part begins
  bool is_first_ = true;
};

}  // namespace dambase::tools
