#include "gen/part_file.hpp"

#include <algorithm>

#include "formats/little_endian.hpp"
#include "gen/word_layout.hpp"

namespace dambase {
namespace {

// Before they are compressed, about.
constexpr std::size_t word_chunk_bytes = std::size_t{256} << 10;

constexpr std::size_t numbers_a_slice = 5;
constexpr std::size_t counts_bytes = 2 * numbers_a_slice * sizeof(std::uint64_t);

}  // namespace

std::size_t configurations_a_chunk(std::size_t words_per_configuration) {
  return std::max<std::size_t>(1, word_chunk_bytes / (words_per_configuration * sizeof(Words)));
}

std::vector<std::byte> encode_counts(const std::array<SliceCounts, 2>& counts) {
  std::vector<std::byte> bytes(counts_bytes);
  std::size_t at = 0;
  for (const SliceCounts& slice : counts) {
    for (const std::uint64_t number : {slice.positions, slice.captures, slice.wins, slice.losses, slice.draws}) {
      store_little_endian(bytes, at, number);
      at += sizeof number;
    }
  }
  return bytes;
}

std::optional<std::array<SliceCounts, 2>> decode_counts(std::span<const std::byte> bytes) {
  if (bytes.size() != counts_bytes) return std::nullopt;
  std::array<SliceCounts, 2> counts;
  std::size_t at = 0;
  for (SliceCounts& slice : counts) {
    for (std::uint64_t* const number : {&slice.positions, &slice.captures, &slice.wins, &slice.losses, &slice.draws}) {
      *number = load_little_endian<std::uint64_t>(bytes, at);
      at += sizeof *number;
    }
  }
  return counts;
}

}  // namespace dambase
