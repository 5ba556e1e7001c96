#include "tools/cluster_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tools/error_line.hpp"
#include "tools/json_line.hpp"
#include "tools/number_text.hpp"

namespace dambase::tools {

namespace {

constexpr std::array<std::pair<NodePhase, const char*>, 6> phase_names = {{{NodePhase::there, "there"},
                                                                           {NodePhase::running, "running"},
                                                                           {NodePhase::queued, "queued"},
                                                                           {NodePhase::open, "open"},
                                                                           {NodePhase::blocked, "blocked"},
                                                                           {NodePhase::given_up, "given_up"}}};

const char* name_of(NodePhase phase) { return phase_names[static_cast<std::size_t>(phase)].second; }

struct Pace {
  double work_share = 0;       // of the estimated processor time of all nodes, done
  double seconds = 0;          // since the first node with a status began
  double positions_per_s = 0;  // of the nodes with a status, over this time
  double seconds_left = 0;     // if it goes on like this; 0: not known
};

double share_of(std::uint64_t positions, const NodeStatus& status) {
  return status.positions == 0 ? 0 : static_cast<double>(positions) / static_cast<double>(status.positions);
}

Pace pace_of(const ClusterView& view) {
  double first_s = std::numeric_limits<double>::infinity();
  double last_s = 0;
  double all = 0;  // estimated processor time
  double done = 0;
  double measured = 0;  // of what is done, that nodes with a status did
  double positions = 0;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const WorkNode& node = view.nodes[i];
    const NodeView& of = view.views[i];
    all += node.cpu_s;
    const bool is_running = of.phase == NodePhase::running;
    const double share = node.is_there             ? 1
                         : is_running && of.status ? share_of(of.status->positions_done, *of.status)
                                                   : 0;
    done += share * node.cpu_s;
    if (!of.status || share == 0) continue;
    // What a checkpoint brought was done before its status began.
    const double share_since = share - share_of(of.status->positions_resumed, *of.status);
    measured += share_since * node.cpu_s;
    positions += share_since * static_cast<double>(node.positions);
    first_s = std::min(first_s, of.status->start);
    last_s = std::max(last_s, of.status->end.value_or(now_s()));
  }
  Pace pace;
  pace.work_share = all > 0 ? done / all : view.is_over() ? 1 : 0;
  if (measured == 0) return pace;
  pace.seconds = std::max(1e-3, (view.is_over() ? last_s : now_s()) - first_s);
  pace.positions_per_s = positions / pace.seconds;
  pace.seconds_left = (all - done) * pace.seconds / measured;
  return pace;
}

bool has_failed(const NodeView& view) { return view.phase != NodePhase::there && view.failures > 0; }

std::string tries_text(const WorkNode& node, const NodeView& view) {
  const char* what = view.phase == NodePhase::given_up ? "given up" : "failed";
  const std::string times = view.failures > 0 ? fmt::format(" after {} tries", view.failures) : "";
  return fmt::format("{:<9}{} {}{}: {}\n", view.phase == NodePhase::given_up ? "failed" : "retried", node.name, what,
                     view.phase == NodePhase::given_up ? times : fmt::format(" {} times", view.failures),
                     one_line(view.reason));
}

}  // namespace

std::string cluster_text(const ClusterView& view) {
  std::string text;
  const auto line = [&](const char* what, const std::string& says) { text += fmt::format("{:<9}{}\n", what, says); };
  line("tables", fmt::format("{} of {} are there", view.count(NodePhase::there), view.nodes.size()));
  line("queue",
       fmt::format("{} jobs: {} tables running, {} waiting; {} to be submitted", view.jobs,
                   view.count(NodePhase::running), view.count(NodePhase::queued), view.count(NodePhase::open)));
  const Pace pace = pace_of(view);
  line("work", fmt::format("{:.1f} % of the estimated processor time done", 100 * pace.work_share));
  if (pace.seconds > 0)
    line("rate",
         fmt::format("{:.1f} million positions a second for {}", pace.positions_per_s / 1e6, duration(pace.seconds)));
  if (!view.is_over() && pace.seconds_left > 0) line("left", "about " + duration(pace.seconds_left));
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    if (view.views[i].phase == NodePhase::given_up || has_failed(view.views[i]))
      text += tries_text(view.nodes[i], view.views[i]);
  }
  if (view.count(NodePhase::blocked) > 0)
    line("blocked", fmt::format("{} tables that need those", view.count(NodePhase::blocked)));
  return text;
}

std::string cluster_json(const ClusterView& view) {
  Json nodes = Json::array();
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const NodeView& of = view.views[i];
    nodes.push_back({{"node", view.nodes[i].name},
                     {"state", name_of(of.phase)},
                     {"job", of.job.empty() ? Json() : Json(of.job)},
                     {"failures", of.failures},
                     {"reason", of.reason.empty() ? Json() : Json(of.reason)},
                     {"host", of.status ? Json(of.status->host) : Json()}});
  }
  const Pace pace = pace_of(view);
  Json json;
  for (const auto& [phase, name] : phase_names) json[name] = view.count(phase);
  json["jobs"] = view.jobs;
  json["work_share"] = pace.work_share;
  json["positions_per_s"] = pace.seconds > 0 ? Json(pace.positions_per_s) : Json();
  json["seconds_left"] = pace.seconds_left > 0 ? Json(pace.seconds_left) : Json();
  json["nodes"] = std::move(nodes);
  return json_text(json, 2) + "\n";
}

}  // namespace dambase::tools
