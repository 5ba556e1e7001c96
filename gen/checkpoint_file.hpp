// The state of a solving at the border of two levels, as a file that another process goes on from.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/variant.hpp"
#include "formats/byte_source.hpp"
#include "formats/table_header.hpp"

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
  /// Checks header and directory: missing_table, damaged_table, file_failed, and wrong_variant for a checkpoint of
  /// something else, or of another version of this format.
  static Result<CheckpointReader> open(const std::filesystem::path& path, const CheckpointIdentity& identity);

  [[nodiscard]] const LevelBorder& border() const { return border_; }
  /// Fills in the content, on the threads of the current arena. damaged_table, file_failed; then some of it may have
  /// been filled.
  Result<void> read(const CheckpointContent<std::byte>& content) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t checksum;
  };

  CheckpointReader() = default;
  Result<void> read_chunk(const Entry& entry, std::span<std::byte> chunk) const;

  std::unique_ptr<ByteSource> source_;
  std::filesystem::path path_;
  LevelBorder border_;
  std::vector<Entry> entries_;
};

}  // namespace dambase
