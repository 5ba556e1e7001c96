#include "tools/cluster/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "formats/file_handle.hpp"

namespace dambase::tools {

namespace {

struct Pipe {
  FileHandle read;
  FileHandle write;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = FileHandle(ends[0]);
    write = FileHandle(ends[1]);
    return true;
  }
};

Error failure_of(const std::string& program, int error_number) {
  return {ErrorCode::file_failed, program + ": cannot be run: " + std::generic_category().message(error_number)};
}

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }

  void set_up(const Pipe& out, const Pipe& err) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, out.write.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, err.write.get(), STDERR_FILENO);
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

// Adds what can be read now; closes the handle at the end of the file.
void read_some(FileHandle& from, std::string& to) {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) from = FileHandle();
}

// Both at once: a program that fills one pipe would else wait for us while we wait at the other.
void read_both(Pipe& out, Pipe& err, ProgramResult& result) {
  while (out.read.is_open() || err.read.is_open()) {
    std::array<pollfd, 2> files = {{{out.read.get(), POLLIN, 0}, {err.read.get(), POLLIN, 0}}};
    if (::poll(files.data(), files.size(), -1) < 0 && errno != EINTR) return;
    if (files[0].revents != 0) read_some(out.read, result.out);
    if (files[1].revents != 0) read_some(err.read, result.err);
  }
}

}  // namespace

Result<ProgramResult> run_program(const std::vector<std::string>& arguments) {
  Pipe out;
  Pipe err;
  if (!out.open() || !err.open()) return failure_of(arguments.front(), errno);
  std::vector<std::string> copies = arguments;
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& copy : copies) pointers.push_back(copy.data());
  pointers.push_back(nullptr);
  FileActions actions;
  actions.set_up(out, err);
  pid_t process = -1;
  const int failure = ::posix_spawnp(&process, pointers.front(), actions.get(), nullptr, pointers.data(), environ);
  if (failure == ENOENT)
    return Error{ErrorCode::missing_program, arguments.front() + ": there is no such program here"};
  if (failure != 0) return failure_of(arguments.front(), failure);
  out.write = FileHandle();
  err.write = FileHandle();
  ProgramResult result;
  read_both(out, err, result);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return failure_of(arguments.front(), errno);
  }
  constexpr int signal_base = 128;  // as shells count
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : signal_base + WTERMSIG(status);
  return result;
}

}  // namespace dambase::tools
