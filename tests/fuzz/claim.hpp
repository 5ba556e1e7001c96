// What fuzzers take for certain.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace dambase::fuzz {

/// Ends the process, so that the fuzzer keeps its input, if `holds` is false.
inline void claim(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", what);
  std::abort();
}

}  // namespace dambase::fuzz
