#include "tools/cluster/reconciler.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "formats/atomic_file.hpp"
#include "formats/checksum.hpp"
#include "formats/table_files.hpp"
#include "gen/cost_model.hpp"
#include "gen/folder_lock.hpp"
#include "gen/needs.hpp"
#include "tools/cluster/ninja_file.hpp"
#include "tools/cluster/node_name.hpp"
#include "tools/cluster/text_file.hpp"

namespace dambase::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* batch_prefix = "batch-";
// Nodes of less wall time than this share of a batch go into batches.
constexpr double small_share = 1.0 / 3;
// Estimates are off by a factor of 2 at times, and machines differ.
constexpr double time_reserve = 3;
constexpr double least_time_s = 15 * 60;

// What a process takes beside what it counts: its program, files that the system keeps in memory for it.
std::uint64_t with_margin(std::uint64_t bytes) { return bytes + bytes / 16 + (std::uint64_t{64} << 20); }

std::uint64_t times(double factor, std::uint64_t bytes) {
  return static_cast<std::uint64_t>(factor * static_cast<double>(bytes));
}

bool is_alive(const QueuedJob& job) { return job.phase == JobPhase::waiting || job.phase == JobPhase::running; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

constexpr int usual_tries = 5;

bool has_begun(const Asked& asked, const std::optional<NodeStatus>& status) {
  return status && status->attempt > asked.attempt;
}

// Whether a node was stopped by the signal that a job gets before its time is up. Others send signals too: what was
// cancelled is known as such, unless the queue has forgotten; then it depends on how long it ran.
bool was_stopped_early(const Asked& asked, const std::optional<NodeStatus>& status, JobOutcome outcome) {
  if (!has_begun(asked, status) || status->state != NodeState::stopped) return false;
  const double ran_s = status->end.value_or(status->start) - status->start;
  return outcome == JobOutcome::failed || (outcome == JobOutcome::unknown && ran_s > asked.seconds / 2);
}

fs::path file_of_batch(const fs::path& folder, const std::string& name, const char* extension) {
  return folder / (name + extension);
}

}  // namespace

std::size_t ClusterView::count(NodePhase phase) const {
  return static_cast<std::size_t>(std::ranges::count(views, phase, &NodeView::phase));
}

bool ClusterView::is_over() const {
  return count(NodePhase::running) + count(NodePhase::queued) + count(NodePhase::open) == 0;
}

fs::path cluster_folder(const BuildOptions& options) {
  return variant_folder(options.folder, *options.variant) / "cluster";
}

Reconciler::Reconciler(ClusterOptions options, JobQueue& queue)
    : options_(std::move(options)), queue_(queue), folder_(cluster_folder(options_.build)) {}

// ---- what there is ----

Result<ClusterView> Reconciler::look() {
  remember();
  return view();
}

// What is not given is as the latest submission said, so that all see the same plan; at first, what this machine has.
void Reconciler::remember() {
  memory_ = read_memory(folder_);
  BuildOptions& build = options_.build;
  if (build.threads == 0) build.threads = memory_.threads > 0 ? memory_.threads : default_threads();
  if (build.memory_bytes == 0)
    build.memory_bytes = memory_.memory_bytes > 0 ? memory_.memory_bytes : default_memory_bytes();
  if (options_.part_positions == 0) options_.part_positions = memory_.part_positions;
  if (options_.tries == 0) options_.tries = memory_.tries > 0 ? memory_.tries : usual_tries;
  memory_.threads = build.threads;
  memory_.tries = options_.tries;
  memory_.memory_bytes = build.memory_bytes;
  memory_.part_positions = options_.part_positions;
}

// The queue before the disk: a job that ends in between has its table on disk by then, and is not taken for lost.
Result<ClusterView> Reconciler::view() {
  const auto jobs = queue_.jobs();
  if (!jobs) return jobs.error();
  auto nodes = read_nodes();
  if (!nodes) return nodes.error();
  ClusterView view;
  view.nodes = *std::move(nodes);
  view.views.resize(view.nodes.size());
  place_jobs(view, *jobs);
  read_statuses(view);
  settle_ended_jobs(view, *jobs);
  if (options_.tries_again) forget_failures(view);
  judge(view);
  return view;
}

Result<std::vector<WorkNode>> Reconciler::read_nodes() {
  std::vector<TrialResult>& trial = memory_.trial[name_of(options_.build.metric)];
  auto forecast = forecast_build(options_.build, trial);
  if (!forecast) return forecast.error();
  if (!forecast->trial.empty()) trial = forecast->trial;
  std::vector<WorkNode> nodes = work_nodes(*forecast, options_.build, options_.part_positions);
  if (trial.empty()) return nodes;
  // Of tables that are there too, so that it can be told how much of the work is done.
  const CostModel model(*options_.build.variant, trial);
  for (WorkNode& node : nodes) {
    if (node.is_there) node.cpu_s = model.cpu_seconds(node.material);
  }
  return nodes;
}

std::vector<std::string> Reconciler::nodes_of_job(const QueuedJob& job) const {
  if (!job.name.starts_with(batch_prefix)) return {job.name};
  return words_of(read_text(file_of_batch(folder_, job.name, ".nodes")).value_or(""));
}

void Reconciler::place_jobs(ClusterView& view, const std::vector<QueuedJob>& jobs) const {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) places[view.nodes[i].name] = i;
  for (const QueuedJob& job : jobs) {
    if (job.phase == JobPhase::stuck) view.stuck_jobs.push_back(job.id);
    if (!is_alive(job)) continue;
    ++view.jobs;
    for (const std::string& name : nodes_of_job(job)) {
      const auto place = places.find(name);
      if (place == places.end()) continue;
      NodeView& of = view.views[place->second];
      // Of two jobs for one node, the one that runs will be done sooner.
      if (!of.job.empty() && job.phase != JobPhase::running) continue;
      of.job = job.id;
      of.phase = job.phase == JobPhase::running ? NodePhase::running : NodePhase::queued;
    }
  }
}

void Reconciler::read_statuses(ClusterView& view) const {
  const fs::path folder = variant_folder(options_.build.folder, *options_.build.variant);
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    NodeView& of = view.views[i];
    of.status = read_status(folder / view.nodes[i].output);
    // A batch runs, but not all of its nodes at once.
    const bool waits = of.phase == NodePhase::running && (!of.status || of.status->state != NodeState::running);
    if (waits && !view.nodes[i].is_there) of.phase = NodePhase::queued;
  }
}

void Reconciler::forget_failures(ClusterView& view) {
  const fs::path folder = variant_folder(options_.build.folder, *options_.build.variant);
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    NodeView& of = view.views[i];
    if (view.nodes[i].is_there || !of.job.empty()) continue;
    memory_.asked.erase(view.nodes[i].name);
    std::error_code ignored;
    fs::remove(status_path(folder / view.nodes[i].output), ignored);
    of.status.reset();
  }
}

// ---- what became of what was asked for ----

void Reconciler::settle_ended_jobs(ClusterView& view, const std::vector<QueuedJob>& jobs) {
  std::map<std::string, JobOutcome> outcomes;
  for (const QueuedJob& job : jobs) {
    if (job.phase == JobPhase::ended) outcomes[job.id] = job.outcome;
  }
  const auto is_over = [&](std::size_t i) {
    const auto asked = memory_.asked.find(view.nodes[i].name);
    return !view.nodes[i].is_there && view.views[i].job.empty() && asked != memory_.asked.end() &&
           !asked->second.job.empty();
  };
  std::set<std::string> unknown;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    if (view.nodes[i].is_there) memory_.asked.erase(view.nodes[i].name);
    if (is_over(i) && !outcomes.contains(memory_.asked[view.nodes[i].name].job))
      unknown.insert(memory_.asked[view.nodes[i].name].job);
  }
  if (!unknown.empty()) outcomes.merge(queue_.outcomes({unknown.begin(), unknown.end()}));
  const auto outcome_of = [&](const Asked& asked) {
    const auto outcome = outcomes.find(asked.job);
    return outcome == outcomes.end() ? JobOutcome::unknown : outcome->second;
  };
  // The other nodes of a batch have not had their turn.
  std::set<std::string> stopped_early;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    if (!is_over(i)) continue;
    const Asked& asked = memory_.asked[view.nodes[i].name];
    if (was_stopped_early(asked, view.views[i].status, outcome_of(asked))) stopped_early.insert(asked.job);
  }
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    if (!is_over(i)) continue;
    Asked& asked = memory_.asked[view.nodes[i].name];
    const auto is_there = [&](std::size_t input) { return view.nodes[input].is_there; };
    // Else it was left alone because something before it failed, which is not its fault.
    if (std::ranges::all_of(view.nodes[i].inputs, is_there))
      settle(asked, view.views[i].status, outcome_of(asked), stopped_early.contains(asked.job));
    asked.job.clear();
  }
}

void Reconciler::settle(Asked& asked, const std::optional<NodeStatus>& status, JobOutcome outcome,
                        bool was_out_of_time) {
  const bool begun = has_begun(asked, status);
  // Otherwise the status itself says that this was a failure.
  const bool is_counted = begun && status->failures_if_over() > status->failures;
  const bool said_nothing = begun && status->state == NodeState::running;
  if (outcome == JobOutcome::out_of_memory || (begun && status->error_code == name_of(ErrorCode::out_of_memory))) {
    asked.memory_factor *= 2;
    asked.reason = "out of memory";
    asked.failures += is_counted ? 0 : 1;
  } else if (outcome == JobOutcome::out_of_time) {
    asked.time_factor *= 2;
    asked.reason = "out of time";
    asked.failures += is_counted ? 0 : 1;
  } else if (was_out_of_time && (!begun || status->state == NodeState::stopped)) {
    // No failure: what it had done is in a checkpoint, or it has not been its turn.
    asked.time_factor *= 2;
    asked.reason = begun ? status->error : "out of time";
  } else if (outcome == JobOutcome::failed && !begun) {
    asked.reason = "job " + asked.job + " failed before the work began: see its log";
    asked.failures += 1;
  } else if (said_nothing && outcome != JobOutcome::node_failed && outcome != JobOutcome::cancelled) {
    // Killed, and many systems do not say for what: it may have been too large.
    asked.memory_factor *= 1.5;
    asked.time_factor *= 1.5;
    asked.reason = "killed on " + status->host;
  } else if (begun && !status->error.empty()) {
    asked.reason = status->error;
  }
}

void Reconciler::judge(ClusterView& view) const {
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const WorkNode& node = view.nodes[i];
    NodeView& of = view.views[i];
    const auto asked = memory_.asked.find(node.name);
    of.failures = of.status && of.job.empty() ? of.status->failures_if_over() : of.status ? of.status->failures : 0;
    if (asked != memory_.asked.end()) {
      of.failures += asked->second.failures;
      of.reason = asked->second.reason;
    }
    if (of.reason.empty() && of.status) of.reason = of.status->error;
    const auto is_hopeless = [&](std::size_t input) {
      return view.views[input].phase == NodePhase::given_up || view.views[input].phase == NodePhase::blocked;
    };
    if (node.is_there) {
      of.phase = NodePhase::there;
    } else if (!of.job.empty()) {
      continue;
    } else if (node.obstacle) {
      of.phase = NodePhase::given_up;
      of.reason = node.obstacle->message;
    } else if (of.failures >= options_.tries) {
      of.phase = NodePhase::given_up;
    } else if (std::ranges::any_of(node.inputs, is_hopeless)) {
      of.phase = NodePhase::blocked;
    } else {
      of.phase = NodePhase::open;
    }
  }
}

// ---- what is to be done ----

Result<Submission> Reconciler::submit() {
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (failure) return Error{ErrorCode::file_failed, folder_.string() + ": cannot be made: " + failure.message()};
  const auto lock = FolderLock::take(folder_);
  if (!lock && lock.error().code == ErrorCode::folder_in_use)
    return Error{ErrorCode::folder_in_use, folder_.string() + ": another one is submitting jobs just now"};
  if (!lock) return lock.error();
  remember();
  auto looked = view();
  if (!looked) return looked.error();
  Submission submission{*std::move(looked), 0, 0, {}};
  ClusterView& view = submission.view;
  if (auto cancelled = queue_.cancel(view.stuck_jobs); !cancelled) return cancelled.error();
  std::vector<bool> is_single(view.nodes.size());
  for (std::size_t i = 0; i < view.nodes.size(); ++i) is_single[i] = view.views[i].failures > 0;
  const JobLimits limits{options_.build.threads, options_.build.memory_bytes, options_.batch_s,
                         options_.batch_s * small_share};
  for (const PlannedJob& job : plan_jobs(view.nodes, submittable(view), is_single, limits)) {
    if (view.jobs >= static_cast<std::size_t>(options_.window)) break;
    if (auto submitted = submit_job(job, view); !submitted) {
      submission.failure = submitted.error();
      break;
    }
    ++submission.jobs;
    submission.nodes += job.nodes.size();
  }
  if (view.count(NodePhase::there) == view.nodes.size() && view.jobs == 0) clean_up();
  if (auto written = write_memory(folder_, memory_); !written) return written.error();
  return submission;
}

// Their inputs are there, queued, or open too.
std::vector<std::size_t> Reconciler::submittable(const ClusterView& view) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    if (view.views[i].phase == NodePhase::open) chosen.push_back(i);
  }
  return chosen;
}

Result<void> Reconciler::submit_job(const PlannedJob& job, ClusterView& view) {
  const auto request = request_for(job, view);
  if (!request) return request.error();
  const auto id = queue_.submit(*request);
  if (!id) return id.error();
  ++view.jobs;
  for (const std::size_t i : job.nodes) {
    NodeView& of = view.views[i];
    of.phase = NodePhase::queued;
    of.job = *id;
    Asked& asked = memory_.asked[view.nodes[i].name];
    asked.job = *id;
    asked.attempt = of.status ? of.status->attempt : 0;
    asked.seconds = request->seconds;
  }
  return {};
}

Result<JobRequest> Reconciler::request_for(const PlannedJob& job, const ClusterView& view) const {
  double memory_factor = 1;
  double time_factor = 1;
  std::set<std::string> dependencies;
  for (const std::size_t i : job.nodes) {
    const auto asked = memory_.asked.find(view.nodes[i].name);
    if (asked != memory_.asked.end()) {
      memory_factor = std::max(memory_factor, asked->second.memory_factor);
      time_factor = std::max(time_factor, asked->second.time_factor);
    }
    for (const std::size_t input : view.nodes[i].inputs) {
      if (!view.nodes[input].is_there && !std::ranges::binary_search(job.nodes, input))
        dependencies.insert(view.views[input].job);
    }
  }
  JobRequest request;
  request.dependencies.assign(dependencies.begin(), dependencies.end());
  request.threads = job.nodes.size() > 1 ? options_.build.threads : view.nodes[job.nodes.front()].threads;
  const std::uint64_t limit_bytes =
      std::max(job.memory_bytes, std::min(times(memory_factor, job.memory_bytes), options_.build.memory_bytes));
  request.memory_bytes = std::max(with_margin(limit_bytes), times(memory_factor, job.memory_bytes));
  request.seconds = time_factor * (least_time_s + time_reserve * job.seconds);
  if (job.nodes.size() > 1) {
    const auto name = write_batch(job, view);
    if (!name) return name.error();
    request.name = *name;
    request.command = {"ninja",
                       "-k",
                       "0",
                       "-j",
                       std::to_string(request.threads),
                       "-f",
                       file_of_batch(folder_, *name, ".ninja").string()};
  } else {
    request.name = view.nodes[job.nodes.front()].name;
    request.command = {options_.program,
                       "work",
                       request.name,
                       "-v",
                       std::string(options_.build.variant->name()),
                       "--tables",
                       options_.build.folder.string(),
                       "--threads",
                       std::to_string(request.threads),
                       "--memory",
                       std::to_string(limit_bytes)};
    if (options_.checkpoint_minutes) {
      request.command.emplace_back("--checkpoint-minutes");
      request.command.push_back(std::to_string(*options_.checkpoint_minutes));
    }
  }
  return request;
}

// The name of a batch says what is in it, so one that is submitted again overwrites the same files with the same.
Result<std::string> Reconciler::write_batch(const PlannedJob& job, const ClusterView& view) const {
  if (auto can = check_ninja_folder(folder_); !can) return can.error();
  std::string names;
  for (const std::size_t i : job.nodes) names += view.nodes[i].name + "\n";
  std::string name = fmt::format("{}{:016x}", batch_prefix, checksum(std::as_bytes(std::span(names))));
  const NinjaMachine machine{options_.program,       options_.build.variant, options_.build.folder,
                             options_.build.threads, job.memory_bytes,       options_.checkpoint_minutes};
  // Each has a log of Ninja of its own.
  const std::string text = fmt::format("builddir = {}\n", file_of_batch("logs", name, "").string()) +
                           ninja_file(view.nodes, job.nodes, machine, NinjaInputs::among_these);
  if (auto written = put_text(file_of_batch(folder_, name, ".nodes"), names); !written) return written.error();
  if (auto written = put_text(file_of_batch(folder_, name, ".ninja"), text); !written) return written.error();
  return name;
}

// Nobody is at work any more, and nothing is left to do.
void Reconciler::clean_up() {
  const auto is_on_the_way = [](const std::string& name) {
    const auto parsed = parse_node_name(name);
    return parsed && parsed->step.is_on_the_way();
  };
  std::erase_if(memory_.asked, [&](const auto& asked) { return is_on_the_way(asked.first); });
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    if (entry.path().filename().string().starts_with(batch_prefix)) fs::remove(entry.path(), ignored);
  }
  const fs::path tables = folder_.parent_path();
  const auto alone = FolderLock::take(tables);
  if (!alone) return;
  remove_all_unfinished(tables);
  for (const auto& entry : fs::directory_iterator(tables, ignored)) {
    // A part or section of a table, or the status of one; or a checkpoint of a table that is there. Others are of other
    // sets.
    const fs::path& path = entry.path();
    const bool is_old = path.extension() == ".checkpoint" && fs::exists(tables / path.stem(), ignored);
    if (is_old || is_on_the_way((path.extension() == ".status" ? path.stem() : path.filename()).string()))
      fs::remove(path, ignored);
  }
}

Result<std::size_t> Reconciler::stop() {
  const auto jobs = queue_.jobs();
  if (!jobs) return jobs.error();
  std::vector<std::string> ids;
  for (const QueuedJob& job : *jobs) {
    if (job.phase != JobPhase::ended) ids.push_back(job.id);
  }
  if (auto cancelled = queue_.cancel(ids); !cancelled) return cancelled.error();
  return ids.size();
}

}  // namespace dambase::tools
