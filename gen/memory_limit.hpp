// How much memory this process may use, and has used.
#pragma once

#include <cstdint>

namespace dambase {

/// Bytes that the process can still get: the least of what the system has available, what is left of
/// the limit of its container (cgroup), and its own address space limit.
[[nodiscard]] std::uint64_t available_memory();

/// The most resident memory that the process has had, in bytes.
[[nodiscard]] std::uint64_t peak_resident_memory();

/// Processor time of all threads so far, user and system, in seconds.
[[nodiscard]] double processor_seconds();

}  // namespace dambase
