#include "tools/cluster/slurm.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/cluster/subprocess.hpp"
#include "tools/cluster/text_file.hpp"

namespace dambase::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* script_name = "job.sh";
// Replaced by the command, so that signals reach it.
constexpr const char* script = "#!/bin/sh\nexec \"$@\"\n";

// So long before its time is up a job is told, for a checkpoint. B: the signal is for what the script has become, which
// is no step of Slurm: `dambase work`, or Ninja, which hands it on to those it runs, and waits for them.
constexpr const char* early_signal = "--signal=B:TERM@180";

// States in which a job is not in work and will not be; all others are of jobs that may still run.
constexpr std::array<std::pair<std::string_view, JobOutcome>, 10> ended_states = {{
    {"COMPLETED", JobOutcome::well},
    {"FAILED", JobOutcome::failed},
    {"BOOT_FAIL", JobOutcome::node_failed},
    {"CANCELLED", JobOutcome::cancelled},
    {"DEADLINE", JobOutcome::out_of_time},
    {"NODE_FAIL", JobOutcome::node_failed},
    {"OUT_OF_MEMORY", JobOutcome::out_of_memory},
    {"PREEMPTED", JobOutcome::cancelled},
    {"REVOKED", JobOutcome::cancelled},
    {"TIMEOUT", JobOutcome::out_of_time},
}};

// Why jobs wait that Slurm itself will never begin: their dependencies failed, or their launch did and they are held.
// What a person holds is left alone.
constexpr std::array<std::string_view, 4> hopeless_reasons = {"DependencyNeverSatisfied", "launch failed requeued held",
                                                              "launch_failed_requeued_held", "JobHoldMaxRequeue"};

bool is_stuck(std::string_view state, std::string_view reason) {
  if (state == "REQUEUE_HOLD" || state == "SPECIAL_EXIT") return true;
  return state == "PENDING" && std::ranges::find(hopeless_reasons, reason) != hopeless_reasons.end();
}

// sacct adds who cancelled a job.
std::optional<JobOutcome> outcome_of(std::string_view state) {
  for (const auto& [name, outcome] : ended_states) {
    if (state.starts_with(name)) return outcome;
  }
  return std::nullopt;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The first `count` fields, and what is left as the last one.
std::vector<std::string> fields_of(const std::string& line, std::size_t count) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  while (fields.size() < count) {
    const std::size_t end = line.find('|', begin);
    if (end == std::string::npos) break;
    fields.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  fields.push_back(line.substr(begin));
  return fields;
}

Result<ProgramResult> run_slurm(const std::vector<std::string>& arguments) {
  auto result = run_program(arguments);
  if (!result && result.error().code == ErrorCode::missing_program) {
    return Error{ErrorCode::missing_program, arguments.front() +
                                                 ": there is no such program here; it is a command of Slurm, which "
                                                 "machines that may submit jobs have (Debian package slurm-client)"};
  }
  return result;
}

Result<std::string> output_of(const std::vector<std::string>& arguments) {
  auto result = run_slurm(arguments);
  if (!result) return result.error();
  if (result->exit_code == 0) return std::move(result->out);
  return Error{ErrorCode::queue_failed,
               fmt::format("{} ended with {}: {}", arguments.front(), result->exit_code, first_line(result->err))};
}

std::string user_name() {
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_name : std::to_string(::geteuid());
}

QueuedJob job_of(const std::vector<std::string>& fields) {
  QueuedJob job;
  job.id = fields[0];
  job.name = fields[3];
  const std::string& state = fields[1];
  if (const auto outcome = outcome_of(state)) {
    job.phase = JobPhase::ended;
    job.outcome = *outcome;
  } else if (is_stuck(state, fields[2])) {
    job.phase = JobPhase::stuck;
  } else {
    job.phase = state == "PENDING" ? JobPhase::waiting : JobPhase::running;
  }
  return job;
}

}  // namespace

Result<std::vector<QueuedJob>> Slurm::jobs() {
  const auto text =
      output_of({"squeue", "--noheader", "--states=all", "--user=" + user_name(), "--format=%i|%T|%r|%j|%Z"});
  if (!text) return text.error();
  std::vector<QueuedJob> jobs;
  for (const std::string& line : lines_of(*text)) {
    const std::vector<std::string> fields = fields_of(line, 4);
    if (fields.size() == 5 && fields[4] == folder_.string()) jobs.push_back(job_of(fields));
  }
  return jobs;
}

Result<void> Slurm::prepare_folder() {
  if (is_prepared_) return {};
  std::error_code failure;
  fs::create_directories(folder_ / "logs", failure);
  if (failure)
    return Error{ErrorCode::file_failed, (folder_ / "logs").string() + ": cannot be made: " + failure.message()};
  if (read_text(folder_ / script_name) != script) {
    if (auto written = put_text(folder_ / script_name, script); !written) return written;
  }
  is_prepared_ = true;
  return {};
}

namespace {

// Text in a pattern for names of files.
std::string in_pattern(const std::string& text) {
  std::string pattern;
  for (const char c : text) pattern += c == '%' ? std::string("%%") : std::string(1, c);
  return pattern;
}

}  // namespace

Result<std::string> Slurm::submit(const JobRequest& request) {
  if (auto prepared = prepare_folder(); !prepared) return prepared.error();
  const auto mebibytes = (request.memory_bytes + (std::uint64_t{1} << 20) - 1) >> 20;
  std::vector<std::string> arguments = {"sbatch",
                                        "--parsable",
                                        "--requeue",
                                        "--open-mode=append",
                                        "--kill-on-invalid-dep=yes",
                                        "--nodes=1",
                                        "--ntasks=1",
                                        "--job-name=" + request.name,
                                        "--chdir=" + folder_.string(),
                                        "--output=" + in_pattern(folder_.string()) + "/logs/%x.%j.log",
                                        fmt::format("--cpus-per-task={}", request.threads),
                                        fmt::format("--mem={}M", mebibytes),
                                        fmt::format("--time={:.0f}", std::ceil(request.seconds / 60)),
                                        early_signal};
  if (!request.dependencies.empty())
    arguments.push_back(fmt::format("--dependency=afterok:{}", fmt::join(request.dependencies, ":")));
  arguments.insert(arguments.end(), extra_.begin(), extra_.end());
  arguments.push_back((folder_ / script_name).string());
  arguments.insert(arguments.end(), request.command.begin(), request.command.end());
  const auto text = output_of(arguments);
  if (!text) return text.error();
  // With several clusters the name of one follows.
  std::string id = text->substr(0, text->find_first_not_of("0123456789"));
  if (id.empty()) return Error{ErrorCode::queue_failed, "sbatch gave no number of a job: " + first_line(*text)};
  return id;
}

Result<void> Slurm::cancel(const std::vector<std::string>& ids) {
  if (ids.empty()) return {};
  std::vector<std::string> arguments = {"scancel"};
  arguments.insert(arguments.end(), ids.begin(), ids.end());
  const auto text = output_of(arguments);
  return text ? Result<void>() : text.error();
}

std::map<std::string, JobOutcome> Slurm::outcomes(const std::vector<std::string>& ids) {
  std::map<std::string, JobOutcome> outcomes;
  if (ids.empty()) return outcomes;
  // Many clusters keep no accounts; then nothing is known.
  const auto text = output_of({"sacct", "--noheader", "--parsable2", "--allocations",
                               fmt::format("--jobs={}", fmt::join(ids, ",")), "--format=JobIDRaw,State"});
  if (!text) return outcomes;
  for (const std::string& line : lines_of(*text)) {
    const std::vector<std::string> fields = fields_of(line, 1);
    if (fields.size() != 2) continue;
    if (const auto outcome = outcome_of(fields[1])) outcomes[fields[0]] = *outcome;
  }
  return outcomes;
}

}  // namespace dambase::tools
