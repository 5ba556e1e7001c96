#include "formats/table_reader.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "formats/checksum.hpp"
#include "formats/table_directory.hpp"
#include "formats/value.hpp"

namespace dambase {

Result<TableReader> TableReader::open(std::unique_ptr<ByteSource> source, std::string name) {
  TableReader reader(std::move(source), std::move(name));
  const auto layout = reader.read_header();
  if (!layout) return layout.error();
  if (auto read = reader.read_directory(*layout); !read) return read.error();
  return reader;
}

Result<TableReader> TableReader::open(const std::filesystem::path& path) {
  auto source = open_file(path);
  if (!source) return source.error();
  return open(std::move(*source), path.string());
}

Error TableReader::damaged(const std::string& what) const {
  return {ErrorCode::damaged_table, name_ + ": damaged: " + what};
}

Result<TableLayout> TableReader::read_header() {
  std::array<std::byte, header_bytes> bytes{};
  if (source_->size() < bytes.size()) return damaged("shorter than a header");
  if (auto read = source_->read_at(0, bytes); !read) return read.error();
  auto header = decode_header(bytes);
  if (!header) return damaged(header.error().message);
  info_ = header->info;
  const TableLayout& layout = header->layout;
  if (layout.file_bytes != source_->size()) {
    return damaged("the file has " + std::to_string(source_->size()) + " bytes, not the " +
                   std::to_string(layout.file_bytes) + " of its header");
  }
  // Compared in a way that cannot wrap: the directory fills the file from its offset to the end.
  if (layout.directory_offset < header_bytes || layout.directory_offset > layout.file_bytes ||
      (layout.file_bytes - layout.directory_offset) / directory_entry_bytes != info_.blocks() ||
      (layout.file_bytes - layout.directory_offset) % directory_entry_bytes != 0) {
    return damaged("the directory is not where it should be");
  }
  return layout;
}

Result<void> TableReader::read_directory(const TableLayout& layout) {
  std::vector<std::byte> bytes(layout.file_bytes - layout.directory_offset);
  if (auto read = source_->read_at(layout.directory_offset, bytes); !read) return read;
  if (checksum(bytes) != layout.directory_checksum) return damaged("the directory does not match its checksum");
  directory_.reserve(info_.blocks());
  std::uint64_t offset = header_bytes;
  for (std::size_t at = 0; at < bytes.size(); at += directory_entry_bytes) {
    const DirectoryEntry entry = decode_entry(bytes, at);
    directory_.push_back({offset, entry.bytes, entry.checksum, entry.codec});
    offset += entry.bytes;
  }
  if (offset != layout.directory_offset) return damaged("the blocks do not fill the file");
  return {};
}

std::size_t TableReader::positions_in(std::uint64_t block) const {
  const std::uint64_t first_blocks = info_.blocks_of(0);
  const std::size_t slice = block < first_blocks ? 0 : 1;
  const std::uint64_t before = (slice == 0 ? block : block - first_blocks) * info_.block_positions;
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(info_.block_positions, info_.slices[slice].positions - before));
}

Result<std::vector<std::byte>> TableReader::read_block(std::uint64_t block) const {
  const Entry& entry = directory_[block];
  const std::string where = "block " + std::to_string(block) + " ";
  std::vector<std::byte> bytes(entry.bytes);
  if (auto read = source_->read_at(entry.offset, bytes); !read) return read.error();
  if (static_cast<std::uint32_t>(checksum(bytes)) != entry.checksum)
    return damaged(where + "does not match its checksum");
  std::vector<std::byte> packed(packed_bytes(positions_in(block)));
  if (auto decoded = decode_block(entry.codec, bytes, packed); !decoded) {
    if (decoded.error().code != ErrorCode::damaged_table) return decoded.error();
    return damaged(where + "is " + decoded.error().message);
  }
  return packed;
}

}  // namespace dambase
