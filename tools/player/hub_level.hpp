// What the Hub command `level` asks of a search.
#pragma once

#include <optional>

#include "tools/player/hub_line.hpp"
#include "tools/player/search_clock.hpp"

namespace dambase::player {

/// Adds to `limits` what the line sets: `depth`, `nodes`, `move-time`, or `time` with `inc` and `moves`; `infinite`
/// takes all limits away. Returns the name of an argument whose value is none, and then leaves `limits` as they were.
[[nodiscard]] std::optional<std::string> add_level(const HubLine& line, SearchLimits& limits);

}  // namespace dambase::player
