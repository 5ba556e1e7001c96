// Writes a solved material as a table file, blocks encoded in parallel.
#pragma once

#include <filesystem>

#include "engine/variant.hpp"
#include "gen/material_solver.hpp"

namespace dambase {

/// Which table a solved material becomes.
struct TableIdentity {
  const Variant* variant = nullptr;
  Material material;  ///< canonical
  Metric metric = Metric::wld;
  Profile profile = Profile::fast;
};

/// Writes `table` to `path`; returns its size in bytes. Runs on the threads of the current arena.
Result<std::uint64_t> save_table(const SolvedMaterial& solved, const TableIdentity& table,
                                 const std::filesystem::path& path);

/// What identifies the values of a solved material, however they are stored: see TableInfo::content_digest.
[[nodiscard]] std::uint64_t content_digest(const SolvedMaterial& solved);

/// The size that the table of a solved material would have; encodes it, and writes nothing.
Result<std::uint64_t> table_bytes(const SolvedMaterial& solved, const TableIdentity& table);

}  // namespace dambase
