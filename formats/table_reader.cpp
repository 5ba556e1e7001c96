#include "formats/table_reader.hpp"

#include <algorithm>
#include <array>
#include <new>

#include "formats/checksum.hpp"
#include "formats/table_directory.hpp"
#include "formats/value.hpp"

namespace dambase {
namespace {

std::uint32_t checksum_of(std::byte byte) { return static_cast<std::uint32_t>(checksum(std::span(&byte, 1))); }

}  // namespace

Result<TableReader> TableReader::open(std::unique_ptr<ByteSource> source, std::string name) {
  TableReader reader(std::move(source), std::move(name));
  const auto layout = reader.read_header();
  if (!layout) return layout.error();
  if (auto read = reader.read_end(*layout); !read) return read.error();
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
  if (!header) {
    const auto& [code, message] = header.error();
    return code == ErrorCode::damaged_table ? damaged(message) : Error{code, name_ + ": " + message};
  }
  info_ = header->info;
  const TableLayout& layout = header->layout;
  if (layout.file_bytes != source_->size()) {
    return damaged("the file has " + std::to_string(source_->size()) + " bytes, not the " +
                   std::to_string(layout.file_bytes) + " of its header");
  }
  // Compared in a way that cannot wrap: codings and directory fill the file up to its end.
  if (layout.codings_offset < header_bytes || layout.codings_offset > layout.directory_offset ||
      layout.directory_offset > layout.file_bytes ||
      (layout.file_bytes - layout.directory_offset) / directory_entry_bytes != info_.blocks ||
      (layout.file_bytes - layout.directory_offset) % directory_entry_bytes != 0) {
    return damaged("the directory is not where it should be");
  }
  return layout;
}

Result<void> TableReader::read_end(const TableLayout& layout) {
  std::vector<std::byte> bytes(layout.file_bytes - layout.codings_offset);
  if (auto read = source_->read_at(layout.codings_offset, bytes); !read) return read;
  if (checksum(bytes) != layout.end_checksum) return damaged("the directory does not match its checksum");
  const std::span<const std::byte> all(bytes);
  const std::size_t codings_bytes = layout.directory_offset - layout.codings_offset;
  if (auto read = read_codings(all.first(codings_bytes)); !read) return read;
  return read_directory(all.subspan(codings_bytes), layout);
}

Result<void> TableReader::read_codings(std::span<const std::byte> bytes) {
  for (std::size_t slice = 0; slice < codings_.size(); ++slice) {
    if (!info_.is_stored[slice]) continue;
    auto coding = decode_coding(bytes, info_.slices[slice].positions, info_.metric);
    if (!coding)
      return coding.error().code == ErrorCode::damaged_table ? damaged(coding.error().message) : coding.error();
    codings_[slice] = *std::move(coding);
  }
  if (!bytes.empty()) return damaged("more codings than slices");
  if (blocks_of(0) + blocks_of(1) != info_.blocks) return damaged("a wrong number of blocks");
  return {};
}

Result<void> TableReader::read_directory(std::span<const std::byte> bytes, const TableLayout& layout) {
  directory_.reserve(info_.blocks);
  std::uint64_t offset = header_bytes;
  for (std::size_t at = 0; at < bytes.size(); at += directory_entry_bytes) {
    const DirectoryEntry entry = decode_entry(bytes, at);
    directory_.push_back({offset, entry.bytes, entry.checksum, entry.codec});
    offset += entry.bytes;
  }
  if (offset != layout.codings_offset) return damaged("the blocks do not fill the file");
  return {};
}

std::optional<std::byte> TableReader::Entry::constant() const {
  // Which four equal values a byte holds.
  constexpr std::array fillings{std::byte{0x00}, std::byte{0x55}, std::byte{0xaa}};
  static const std::array checksums{checksum_of(fillings[0]), checksum_of(fillings[1]), checksum_of(fillings[2])};
  if (codec != Codec::constant || bytes != 1) return std::nullopt;
  for (std::size_t i = 0; i < fillings.size(); ++i) {
    if (checksum == checksums[i]) return fillings[i];
  }
  return std::nullopt;
}

Result<void> TableReader::fetch(std::uint64_t number, std::vector<std::byte>& bytes) const {
  const Entry& entry = directory_[number];
  bytes.resize(entry.bytes);
  if (auto read = source_->read_at(entry.offset, bytes); !read) return read;
  if (static_cast<std::uint32_t>(checksum(bytes)) != entry.checksum)
    return damaged("block " + std::to_string(number) + " does not match its checksum");
  return {};
}

Error TableReader::in_block(std::uint64_t number, const Error& error) const {
  if (error.code != ErrorCode::damaged_table) return error;
  return damaged("block " + std::to_string(number) + " is " + error.message);
}

Result<std::vector<std::byte>> TableReader::read_block(std::size_t slice, std::uint64_t block) const {
  const std::uint64_t number = number_of(slice, block);
  std::vector<std::byte> bytes;
  if (auto fetched = fetch(number, bytes); !fetched) return fetched.error();
  std::vector<std::byte> packed(coding(slice).tiling.tiles_in(block) * coding(slice).tile_bytes());
  const Codec codec = directory_[number].codec;
  if (auto decoded = decode_block(coding(slice), codec, bytes, block, packed); !decoded)
    return in_block(number, decoded.error());
  return packed;
}

Result<std::size_t> TableReader::read_tile(std::size_t slice, std::uint64_t tile, std::uint32_t positions,
                                           std::span<std::byte> packed) const {
  const std::uint32_t tiles = coding(slice).tiling.options().tiles_per_block;
  const std::uint64_t block = tile / tiles;
  const std::uint64_t number = number_of(slice, block);
  const Codec codec = directory_[number].codec;
  if (codec == Codec::prediction) coding(slice).model.prefetch();  // while the block is read
  // Kept, because probes read many blocks and each is small.
  thread_local std::vector<std::byte> bytes;
  if (auto fetched = fetch(number, bytes); !fetched) return fetched.error();
  auto decoded =
      decode_tile(coding(slice), codec, bytes, block, static_cast<std::uint32_t>(tile % tiles), positions, packed);
  if (!decoded) return in_block(number, decoded.error());
  return bytes.size();
}

}  // namespace dambase
