#include "tools/cluster/node_status.hpp"

#include <array>
#include <chrono>

#include "tools/cluster/text_file.hpp"
#include "tools/json_line.hpp"

namespace dambase::tools {

namespace {

constexpr std::array<std::pair<NodeState, const char*>, 5> state_names = {{{NodeState::running, "running"},
                                                                           {NodeState::done, "done"},
                                                                           {NodeState::failed, "failed"},
                                                                           {NodeState::stopped, "stopped"},
                                                                           {NodeState::waiting, "waiting"}}};

const char* name_of(NodeState state) { return state_names[static_cast<std::size_t>(state)].second; }

NodeState parse_state(const std::string& name) {
  for (const auto& [state, of] : state_names) {
    if (name == of) return state;
  }
  return NodeState::failed;
}

template <class T>
Json json_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> value_or_none(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<T>());
}

Json json_of(const NodeStatus& status) {
  return {{"node", status.node},
          {"state", name_of(status.state)},
          {"attempt", status.attempt},
          {"failures", status.failures},
          {"host", status.host},
          {"process", status.process},
          {"job", status.job},
          {"start", status.start},
          {"end", json_or_null(status.end)},
          {"positions", status.positions},
          {"positions_done", status.positions_done},
          {"positions_resumed", status.positions_resumed},
          {"threads", status.threads},
          {"memory_limit_bytes", status.memory_limit_bytes},
          {"peak_memory_bytes", status.peak_memory_bytes},
          {"cpu_s", status.cpu_s},
          {"exit_code", json_or_null(status.exit_code)},
          {"error_code", status.error_code},
          {"error", status.error}};
}

NodeStatus status_of(const Json& json) {
  NodeStatus status;
  status.node = json.at("node").get<std::string>();
  status.state = parse_state(json.at("state").get<std::string>());
  status.attempt = json.at("attempt").get<int>();
  status.failures = json.at("failures").get<int>();
  status.host = json.at("host").get<std::string>();
  status.process = json.at("process").get<int>();
  status.job = json.at("job").get<std::string>();
  status.start = json.at("start").get<double>();
  status.end = value_or_none<double>(json.at("end"));
  status.positions = json.at("positions").get<std::uint64_t>();
  status.positions_done = json.at("positions_done").get<std::uint64_t>();
  status.positions_resumed = json.value("positions_resumed", std::uint64_t{0});  // older ones lack it
  status.threads = json.at("threads").get<int>();
  status.memory_limit_bytes = json.at("memory_limit_bytes").get<std::uint64_t>();
  status.peak_memory_bytes = json.at("peak_memory_bytes").get<std::uint64_t>();
  status.cpu_s = json.at("cpu_s").get<double>();
  status.exit_code = value_or_none<int>(json.at("exit_code"));
  status.error_code = json.at("error_code").get<std::string>();
  status.error = json.at("error").get<std::string>();
  return status;
}

}  // namespace

std::filesystem::path status_path(const std::filesystem::path& table) { return table.string() + ".status"; }

std::optional<NodeStatus> read_status(const std::filesystem::path& table) {
  const auto text = read_text(status_path(table));
  if (!text) return std::nullopt;
  try {
    return status_of(Json::parse(*text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

Result<void> write_status(const std::filesystem::path& table, const NodeStatus& status) {
  return put_text(status_path(table), json_text(json_of(status)) + "\n");
}

double now_s() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

}  // namespace dambase::tools
