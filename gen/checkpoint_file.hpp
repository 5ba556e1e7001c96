// The state of a solving at the border of two levels, as a file that another process goes on from.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "engine/variant.hpp"
#include "formats/table_header.hpp"
#include "gen/chunk_file.hpp"

namespace dambase {

/// The solving of which table a checkpoint is of.
struct CheckpointIdentity {
  const Variant* variant = nullptr;
  Material material;  ///< canonical
  Metric metric = Metric::wld;
};

/// How far a solving has come: all levels below `level` are solved, and counted. Slices are those of TableInfo.
struct LevelBorder {
  std::uint64_t level = 0;
  std::array<SliceCounts, 2> counts{};
  std::array<LongestPlays, 2> longest{};  ///< of a distance

  /// Of both sides to move.
  [[nodiscard]] std::uint64_t positions() const { return counts[0].positions + counts[1].positions; }
  [[nodiscard]] bool operator==(const LevelBorder&) const = default;
};

/// The memory that holds the rest of the state: pieces of any size, of which reading needs as many, each as large.
/// `rest` hands back to the system what it can; it is called from time to time.
template <class Byte>
struct CheckpointContent {
  std::vector<std::span<Byte>> pieces;
  std::function<void()> rest;
};

/// The file of the checkpoint of a table that is to be at `table`; without a host in its name, since another host may
/// go on from it.
[[nodiscard]] std::filesystem::path checkpoint_path(const std::filesystem::path& table);

/// Puts a checkpoint in place, whole or not at all; returns its size in bytes. Compresses on the threads of the current
/// arena, within some megabytes. file_failed, out_of_disk, out_of_memory.
Result<std::uint64_t> write_checkpoint(const std::filesystem::path& path, const CheckpointIdentity& identity,
                                       const LevelBorder& border, const CheckpointContent<const std::byte>& content);

class CheckpointReader {
 public:
  /// Errors are those of ChunkFileReader.
  static Result<CheckpointReader> open(const std::filesystem::path& path, const CheckpointIdentity& identity);

  [[nodiscard]] const LevelBorder& border() const { return border_; }
  /// Fills in the content, on the threads of the current arena. damaged_table, file_failed; then some of it may have
  /// been filled.
  Result<void> read(const CheckpointContent<std::byte>& content) const;

 private:
  explicit CheckpointReader(ChunkFileReader file) : file_(std::move(file)) {}

  ChunkFileReader file_;
  LevelBorder border_;
};

}  // namespace dambase
