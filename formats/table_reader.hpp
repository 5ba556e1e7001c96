// Reads one table file: its header and directory when opened, then any block, checked before use.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/result.hpp"
#include "formats/table_header.hpp"

namespace dambase {

/// Access to the bytes of a table, wherever they lie. Implementations may be used from any thread.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `bytes` from `offset`; file_failed if that is past the end or cannot be read.
  virtual Result<void> read_at(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

/// A plain file, read at offsets.
Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path);

class TableReader {
 public:
  /// Opens a table and checks header and directory. `name` is what errors call it. damaged_table if
  /// anything in them is not as written.
  static Result<TableReader> open(std::unique_ptr<ByteSource> source, std::string name);
  static Result<TableReader> open(const std::filesystem::path& path);

  [[nodiscard]] const TableInfo& info() const { return info_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return source_->size(); }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// The block that holds position `number` of slice `slice` (0 or 1).
  [[nodiscard]] std::uint64_t block_of(int slice, std::uint64_t number) const;
  /// How many positions `block` holds.
  [[nodiscard]] std::size_t positions_in(std::uint64_t block) const;

  /// Reads, checks and decodes one block: `values` gets positions_in(block) values, one a byte. Values
  /// of positions where the side to move can capture mean nothing.
  Result<void> read_block(std::uint64_t block, std::vector<Value>& values) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint32_t bytes;
    std::uint32_t codec;
    std::uint64_t checksum;
  };

  TableReader(std::unique_ptr<ByteSource> source, std::string name);
  Result<void> read_header();
  Result<void> read_directory();
  [[nodiscard]] Error damaged(const std::string& what) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  TableInfo info_;
  std::array<std::uint64_t, 2> slice_blocks_{};
  std::vector<Entry> directory_;
};

}  // namespace dambase
