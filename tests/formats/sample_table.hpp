// Small table files with random values, in small blocks so that there are many.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string_view>

#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "formats/table_writer.hpp"
#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {

/// Codes of one slice, a code a position.
using Codes = std::vector<Code>;

[[nodiscard]] inline Bytes packed_codes(const Codes& codes) {
  Bytes bytes((codes.size() + codes_per_byte - 1) / codes_per_byte);
  for (std::size_t i = 0; i < codes.size(); ++i)
    bytes[i / codes_per_byte] |= static_cast<std::byte>(static_cast<unsigned>(codes[i]) << i % codes_per_byte * 2);
  return bytes;
}

/// A table on the smallest board, whose values are random.
struct SampleTable {
  TableInfo info;
  std::array<Codes, 2> codes;

  SampleTable(std::string_view name, std::uint32_t block_positions, unsigned seed) {
    info.variant_id = 99;
    info.rules_version = 7;
    info.material = *Material::parse(name);
    info.generator_version = "1.2.3";
    info.codec = static_cast<std::uint32_t>(Codec::zstandard);
    info.block_positions = block_positions;
    info.content_digest = 0x0123456789abcdefU;
    std::mt19937 random(seed);
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info.slice_count()); ++slice) fill(slice, random);
  }

  /// Writes the file and returns its bytes.
  [[nodiscard]] Bytes write(const std::filesystem::path& path) const {
    auto writer = TableWriter::create(path);
    EXPECT_TRUE(writer);
    for (const Codes& of_slice : codes) append(*writer, of_slice);
    const auto size = writer->finish(info);
    EXPECT_TRUE(size);
    Bytes bytes = read_bytes(path);
    EXPECT_EQ(bytes.size(), *size);
    return bytes;
  }

 private:
  void fill(std::size_t slice, std::mt19937& random) {
    const Material material = slice == 0 ? info.material : info.material.twin();
    SliceCounts& counts = info.slices[slice];
    counts.positions = slice_positions(Board<4>::shape, material).value();
    for (std::uint64_t i = 0; i < counts.positions; ++i) {
      // Long runs of one value beside noise, so that blocks of every codec arise.
      const bool noise = i % 200 < 60;
      const auto code = static_cast<Code>(noise ? random() % 4 : i / 200 % 3);
      codes[slice].push_back(code);
      if (code == Code::capture) ++counts.captures;
      ++(code == Code::win ? counts.wins : code == Code::loss ? counts.losses : counts.draws);
    }
  }

  void append(TableWriter& writer, const Codes& of_slice) const {
    BlockEncoder encoder;
    const Bytes bytes = packed_codes(of_slice);
    for (std::uint64_t first = 0; first < of_slice.size(); first += info.block_positions) {
      const auto count =
          static_cast<std::size_t>(std::min<std::uint64_t>(info.block_positions, of_slice.size() - first));
      Bytes packed(packed_bytes(count));
      pack_values(bytes, first, count, packed);
      const auto block = encoder.encode(packed);
      ASSERT_TRUE(block);
      ASSERT_TRUE(writer.append(*block));
    }
  }
};

/// Opens a table that lies in memory.
[[nodiscard]] inline Result<TableReader> open_bytes(Bytes bytes) {
  return TableReader::open(bytes_in_memory(std::move(bytes)), "sample");
}

}  // namespace dambase::test
