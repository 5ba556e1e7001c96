// Small table files with random values, in small tiles and blocks so that there are many.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string_view>

#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "formats/table_writer.hpp"
#include "tests/formats/sample_coding.hpp"

namespace dambase::test {

/// A table on the smallest board, whose values are random.
struct SampleTable {
  TableInfo info;
  std::array<Codes, 2> codes;
  TilingOptions tiling;

  /// Lines are cut to what a slice has.
  SampleTable(std::string_view name, const TilingOptions& options, unsigned seed) : tiling(options) {
    info.variant_id = 99;
    info.rules_version = 7;
    info.material = *Material::parse(name);
    info.generator_version = "1.2.3";
    info.codec = static_cast<std::uint32_t>(Codec::prediction);
    info.content_digest = 0x0123456789abcdefU;
    std::mt19937 random(seed);
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info.slice_count()); ++slice) {
      fill(slice, random);
      info.is_stored[slice] = true;
    }
  }

  /// Leaves out a slice of two.
  void leave_out(std::size_t slice) {
    info.profile = Profile::compact;
    info.is_stored[slice] = false;
  }

  /// Writes the file and returns its bytes.
  [[nodiscard]] Bytes write(const std::filesystem::path& path) const {
    auto writer = TableWriter::create(path);
    EXPECT_TRUE(writer);
    std::vector<SliceCoding> codings;
    for (std::size_t slice = 0; slice < codes.size(); ++slice) {
      if (!info.is_stored[slice]) continue;
      codings.push_back(coding_of(codes[slice], options_for(slice)));
      append(*writer, codes[slice], codings.back());
    }
    const auto size = writer->finish(info, codings);
    EXPECT_TRUE(size);
    Bytes bytes = read_bytes(path);
    EXPECT_EQ(bytes.size(), *size);
    return bytes;
  }

  /// How a slice is cut.
  [[nodiscard]] TilingOptions options_for(std::size_t slice) const {
    TilingOptions options = tiling;
    options.line = std::min<std::uint64_t>(options.line, codes[slice].size());
    options.tile_width = static_cast<std::uint32_t>(std::min<std::uint64_t>(options.tile_width, options.line));
    return options;
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

  static void append(TableWriter& writer, const Codes& of_slice, const SliceCoding& coding) {
    BlockEncoder encoder;
    const Bytes bytes = packed_codes(of_slice);
    for (std::uint64_t block = 0; block < coding.tiling.blocks(); ++block) {
      const auto encoded = encoder.encode(coding, bytes, block);
      ASSERT_TRUE(encoded);
      ASSERT_TRUE(writer.append(*encoded));
    }
  }
};

/// Opens a table that lies in memory.
[[nodiscard]] inline Result<TableReader> open_bytes(Bytes bytes) {
  return TableReader::open(bytes_in_memory(std::move(bytes)), "sample");
}

/// The values of a slice that is stored, in the order of their numbers; none if it cannot be read.
[[nodiscard]] inline std::vector<Value> stored_values(const TableReader& reader, std::size_t slice) {
  const SliceCoding& coding = reader.coding(slice);
  const std::uint32_t tiles = coding.tiling.options().tiles_per_block;
  std::vector<Bytes> blocks;
  for (std::uint64_t block = 0; block < coding.tiling.blocks(); ++block) {
    auto read = reader.read_block(slice, block);
    EXPECT_TRUE(read) << read.error().message;
    if (!read) return {};
    blocks.push_back(*std::move(read));
  }
  std::vector<Value> values;
  for (std::uint64_t number = 0; number < coding.tiling.positions(); ++number) {
    const Tiling::Place place = coding.tiling.place_of(number);
    const std::size_t tile_in_block = place.tile % tiles;
    values.push_back(
        value_at(std::span(blocks[place.tile / tiles]).subspan(tile_in_block * coding.tile_bytes()), place.index));
  }
  return values;
}

}  // namespace dambase::test
