// Writes one table file: blocks in order, then the directory, then the header into its place.
#pragma once

#include <filesystem>
#include <vector>

#include "formats/atomic_file.hpp"
#include "formats/block_codec.hpp"
#include "formats/table_header.hpp"

namespace dambase {

inline constexpr std::uint32_t default_block_positions = 5 * 32768;  ///< 32 KiB of packed values

class TableWriter {
 public:
  /// Begins the file `path`, under a temporary name.
  static Result<TableWriter> create(const std::filesystem::path& path);

  /// Appends the next block: those of slice 0 in order, then those of slice 1.
  Result<void> append(const EncodedBlock& block);

  /// Writes directory and header and puts the file in place; returns its size in bytes. All blocks
  /// of info must have been appended.
  Result<std::uint64_t> finish(const TableInfo& info);

 private:
  explicit TableWriter(AtomicFile file) : file_(std::move(file)) {}

  AtomicFile file_;
  std::vector<std::byte> directory_;
  std::uint64_t offset_ = header_bytes;
};

}  // namespace dambase
