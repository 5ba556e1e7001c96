// Writes one table file: blocks in order, then codings and directory, then the header into its place.
#pragma once

#include <filesystem>
#include <vector>

#include "formats/atomic_file.hpp"
#include "formats/block_codec.hpp"
#include "formats/slice_coding.hpp"
#include "formats/table_header.hpp"

namespace dambase {

class TableWriter {
 public:
  /// Begins the file `path`, under a temporary name.
  static Result<TableWriter> create(const std::filesystem::path& path);

  /// Appends the next block: those of slice 0 in order, then those of slice 1, of slices that are stored.
  Result<void> append(const EncodedBlock& block);

  /// Writes codings, directory and header and puts the file in place; returns its size in bytes. `codings` are those
  /// of the stored slices, all of whose blocks must have been appended; they are counted here, not in `info`.
  Result<std::uint64_t> finish(TableInfo info, std::span<const SliceCoding> codings);

 private:
  explicit TableWriter(AtomicFile file) : file_(std::move(file)) {}

  AtomicFile file_;
  std::vector<std::byte> directory_;
  std::uint64_t offset_ = header_bytes;
};

}  // namespace dambase
