// The queue of Slurm, by its commands squeue, sbatch, scancel and sacct.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/cluster/job_queue.hpp"

namespace dambase::tools {

/// Jobs of this user that run in one folder; by that they are told from all others. Where the commands are missing,
/// that is missing_program; what they refuse, or cannot reach, is queue_failed.
class Slurm final : public JobQueue {
 public:
  /// `folder`, absolute, holds logs/ and the script that all jobs run. `extra` are more options for sbatch.
  Slurm(std::filesystem::path folder, std::vector<std::string> extra)
      : folder_(std::move(folder)), extra_(std::move(extra)) {}

  Result<std::vector<QueuedJob>> jobs() override;
  Result<std::string> submit(const JobRequest& request) override;
  Result<void> cancel(const std::vector<std::string>& ids) override;
  std::map<std::string, JobOutcome> outcomes(const std::vector<std::string>& ids) override;

 private:
  [[nodiscard]] Result<void> prepare_folder();

  std::filesystem::path folder_;
  std::vector<std::string> extra_;
  bool is_prepared_ = false;
};

}  // namespace dambase::tools
