// Numbers as people type and read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.hpp"

namespace dambase::tools {

struct IntegerRange {
  int least;
  int most;
};

/// Reads a whole number: digits and nothing else, so no sign, blank, exponent or unit. invalid_argument
/// if it is anything else or outside of `range`.
Result<int> parse_integer(std::string_view text, IntegerRange range);

/// Reads an amount of memory in bytes, at least 1: digits, then nothing or one of K, M, G, which are
/// powers of 1024. invalid_argument if it is anything else or more than 64 bits hold.
Result<std::uint64_t> parse_size(std::string_view text);

/// `number` with its digits in groups of three: `42,786,345`.
[[nodiscard]] std::string grouped(std::uint64_t number);

/// A time for people: `42 s`, `12 min`, `3.5 h`, `5.1 days`.
[[nodiscard]] std::string duration(double seconds);

}  // namespace dambase::tools
