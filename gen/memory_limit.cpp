#include "gen/memory_limit.hpp"

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace dambase {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// The number in a file of one number; nothing for "max" or where there is no such file.
std::optional<std::uint64_t> number_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

std::uint64_t system_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  std::uint64_t kibibytes = 0;
  for (std::string unit; file >> key >> kibibytes; std::getline(file, unit)) {
    if (key == "MemAvailable:") return kibibytes * 1024;
  }
  return unlimited;
}

std::uint64_t left_of(const std::filesystem::path& limit, const std::filesystem::path& usage) {
  const auto most = number_in(limit);
  if (!most) return unlimited;
  return *most - std::min(*most, number_in(usage).value_or(0));
}

// The group of this process in one hierarchy: the path after "NUMBER:CONTROLLERS:".
std::string group_of(const std::string& controllers) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second != std::string::npos && line.substr(first + 1, second - first - 1) == controllers)
      return line.substr(second + 1);
  }
  return "/";
}

// A limit may be set on the group or on any group above it.
std::uint64_t container_memory(const std::filesystem::path& root, const std::string& group, const char* limit,
                               const char* usage) {
  std::uint64_t least = left_of(root / limit, root / usage);
  std::filesystem::path folder = root;
  for (const auto& part : std::filesystem::path(group).relative_path()) {
    folder /= part;
    least = std::min(least, left_of(folder / limit, folder / usage));
  }
  return least;
}

std::uint64_t address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  return limit.rlim_cur;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::uint64_t available_memory() {
  const std::uint64_t version_2 = container_memory("/sys/fs/cgroup", group_of(""), "memory.max", "memory.current");
  const std::uint64_t version_1 =
      container_memory("/sys/fs/cgroup/memory", group_of("memory"), "memory.limit_in_bytes", "memory.usage_in_bytes");
  return std::min({system_memory(), version_2, version_1, address_space()});
}

std::uint64_t peak_resident_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace dambase
