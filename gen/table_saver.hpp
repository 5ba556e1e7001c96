// Writes a solved material as a table file, blocks encoded in parallel.
#pragma once

#include <filesystem>
#include <functional>

#include "engine/variant.hpp"
#include "formats/block_codec.hpp"
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

/// What the header of a table says of what it is; counts, digest and what is stored are left open.
[[nodiscard]] TableInfo info_of(const TableIdentity& table, Codec codec);

/// Encodes blocks `first` to `end` of a slice of win, loss and draw, and calls `take` for each in order, until one
/// fails. Runs on the threads of the current arena.
Result<void> encode_blocks(const SliceCodes& codes, const SliceCoding& coding, std::uint64_t first, std::uint64_t end,
                           const std::function<Result<void>(const EncodedBlock&)>& take);

/// The size that the table of a solved material would have; encodes it, and writes nothing.
Result<std::uint64_t> table_bytes(const SolvedMaterial& solved, const TableIdentity& table);

}  // namespace dambase
