// A queue of a cluster, as the reconciler sees it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/result.hpp"

namespace dambase::tools {

/// How far a job has come, as far as it matters here.
enum class JobPhase : std::uint8_t {
  waiting,
  stuck,  ///< waits for what will never come
  running,
  ended,
};

/// Why a job ended.
enum class JobOutcome : std::uint8_t { unknown, well, failed, out_of_memory, out_of_time, node_failed, cancelled };

struct QueuedJob {
  std::string id;
  std::string name;
  JobPhase phase = JobPhase::waiting;
  JobOutcome outcome = JobOutcome::unknown;  ///< of one that has ended
};

struct JobRequest {
  std::string name;
  std::vector<std::string> command;       ///< program and arguments
  std::vector<std::string> dependencies;  ///< jobs that must have ended well before it begins
  int threads = 1;
  std::uint64_t memory_bytes = 0;
  double seconds = 0;  ///< of wall time, after which it is ended
};

class JobQueue {
 public:
  virtual ~JobQueue() = default;

  /// Our jobs, those that ended a short time ago too.
  virtual Result<std::vector<QueuedJob>> jobs() = 0;
  /// Puts a job into the queue; returns its id. That it was taken does not mean that it will not be lost.
  virtual Result<std::string> submit(const JobRequest& request) = 0;
  virtual Result<void> cancel(const std::vector<std::string>& ids) = 0;
  /// How jobs ended that jobs() does not list any more, as far as it is known.
  virtual std::map<std::string, JobOutcome> outcomes(const std::vector<std::string>& ids) = 0;
};

}  // namespace dambase::tools
