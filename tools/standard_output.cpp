#include "tools/standard_output.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace dambase::tools {

namespace {

constexpr std::size_t buffer_limit = 1 << 16;

}  // namespace

StandardOutput::StandardOutput() : is_terminal_(isatty(STDOUT_FILENO) != 0) {}

void StandardOutput::write(std::string_view text) {
  buffer_ += text;
  written();
}

void StandardOutput::written() {
  if (is_terminal_ || buffer_.size() >= buffer_limit) flush();
}

void StandardOutput::flush() {
  // Taken out first: what failed once is not tried again by the flush at the end of the program.
  const std::string text = std::exchange(buffer_, {});
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw OutputFailed(errno, std::generic_category(), "cannot write standard output");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

void occupy_standard_files() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Open for the wrong direction, so that using the closed descriptor still fails.
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace dambase::tools
