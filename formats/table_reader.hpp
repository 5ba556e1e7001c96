// Reads one table file: its header and directory when opened, then any block, checked before use.
// A reader is immutable and may be used from any number of threads at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
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
  [[nodiscard]] std::size_t memory_bytes() const { return directory_.size() * sizeof(Entry); }

  /// The block that holds position `number` of slice `slice`, 0 or 1. Its place in the block is
  /// number % info().block_positions.
  [[nodiscard]] std::uint64_t block_of(std::size_t slice, std::uint64_t number) const {
    return (slice == 0 ? 0 : info_.blocks_of(0)) + number / info_.block_positions;
  }
  /// How many positions `block` holds.
  [[nodiscard]] std::size_t positions_in(std::uint64_t block) const;

  /// Reads, checks and decodes one block into packed_bytes(positions_in(block)) bytes (read them with
  /// value_at). Values where the side to move can capture mean nothing.
  Result<std::vector<std::byte>> read_block(std::uint64_t block) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint32_t bytes;
    std::uint32_t checksum;
    Codec codec;
  };

  TableReader(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  Result<TableLayout> read_header();
  Result<void> read_directory(const TableLayout& layout);
  [[nodiscard]] Error damaged(const std::string& what) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  TableInfo info_;
  std::vector<Entry> directory_;
};

}  // namespace dambase
