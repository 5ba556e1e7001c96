// Reads one table file: its header and directory when opened, then any block, checked before use.
// A reader is immutable and may be used from any number of threads at once.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/block_codec.hpp"
#include "formats/byte_source.hpp"
#include "formats/table_header.hpp"

namespace dambase {

class TableReader {
 public:
  /// Opens a table and checks header and directory; `name` is what errors call it. damaged_table if
  /// anything in them is not as written, file_failed, missing_table.
  static Result<TableReader> open(std::unique_ptr<ByteSource> source, std::string name);
  static Result<TableReader> open(const std::filesystem::path& path);

  [[nodiscard]] const TableInfo& info() const { return info_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return source_->size(); }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Memory that the reader itself takes.
  [[nodiscard]] std::size_t memory_bytes() const { return sizeof *this + directory_.size() * sizeof(Entry); }

  /// How slice `slice`, 0 or 1, is stored; it must be (TableInfo::is_stored).
  [[nodiscard]] const SliceCoding& coding(std::size_t slice) const { return *codings_[slice]; }
  /// Blocks of a slice, 0 if it is not stored.
  [[nodiscard]] std::uint64_t blocks_of(std::size_t slice) const {
    return codings_[slice] ? codings_[slice]->tiling.blocks() : 0;
  }

  /// Reads, checks and decodes block `block` of a slice that is stored: tile after tile, SliceCoding::tile_bytes each
  /// (read values with value_at). Those where the side to move can capture mean nothing.
  Result<std::vector<std::byte>> read_block(std::size_t slice, std::uint64_t block) const;
  /// What every byte of tile `tile` of a slice that is stored is, if that is known without reading: of a constant block
  /// it follows from the checksum in the directory.
  [[nodiscard]] std::optional<std::byte> constant_of(std::size_t slice, std::uint64_t tile) const {
    return directory_[number_of(slice, tile / coding(slice).tiling.options().tiles_per_block)].constant();
  }
  /// Reads and checks the block of tile `tile` of a slice that is stored, and decodes the first `positions` positions
  /// of this tile, and perhaps more, into SliceCoding::tile_bytes. Returns how many bytes were read.
  Result<std::size_t> read_tile(std::size_t slice, std::uint64_t tile, std::uint32_t positions,
                                std::span<std::byte> packed) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint32_t bytes;
    std::uint32_t checksum;
    Codec codec;

    [[nodiscard]] std::optional<std::byte> constant() const;
  };

  TableReader(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  Result<TableLayout> read_header();
  Result<void> read_end(const TableLayout& layout);
  Result<void> read_codings(std::span<const std::byte> bytes);
  Result<void> read_directory(std::span<const std::byte> bytes, const TableLayout& layout);
  /// The number in the directory of a block of a slice.
  [[nodiscard]] std::uint64_t number_of(std::size_t slice, std::uint64_t block) const {
    return slice == 0 ? block : blocks_of(0) + block;
  }
  /// Reads and checks the bytes of a block.
  Result<void> fetch(std::uint64_t number, std::vector<std::byte>& bytes) const;
  [[nodiscard]] Error damaged(const std::string& what) const;
  /// `error`, which may not know where it was.
  [[nodiscard]] Error in_block(std::uint64_t number, const Error& error) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  TableInfo info_;
  std::array<std::optional<SliceCoding>, 2> codings_;
  std::vector<Entry> directory_;
};

}  // namespace dambase
