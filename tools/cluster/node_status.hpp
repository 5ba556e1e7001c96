// What became of a node of work: a small file beside its table, which the process that works on it keeps up to date.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/result.hpp"

namespace dambase::tools {

/// How far an attempt at a node has come.
enum class NodeState : std::uint8_t {
  running,  ///< or ended by something that left it no time to say so
  done,
  failed,
  stopped,  ///< by a signal, so not for a reason of its own
  waiting,  ///< gave up since an input was not there, or damaged
};

/// The latest attempt at a node. Times are seconds since 1970.
struct NodeStatus {
  std::string node;
  NodeState state = NodeState::running;
  int attempt = 1;
  int failures = 0;  ///< of the attempts before this one: that failed, or ended without a word
  std::string host;
  int process = 0;
  std::string job;  ///< of the queue, if any
  double start = 0;
  std::optional<double> end;
  std::uint64_t positions = 0;
  std::uint64_t positions_done = 0;
  std::uint64_t positions_resumed = 0;  ///< of those, what a checkpoint of an attempt before brought
  int threads = 0;
  std::uint64_t memory_limit_bytes = 0;
  std::uint64_t peak_memory_bytes = 0;
  double cpu_s = 0;
  std::optional<int> exit_code;
  std::string error_code;  ///< as name_of(ErrorCode); empty if there is none
  std::string error;

  /// Failed attempts so far, if this one is over.
  [[nodiscard]] int failures_if_over() const {
    return failures + (state == NodeState::failed || state == NodeState::running ? 1 : 0);
  }
};

/// The status file of the table at `path`.
[[nodiscard]] std::filesystem::path status_path(const std::filesystem::path& table);

/// None if there is no status, or none that can be read: it says how the work went, not what is there.
[[nodiscard]] std::optional<NodeStatus> read_status(const std::filesystem::path& table);

/// Puts it in place, whole. Others may read and write it meanwhile; the last one stays.
Result<void> write_status(const std::filesystem::path& table, const NodeStatus& status);

/// Seconds since 1970.
[[nodiscard]] double now_s();

}  // namespace dambase::tools
