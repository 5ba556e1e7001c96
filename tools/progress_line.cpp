#include "tools/progress_line.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/number_text.hpp"

namespace dambase::tools {

namespace {

// A line that wraps could not be rewritten, so the last column stays free.
std::size_t usable_columns() {
  winsize window{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1;
  return known ? window.ws_col - 1U : 79U;
}

std::string progress_text(const Material& material, std::uint64_t done, std::uint64_t total, double seconds) {
  const double share = total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
  const double speed = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string text = fmt::format("{}  {:.1f} Mpos/s  {:.0f} %", material.name(), speed / 1e6, share * 100);
  if (speed > 0 && done <= total) text += "  " + duration(static_cast<double>(total - done) / speed) + " left";
  return text;
}

}  // namespace

ProgressLine::ProgressLine(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

void ProgressLine::show(const Material& material, std::uint64_t done, std::uint64_t total) {
  if (!wanted_) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  rewrite(progress_text(material, done, total, elapsed.count()));
}

void ProgressLine::clear() {
  if (shown_ == 0) return;
  rewrite("");
  std::fputc('\r', stderr);
}

// Overwrites with blanks instead of an escape sequence, which not every terminal knows.
void ProgressLine::rewrite(std::string text) {
  text.resize(std::min(text.size(), usable_columns()));
  const std::size_t visible = text.size();
  text.resize(std::max(visible, shown_), ' ');
  text.insert(text.begin(), '\r');
  std::fwrite(text.data(), 1, text.size(), stderr);
  shown_ = visible;
}

}  // namespace dambase::tools
