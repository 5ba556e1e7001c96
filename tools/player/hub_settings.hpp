// The parameters that a Hub program may set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/player/hub_line.hpp"

namespace dambase::player {

/// What the player is started with. Takes effect with the command `init`.
struct HubSettings {
  std::string variant = "international";  ///< its name in this library, not in Hub
  std::string tables = "tables";          ///< folder
  std::uint64_t table_pieces = 16;        ///< tables with more pieces are not asked
  std::uint64_t cache_bytes = std::uint64_t{64} << 20;
  std::uint64_t hash_bytes = std::uint64_t{64} << 20;
};

/// The lines that declare the parameters with their present values.
[[nodiscard]] std::vector<HubLine> parameter_lines(const HubSettings& settings);

/// Sets one parameter. Returns what is wrong with it, and then leaves `settings` as they were.
[[nodiscard]] std::optional<std::string> set_parameter(HubSettings& settings, std::string_view name,
                                                       std::string_view value);

}  // namespace dambase::player
