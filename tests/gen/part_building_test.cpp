// Tables that are cut: the same bytes as those that are solved at once.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/content_digest.hpp"
#include "gen/part_file.hpp"
#include "gen/table_cut.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {
namespace {

class PartBuilding : public testing::Test {
 protected:
  explicit PartBuilding(int pieces = 3) { copy_built_tables(pieces, folder_.path()); }

  [[nodiscard]] TableCut cut(const char* material, int wanted) const {
    return {international(), *Material::parse(material), wanted, table_in(folder_.path(), material)};
  }
  [[nodiscard]] Result<BuildReport> build_step(const char* material, const CutStep& step) const {
    BuildOptions options = options_for(folder_.path(), 0);
    options.materials = {*Material::parse(material)};
    options.dependencies = Dependencies::require;
    options.step = step;
    return build(options);
  }
  // Makes all parts, in an order in which each comes after those that it reads.
  void make_parts(const char* material, int wanted) {
    const TableCut table = cut(material, wanted);
    for (std::size_t i = 0; i < table.parts().size(); ++i) {
      const auto built = build_step(material, table.part_step(i));
      ASSERT_TRUE(built) << built.error().message;
    }
  }
  void make_sections(const char* material, int wanted) {
    const TableCut table = cut(material, wanted);
    for (std::size_t i = 0; i < table.sections(); ++i) {
      const auto built = build_step(material, table.section_step(i));
      ASSERT_TRUE(built) << built.error().message;
    }
  }
  // The files of parts and sections that are there.
  [[nodiscard]] std::size_t files_on_the_way(const char* material, int wanted) const {
    const TableCut table = cut(material, wanted);
    std::size_t files = 0;
    for (std::size_t i = 0; i < table.parts().size(); ++i)
      files += std::filesystem::exists(table.path_of(table.part_step(i))) ? 1 : 0;
    for (std::size_t i = 0; i < table.sections(); ++i)
      files += std::filesystem::exists(table.path_of(table.section_step(i))) ? 1 : 0;
    return files;
  }

  TemporaryFolder folder_;
};

TEST_F(PartBuilding, MakesTheSameBytes) {
  for (const char* material : {"KMvK", "KMvM", "MMvK", "KKvM"}) {
    for (const int wanted : {1, 3, 8, 40}) {
      std::filesystem::remove(table_in(folder_.path(), material));
      make_parts(material, wanted);
      make_sections(material, wanted);
      EXPECT_EQ(files_on_the_way(material, wanted),
                cut(material, wanted).parts().size() + cut(material, wanted).sections());
      const auto table = build_step(material, {wanted});
      ASSERT_TRUE(table) << table.error().message;
      EXPECT_TRUE(read_bytes(table_in(folder_.path(), material)) == read_bytes(table_in(built_tables(3), material)))
          << material << " in " << wanted;
      EXPECT_EQ(files_on_the_way(material, wanted), 0U);
    }
  }
}

// Positions of a configuration are not all next to each other there.
TEST(PartBuildingWithRuns, MakesTheSameBytes) {
  const TemporaryFolder folder;
  BuildOptions options = options_for(folder.path(), 3);
  options.variant = *find_variant("frisian");
  ASSERT_TRUE(build(options));
  options.pieces = 0;
  options.materials = {*Material::parse("KMvK")};
  options.dependencies = Dependencies::require;
  const std::filesystem::path path = table_path(folder.path(), *options.variant, options.materials[0], Metric::wld);
  const Bytes right = read_bytes(path);
  std::filesystem::remove(path);
  const TableCut cut(*options.variant, options.materials[0], 5, path);
  const auto make = [&](const CutStep& step) {
    options.step = step;
    const auto built = build(options);
    ASSERT_TRUE(built) << built.error().message;
  };
  for (std::size_t i = 0; i < cut.parts().size(); ++i) make(cut.part_step(i));
  for (std::size_t i = 0; i < cut.sections(); ++i) make(cut.section_step(i));
  make({5});
  EXPECT_TRUE(read_bytes(path) == right);
}

// Of a material that is its own twin, with several chunks of the digest in a section and several sections in a chunk,
// and level by level of what promotions lead to.
class LongPartBuilding : public PartBuilding {
 protected:
  LongPartBuilding() : PartBuilding(4) {}
};

TEST_F(LongPartBuilding, MakesTheSameBytesOfFourPieces) {
  for (const char* material : {"KMvKM", "KKMvM", "KMMvK", "KMvMM"}) {
    for (const int wanted : {2, 10, 40}) {
      std::filesystem::remove(table_in(folder_.path(), material));
      make_parts(material, wanted);
      make_sections(material, wanted);
      ASSERT_TRUE(build_step(material, {wanted}));
      EXPECT_TRUE(read_bytes(table_in(folder_.path(), material)) == read_bytes(table_in(built_tables(4), material)))
          << material << " in " << wanted;
    }
  }
}

TEST_F(PartBuilding, WhatIsThereIsNotMadeAgain) {
  std::filesystem::remove(table_in(folder_.path(), "KMvM"));
  make_parts("KMvM", 4);
  make_sections("KMvM", 4);
  const TableCut table = cut("KMvM", 4);
  for (const CutStep& step : {table.part_step(1), table.section_step(1)}) {
    const auto again = build_step("KMvM", step);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->materials.front().was_there);
  }
}

TEST_F(PartBuilding, ADamagedOrMissingFileIsAnError) {
  std::filesystem::remove(table_in(folder_.path(), "KMvM"));
  make_parts("KMvM", 4);
  make_sections("KMvM", 4);
  const TableCut table = cut("KMvM", 4);
  // What reads it: a section all parts, the table all sections.
  const std::vector<std::pair<CutStep, CutStep>> read_by = {{table.part_step(0), table.section_step(0)},
                                                            {table.section_step(0), {4}}};
  for (const auto& [step, reader] : read_by) {
    const std::filesystem::path path = table.path_of(step);
    const std::filesystem::path made = table.path_of(reader);
    const Bytes right = read_bytes(path);
    std::filesystem::remove(made);
    for (std::size_t i = 0; i < right.size(); i += 1 + right.size() / 60) {
      Bytes flipped = right;
      flipped[i] ^= std::byte{16};
      write_bytes(path, flipped);
      EXPECT_FALSE(ChunkFileReader::open_sound(path, table.identity_of(step))) << i;
    }
    for (const std::size_t size : {std::size_t{0}, std::size_t{50}, right.size() / 2, right.size() - 1}) {
      write_bytes(path, Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size)));
      EXPECT_FALSE(build_step("KMvM", reader)) << size;
    }
    std::filesystem::remove(path);
    const auto missing = build_step("KMvM", reader);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::missing_table);
    CutStep other = step;
    ++other.index;
    write_bytes(path, read_bytes(table.path_of(other)));
    const auto wrong = build_step("KMvM", reader);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::damaged_table);
    EXPECT_FALSE(std::filesystem::exists(made));
    write_bytes(path, right);
    ASSERT_TRUE(build_step("KMvM", reader));
  }
}

// Sound, but made from other parts: joined, they would be a table that nobody has solved.
TEST_F(PartBuilding, SectionsThatDoNotAgreeAreNotJoined) {
  std::filesystem::remove(table_in(folder_.path(), "KMvK"));
  make_parts("KMvK", 3);
  make_sections("KMvK", 3);
  const TableCut table = cut("KMvK", 3);
  ASSERT_EQ(table.section(1).front().slice, table.section(0).front().slice);
  const CutStep step = table.section_step(1);
  const Bytes right = read_bytes(table.path_of(step));
  constexpr std::uint32_t streams = 3;
  constexpr std::uint32_t codings = 2;
  for (const bool changes_coding : {false, true}) {
    const auto reader = ChunkFileReader::open(table.path_of(step), table.identity_of(step));
    ASSERT_TRUE(reader);
    auto writer = ChunkFileWriter::create(table.path_of(step), table.identity_of(step));
    ASSERT_TRUE(writer);
    for (std::uint32_t stream = 0; stream < streams; ++stream) {
      for (std::size_t chunk = 0; chunk < reader->chunks(stream); ++chunk) {
        auto bytes = *reader->read(stream, chunk);
        if (changes_coding && stream == codings) bytes.back() ^= std::byte{1};
        ASSERT_TRUE(writer->append(stream, bytes));
      }
    }
    Bytes info(reader->info().begin(), reader->info().end());
    if (!changes_coding) info.front() ^= std::byte{1};
    ASSERT_TRUE(writer->finish(info));
    const auto joined = build_step("KMvK", {3});
    ASSERT_FALSE(joined);
    EXPECT_EQ(joined.error().code, ErrorCode::damaged_table) << joined.error().message;
    EXPECT_FALSE(std::filesystem::exists(table_in(folder_.path(), "KMvK")));
    write_bytes(table.path_of(step), right);
  }
  EXPECT_TRUE(build_step("KMvK", {3}));
}

// Whatever the sections, each block and each chunk of the digest is in one of them, and they have the codes for that.
TEST(TableCut, HasEachBlockAndEachChunkInOneSection) {
  for (const char* name : {"KMvK", "KKMvM", "KKMvKM", "KKKvKKM", "KKMvKKM"}) {
    const Material material = Material::parse(name)->canonical();
    for (const int wanted : {1, 2, 8, 100, 3000}) {
      const TableCut cut(international(), material, wanted, "table");
      std::vector<std::uint64_t> blocks(cut.slices());
      std::vector<std::uint64_t> chunks(cut.slices());
      for (std::size_t i = 0; i < cut.sections(); ++i) {
        for (const SectionRange& range : cut.section(i)) {
          const Tiling& tiling = cut.tiling(range.slice);
          ASSERT_EQ(range.first_block, blocks[range.slice]) << name << " " << wanted << " " << i;
          ASSERT_EQ(range.first_chunk, chunks[range.slice]) << name << " " << wanted << " " << i;
          blocks[range.slice] = range.end_block;
          chunks[range.slice] = range.end_chunk;
          const auto codes_of = [&](std::uint64_t tile) {
            const std::uint64_t first = tiling.first_of(tile);
            return std::pair(first, first + (tiling.shape_of(tile).lines - 1) * tiling.options().line);
          };
          const std::uint64_t first_tile = range.first_block * tiling.options().tiles_per_block;
          const std::uint64_t end_tile = std::min(range.end_block * tiling.options().tiles_per_block, tiling.tiles());
          EXPECT_GE(codes_of(first_tile).first, range.first_code);
          EXPECT_LT(codes_of(end_tile - 1).second, range.end_code);
          constexpr std::uint64_t codes_a_chunk = ContentDigest::chunk_bytes * codes_per_byte;
          if (range.first_chunk < range.end_chunk) {
            EXPECT_GE(range.first_chunk * codes_a_chunk, range.first_code);
            EXPECT_LE(std::min(range.end_chunk * codes_a_chunk, tiling.positions()), range.end_code);
          }
        }
      }
      for (std::size_t slice = 0; slice < cut.slices(); ++slice) {
        constexpr std::uint64_t codes_a_chunk = ContentDigest::chunk_bytes * codes_per_byte;
        EXPECT_EQ(blocks[slice], cut.tiling(slice).blocks());
        EXPECT_EQ(chunks[slice], (cut.tiling(slice).positions() + codes_a_chunk - 1) / codes_a_chunk);
      }
    }
  }
}

}  // namespace
}  // namespace dambase::test
