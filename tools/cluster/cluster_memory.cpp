#include "tools/cluster/cluster_memory.hpp"

#include "tools/cluster/text_file.hpp"
#include "tools/json_line.hpp"

namespace dambase::tools {

namespace {

constexpr const char* file_name = "memory.json";

Json json_of(const Asked& asked) {
  return {{"job", asked.job},
          {"attempt", asked.attempt},
          {"seconds", asked.seconds},
          {"memory_factor", asked.memory_factor},
          {"time_factor", asked.time_factor},
          {"failures", asked.failures},
          {"reason", asked.reason}};
}

Asked asked_of(const Json& json) {
  Asked asked;
  asked.job = json.at("job").get<std::string>();
  asked.attempt = json.at("attempt").get<int>();
  asked.seconds = json.value("seconds", 0.0);
  asked.memory_factor = json.at("memory_factor").get<double>();
  asked.time_factor = json.at("time_factor").get<double>();
  asked.failures = json.at("failures").get<int>();
  asked.reason = json.at("reason").get<std::string>();
  return asked;
}

Json json_of(const std::vector<TrialResult>& trial) {
  Json list = Json::array();
  for (const TrialResult& of : trial) {
    list.push_back(
        {{"material", of.material.name()}, {"positions", of.positions}, {"cpu_s", of.cpu_s}, {"bytes", of.bytes}});
  }
  return list;
}

std::vector<TrialResult> trial_of(const Json& json) {
  std::vector<TrialResult> trial;
  for (const Json& of : json) {
    const auto material = Material::parse(of.at("material").get<std::string>());
    if (!material) return {};
    trial.push_back({*material, of.at("positions").get<std::uint64_t>(), of.at("cpu_s").get<double>(),
                     of.at("bytes").get<std::uint64_t>()});
  }
  return trial;
}

}  // namespace

ClusterMemory read_memory(const std::filesystem::path& folder) {
  ClusterMemory memory;
  const auto text = read_text(folder / file_name);
  if (!text) return memory;
  try {
    const Json json = Json::parse(*text);
    memory.threads = json.at("threads").get<int>();
    memory.memory_bytes = json.at("memory_bytes").get<std::uint64_t>();
    memory.part_positions = json.at("part_positions").get<std::uint64_t>();
    memory.tries = json.value("tries", 0);
    for (const auto& [node, asked] : json.at("asked").items()) memory.asked[node] = asked_of(asked);
    for (const auto& [metric, trial] : json.at("trial").items()) memory.trial[metric] = trial_of(trial);
  } catch (const Json::exception&) {
    return {};
  }
  return memory;
}

Result<void> write_memory(const std::filesystem::path& folder, const ClusterMemory& memory) {
  Json json = {{"threads", memory.threads},
               {"memory_bytes", memory.memory_bytes},
               {"part_positions", memory.part_positions},
               {"tries", memory.tries},
               {"asked", Json::object()},
               {"trial", Json::object()}};
  for (const auto& [node, asked] : memory.asked) json["asked"][node] = json_of(asked);
  for (const auto& [metric, trial] : memory.trial) json["trial"][metric] = json_of(trial);
  return put_text(folder / file_name, json_text(json, 1) + "\n");
}

}  // namespace dambase::tools
