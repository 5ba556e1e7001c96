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
constexpr std::size_t at_directory_checksum = 240;
constexpr std::size_t at_header_checksum = 248;

// Constant blocks of many positions take a few bytes each, and long to read.
constexpr std::uint64_t most_blocks = 16;
constexpr std::size_t values_read = 1000;

bool is_refusal(ErrorCode code) { return code == ErrorCode::damaged_table || code == ErrorCode::out_of_memory; }

void read_all(const Bytes& bytes) {
  const auto table = TableReader::open(bytes_in_memory(bytes), "fuzzed");
  if (!table) {
    fuzz::claim(is_refusal(table.error().code), "a table that cannot be opened is damaged");
    return;
  }
  const std::uint64_t blocks = std::min(most_blocks, table->info().blocks());
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto packed = table->read_block(block);
    if (!packed) {
      fuzz::claim(is_refusal(packed.error().code), "a block that cannot be read is damaged");
      continue;
    }
    fuzz::claim(packed->size() == packed_bytes(table->positions_in(block)), "a block has its size");
    const std::size_t step = packed->size() * values_per_byte / values_read + 1;
    for (std::size_t i = 0; i < table->positions_in(block); i += step)
      fuzz::claim(value_at(*packed, i) <= Value::loss, "a value is one");
  }
}

void seal_blocks(Bytes& bytes, std::size_t directory) {
  std::size_t offset = header_bytes;
  for (std::size_t at = directory; at + directory_entry_bytes <= bytes.size(); at += directory_entry_bytes) {
    DirectoryEntry entry = decode_entry(bytes, at);
    if (offset + entry.bytes > directory) return;
    entry.checksum = static_cast<std::uint32_t>(checksum(std::span(bytes).subspan(offset, entry.bytes)));
    encode_entry(bytes, at, entry);
    offset += entry.bytes;
  }
}

// Makes the length and all checksums right.
void seal(Bytes& bytes) {
  const auto directory = load_little_endian<std::uint64_t>(bytes, at_directory);
  store_little_endian(bytes, at_file_bytes, std::uint64_t{bytes.size()});
  if (directory >= header_bytes && directory <= bytes.size()) {
    seal_blocks(bytes, directory);
    store_little_endian(bytes, at_directory_checksum, checksum(std::span(bytes).subspan(directory)));
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
