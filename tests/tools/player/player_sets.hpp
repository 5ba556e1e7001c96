// Sets, positions and players for the tests of the player.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "dambase.hpp"
#include "tests/gen/built_tables.hpp"
#include "tools/player/match.hpp"
#include "tools/player/searcher.hpp"

namespace dambase::player {

inline dambase_api::Set open_folder(const std::string& variant, const std::filesystem::path& folder) {
  auto set = dambase_api::Set::open(variant, folder.string());
  if (!set) throw std::runtime_error(set.error().text);
  return std::move(*set);
}

/// A set with all tables up to `pieces`.
inline dambase_api::Set open_built(const std::string& variant, int pieces) {
  return open_folder(variant, test::built_tables(**find_variant(variant), pieces));
}

/// A set without tables.
inline dambase_api::Set open_empty(const std::string& variant) {
  static const test::TemporaryFolder folder;
  return open_folder(variant, folder.path());
}

inline dambase_position position_of(const dambase_api::Set& set, const std::string& fen) {
  const auto position = set.position_of(fen);
  if (!position) throw std::runtime_error(position.error().text);
  return *position;
}

inline constexpr std::size_t test_hash_bytes = std::size_t{1} << 20;
inline constexpr int all_tables = 16;

inline SearchLimits to_depth(int depth) {
  SearchLimits limits;
  limits.depth = depth;
  return limits;
}

inline SearchLimits to_nodes(std::uint64_t nodes) {
  SearchLimits limits;
  limits.nodes = nodes;
  return limits;
}

/// A search that nobody listens to or interrupts.
inline SearchReport search(Searcher& searcher, const Game& game, const SearchLimits& limits) {
  const SearchSignals signals;
  return searcher.search(game, limits, signals, [](const SearchReport&) {});
}

}  // namespace dambase::player
