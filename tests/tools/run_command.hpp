// Runs the real `dambase` command, in folders of its own.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/formats/temporary_folder.hpp"

namespace dambase::tests {

using test::TemporaryFolder;

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// The lines of `text`, without their ends.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// How a run of the command ended. exit_code is -1 if a signal ended it.
struct Outcome {
  int exit_code = -1;
  std::string out;
  std::string err;
};

/// One run of the command. Standard input is empty unless given.
class Command {
 public:
  explicit Command(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}

  Command&& input(std::string text) && {
    input_ = std::move(text);
    return std::move(*this);
  }
  /// Sets an environment variable, written NAME=VALUE.
  Command&& with(std::string variable) && {
    variables_.push_back(std::move(variable));
    return std::move(*this);
  }
  /// Sends standard output to this file; an empty name closes it.
  Command&& output_to(std::string file) && {
    output_ = std::move(file);
    return std::move(*this);
  }

  [[nodiscard]] Outcome run() const {
    const TemporaryFolder folder;
    const std::string in = (folder.path() / "in").string();
    const std::string err = (folder.path() / "err").string();
    const std::string out = output_ == own_output ? (folder.path() / "out").string() : output_;
    write_file(in, input_);
    const int exit_code = spawn_and_wait(in, out, err);
    return {exit_code, output_ == own_output ? read_file(out) : "", read_file(err)};
  }

 private:
  static constexpr const char* own_output = "\n";

  static std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
  }

  [[nodiscard]] std::vector<std::string> environment() const {
    std::vector<std::string> all = variables_;
    for (char** variable = environ; *variable != nullptr; ++variable)
      if (!std::string_view(*variable).starts_with("DAMBASE_TABLES=")) all.emplace_back(*variable);
    return all;
  }

  [[nodiscard]] int spawn_and_wait(const std::string& in, const std::string& out, const std::string& err) const {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
    if (out.empty()) {
      posix_spawn_file_actions_addclose(&actions, STDOUT_FILENO);
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
    }
    std::vector<std::string> arguments = arguments_;
    arguments.insert(arguments.begin(), DAMBASE_COMMAND);
    std::vector<std::string> variables = environment();
    pid_t process = -1;
    const int failure = ::posix_spawn(&process, DAMBASE_COMMAND, &actions, nullptr, pointers(arguments).data(),
                                      pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) throw std::runtime_error("cannot run " DAMBASE_COMMAND);
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::vector<std::string> arguments_;
  std::vector<std::string> variables_;
  std::string input_;
  std::string output_ = own_output;
};

inline Outcome run(std::vector<std::string> arguments) { return Command(std::move(arguments)).run(); }

}  // namespace dambase::tests
