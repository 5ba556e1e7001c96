#include "tools/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace dambase::tools {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

void remove_ends(std::string& text, bool is_first) {
  if (text.ends_with('\r')) text.pop_back();
  if (is_first && text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
}

}  // namespace

Result<std::optional<LineReader::Line>> LineReader::next() {
  Line line;
  bool has_any = false;
  while (!take(line)) {
    has_any |= !line.text.empty();
    const Result<bool> more = fill();
    if (!more) return more.error();
    if (!*more && !has_any) return std::optional<Line>();
    if (!*more) break;
  }
  remove_ends(line.text, std::exchange(is_first_, false));
  return std::optional<Line>(std::move(line));
}

// Reads into the emptied buffer; false at the end of the text.
Result<bool> LineReader::fill() {
  buffer_.resize(longest);
  at_ = 0;
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data(), buffer_.size());
  } while (count < 0 && errno == EINTR);
  const int reason = errno;
  buffer_.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  if (count >= 0) return count > 0;
  return Error{ErrorCode::file_failed, "cannot read standard input: " + std::generic_category().message(reason)};
}

// Moves what is unread of one line to `line`; whether the line is complete with it.
bool LineReader::take(Line& line) {
  const std::string_view rest = unread();
  const std::size_t length = std::min(rest.find('\n'), rest.size());
  const std::size_t kept = std::min(length, longest - line.text.size());
  line.text += rest.substr(0, kept);
  line.is_cut |= kept < length;
  at_ += std::min(length + 1, rest.size());
  return length < rest.size();
}

}  // namespace dambase::tools
