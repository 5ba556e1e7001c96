// Any bytes as a table file: it is refused, or every block is read or refused. Random bytes hardly ever have the
// right checksums, so each input is read a second time with those made right, which lets the decoders see it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/table_directory.hpp"
#include "formats/table_reader.hpp"
#include "tests/fuzz/claim.hpp"

using namespace dambase;

namespace {

using Bytes = std::vector<std::byte>;

// docs/format.md has the table of the header.
constexpr std::size_t at_directory = 48;
constexpr std::size_t at_file_bytes = 56;
constexpr std::size_t at_codings = 184;
constexpr std::size_t at_end_checksum = 240;
constexpr std::size_t at_header_checksum = 248;

// Constant blocks of many positions take a few bytes each, and long to read.
constexpr std::uint64_t most_blocks = 8;
constexpr std::uint32_t most_tiles = 8;

bool is_refusal(ErrorCode code) { return code == ErrorCode::damaged_table || code == ErrorCode::out_of_memory; }

void claim_values(std::span<const std::byte> packed, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) fuzz::claim(value_at(packed, i) <= Value::loss, "a value is one");
}

// Some tiles of a block, alone: they say what the whole block says.
void read_tiles(const TableReader& table, std::size_t slice, std::uint64_t block, std::span<const std::byte> packed) {
  const SliceCoding& coding = table.coding(slice);
  const std::size_t tile_bytes = coding.tile_bytes();
  const std::uint64_t first = block * coding.tiling.options().tiles_per_block;
  for (std::uint32_t tile = 0; tile < std::min(most_tiles, coding.tiling.tiles_in(block)); ++tile) {
    const std::uint32_t positions = coding.tiling.shape_of(first + tile).positions();
    const auto in_block = packed.subspan(tile * tile_bytes, tile_bytes);
    claim_values(in_block, positions);
    for (const std::uint32_t needed : {positions / 2 + 1, positions}) {
      Bytes alone(tile_bytes);
      fuzz::claim(bool{table.read_tile(slice, first + tile, needed, alone)}, "a tile of a sound block is sound");
      for (std::uint32_t i = 0; i < std::min(needed, positions); ++i)
        fuzz::claim(value_at(alone, i) == value_at(in_block, i), "a tile is the same alone");
    }
  }
}

void read_slice(const TableReader& table, std::size_t slice) {
  const std::uint64_t blocks = std::min(most_blocks, table.blocks_of(slice));
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto packed = table.read_block(slice, block);
    if (!packed) {
      fuzz::claim(is_refusal(packed.error().code), "a block that cannot be read is damaged");
      continue;
    }
    const std::size_t bytes = table.coding(slice).tiling.tiles_in(block) * table.coding(slice).tile_bytes();
    fuzz::claim(packed->size() == bytes, "a block has its size");
    read_tiles(table, slice, block, *packed);
  }
}

void read_all(const Bytes& bytes) {
  const auto table = TableReader::open(bytes_in_memory(bytes), "fuzzed");
  if (!table) {
    const bool is_refused = is_refusal(table.error().code) || table.error().code == ErrorCode::wrong_variant;
    fuzz::claim(is_refused, "a table that cannot be opened is damaged, or of another version of the format");
    return;
  }
  for (const std::size_t slice : {0U, 1U}) read_slice(*table, slice);
}

void seal_blocks(Bytes& bytes, std::size_t codings, std::size_t directory) {
  std::size_t offset = header_bytes;
  for (std::size_t at = directory; at + directory_entry_bytes <= bytes.size(); at += directory_entry_bytes) {
    DirectoryEntry entry = decode_entry(bytes, at);
    if (offset + entry.bytes > codings) return;
    entry.checksum = static_cast<std::uint32_t>(checksum(std::span(bytes).subspan(offset, entry.bytes)));
    encode_entry(bytes, at, entry);
    offset += entry.bytes;
  }
}

// Makes the length and all checksums right.
void seal(Bytes& bytes) {
  const auto directory = load_little_endian<std::uint64_t>(bytes, at_directory);
  const auto codings = load_little_endian<std::uint64_t>(bytes, at_codings);
  store_little_endian(bytes, at_file_bytes, std::uint64_t{bytes.size()});
  if (codings >= header_bytes && codings <= directory && directory <= bytes.size()) {
    seal_blocks(bytes, codings, directory);
    store_little_endian(bytes, at_end_checksum, checksum(std::span(bytes).subspan(codings)));
  }
  store_little_endian(bytes, at_header_checksum, checksum(std::span(bytes).first(at_header_checksum)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* const first = reinterpret_cast<const std::byte*>(data);
  Bytes bytes(first, first + size);
  read_all(bytes);
  if (bytes.size() < header_bytes) return 0;
  seal(bytes);
  read_all(bytes);
  return 0;
}
