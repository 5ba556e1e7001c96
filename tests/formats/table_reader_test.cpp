// Table files written and read back, damaged in every way, and forged.
#include "formats/table_reader.hpp"

#include <gtest/gtest.h>

#include "formats/checksum.hpp"
#include "formats/table_directory.hpp"
#include "tests/formats/sample_table.hpp"

namespace dambase::test {
namespace {

// Every value that is not a capture, compared with what was written: by blocks, and by tiles, of which some are read
// only as far as is needed.
void expect_values(const TableReader& reader, const SampleTable& sample) {
  for (std::size_t slice = 0; slice < 2; ++slice) {
    if (!sample.info.is_stored[slice]) {
      EXPECT_EQ(reader.blocks_of(slice), 0U);
      continue;
    }
    const SliceCoding& coding = reader.coding(slice);
    EXPECT_EQ(coding.tiling.options(), sample.options_for(slice));
    const std::vector<Value> values = stored_values(reader, slice);
    ASSERT_EQ(values.size(), sample.codes[slice].size());
    Bytes tile(coding.tile_bytes());
    for (std::uint64_t number = 0; number < values.size(); ++number) {
      const Code code = sample.codes[slice][number];
      if (code == Code::capture) continue;
      ASSERT_EQ(values[number], static_cast<Value>(code));
      const Tiling::Place place = coding.tiling.place_of(number);
      const std::uint32_t needed = number % 2 == 0 ? place.index + 1 : max_tile_positions;
      ASSERT_TRUE(reader.read_tile(slice, place.tile, needed, tile));
      ASSERT_EQ(value_at(tile, place.index), values[number]);
      if (const auto constant = reader.constant_of(slice, place.tile)) {
        ASSERT_EQ(value_at(std::span(&*constant, 1), 0), values[number]);
      }
    }
  }
}

void expect_read_as_written(const SampleTable& sample) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "table.wld";
  const Bytes bytes = sample.write(path);
  const auto reader = TableReader::open(path);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->file_bytes(), bytes.size());
  EXPECT_EQ(reader->info().slices, sample.info.slices);
  EXPECT_EQ(reader->info().is_stored, sample.info.is_stored);
  EXPECT_EQ(reader->info().blocks, reader->blocks_of(0) + reader->blocks_of(1));
  EXPECT_EQ(reader->name(), path.string());
  expect_values(*reader, sample);
}

class TableFileOf : public testing::TestWithParam<TilingOptions> {};

TEST_P(TableFileOf, SuchTilesIsReadAsWritten) {
  for (const char* name : {"KvK", "KKvK", "KKMvM"}) expect_read_as_written({name, GetParam(), 11});
}

TEST_P(TableFileOf, SuchTilesIsReadWhereASliceIsLeftOut) {
  for (const std::size_t left_out : {0U, 1U}) {
    SampleTable sample("KKMvM", GetParam(), 11);
    sample.leave_out(left_out);
    expect_read_as_written(sample);
  }
}

INSTANTIATE_TEST_SUITE_P(Tiles, TableFileOf,
                         testing::Values(TilingOptions{1, 1, 1, 1}, TilingOptions{1, 1, 4, 9},
                                         TilingOptions{7, 4, 2, 1}, TilingOptions{13, 13, 8, 2},
                                         TilingOptions{64, 16, 1, 3}, TilingOptions{168, 32, 32, 4},
                                         TilingOptions{1 << 20, 64, 1, 256}));

// Cut so that there are several blocks.
constexpr TilingOptions usual_tiles{12, 4, 4, 2};

TEST(TableFile, TheSameContentGivesTheSameBytes) {
  const TemporaryFolder folder;
  const SampleTable sample("KKvK", usual_tiles, 12);
  EXPECT_EQ(sample.write(folder.path() / "a"), sample.write(folder.path() / "b"));
}

// ---- damage ----

// Whether opening, or reading some block, finds that something is wrong; then it must be named.
bool is_found(Bytes bytes) {
  const auto reader = open_bytes(std::move(bytes));
  if (!reader) {
    // Bytes that happen to be well signed may have any version, which is no damage.
    const bool is_refused =
        reader.error().code == ErrorCode::damaged_table || reader.error().code == ErrorCode::wrong_variant;
    EXPECT_TRUE(is_refused) << reader.error().message;
    EXPECT_NE(reader.error().message.find("sample"), std::string::npos);
    return true;
  }
  for (std::uint64_t number = 0; number < reader->info().blocks; ++number) {
    const std::size_t slice = number < reader->blocks_of(0) ? 0 : 1;
    const auto read = reader->read_block(slice, number - (slice == 0 ? 0 : reader->blocks_of(0)));
    if (read) continue;
    EXPECT_EQ(read.error().code, ErrorCode::damaged_table) << read.error().message;
    EXPECT_NE(read.error().message.find("block " + std::to_string(number)), std::string::npos);
    return true;
  }
  return false;
}

class DamagedTable : public testing::Test {
 protected:
  TemporaryFolder folder_;
  SampleTable sample_{"KKvK", usual_tiles, 13};
  Bytes bytes_ = sample_.write(folder_.path() / "table.wld");
};

TEST_F(DamagedTable, TheUndamagedOneIsSound) { EXPECT_FALSE(is_found(bytes_)); }

TEST_F(DamagedTable, EveryFlippedBitIsFound) {
  for (std::size_t bit = 0; bit < bytes_.size() * 8; ++bit) {
    Bytes bytes = bytes_;
    bytes[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
    ASSERT_TRUE(is_found(std::move(bytes))) << "bit " << bit << " of " << bytes_.size() * 8;
  }
}

TEST_F(DamagedTable, EveryCutIsFound) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    Bytes bytes = bytes_;
    bytes.resize(size);
    ASSERT_TRUE(is_found(std::move(bytes))) << size;
  }
}

TEST_F(DamagedTable, AppendedBytesAreFound) {
  for (const std::size_t more : {1U, 8U, 4096U}) {
    Bytes bytes = bytes_;
    bytes.resize(bytes.size() + more);
    EXPECT_TRUE(is_found(std::move(bytes)));
  }
}

TEST_F(DamagedTable, NothingButZerosIsFound) {
  for (const std::size_t size : {std::size_t{1}, header_bytes, bytes_.size(), std::size_t{1} << 20})
    EXPECT_TRUE(is_found(Bytes(size)));
}

TEST_F(DamagedTable, SwappedBlocksAreFound) {
  const auto reader = open_bytes(bytes_);
  ASSERT_TRUE(reader);
  // Two blocks of one size, so that only their content tells.
  Bytes bytes = bytes_;
  std::swap_ranges(bytes.begin() + 256, bytes.begin() + 261, bytes.begin() + 300);
  EXPECT_TRUE(is_found(std::move(bytes)));
}

TEST_F(DamagedTable, OtherBlocksCanStillBeRead) {
  Bytes bytes = bytes_;
  bytes[header_bytes] ^= std::byte{1};  // in block 0
  const auto reader = open_bytes(std::move(bytes));
  ASSERT_TRUE(reader);
  EXPECT_FALSE(reader->read_block(0, 0));
  Bytes tile(reader->coding(0).tile_bytes());
  EXPECT_FALSE(reader->read_tile(0, 0, 1, tile));
  for (std::uint64_t block = 1; block < reader->blocks_of(0); ++block) EXPECT_TRUE(reader->read_block(0, block));
  for (std::uint64_t block = 0; block < reader->blocks_of(1); ++block) EXPECT_TRUE(reader->read_block(1, block));
}

TEST_F(DamagedTable, AFileCutWhileItIsOpenIsAnErrorOfTheFile) {
  const std::filesystem::path path = folder_.path() / "table.wld";
  const auto reader = TableReader::open(path);
  ASSERT_TRUE(reader);
  std::filesystem::resize_file(path, header_bytes);
  const auto block = reader->read_block(0, 0);
  ASSERT_FALSE(block);
  EXPECT_NE(block.error().message.find(path.string()), std::string::npos);
}

// ---- forgery: the checksums are right ----

void sign_header(Bytes& bytes) {
  store_little_endian(bytes, header_bytes - 8, checksum(std::span(bytes).first(header_bytes - 8)));
}

// Codings and directory.
void sign_end(Bytes& bytes) {
  const auto codings = load_little_endian<std::uint64_t>(bytes, 184);
  store_little_endian(bytes, 240, checksum(std::span(bytes).subspan(codings)));
  sign_header(bytes);
}

TEST_F(DamagedTable, ForgedNumbersInTheHeaderAreRefused) {
  constexpr std::uint64_t numbers[] = {0,
                                       1,
                                       255,
                                       256,
                                       257,
                                       0xffffffffU,
                                       0x100000000U,
                                       std::uint64_t{1} << 63,
                                       (std::uint64_t{1} << 63) - 1,
                                       ~std::uint64_t{0},
                                       ~std::uint64_t{0} - 7};
  // Every field of eight bytes but the digest: number of blocks, directory, size of the file, counts, codings.
  for (std::size_t field = 40; field <= 184; field += field == 136 ? 48 : 8) {
    for (const std::uint64_t number : numbers) {
      Bytes bytes = bytes_;
      if (load_little_endian<std::uint64_t>(bytes, field) == number) continue;
      store_little_endian(bytes, field, number);
      sign_header(bytes);
      if (field == 72 || field == 112) continue;  // captures: any number up to that of positions will do
      EXPECT_TRUE(is_found(std::move(bytes))) << "field " << field << " is " << number;
    }
  }
}

TEST_F(DamagedTable, MorePositionsThanTheFileCanHoldTakeNoMemory) {
  for (const std::uint64_t positions : {std::uint64_t{0xffffffffU}, std::uint64_t{1} << 63}) {
    Bytes bytes = bytes_;
    TableInfo info = sample_.info;
    info.slices[0] = {positions, 0, positions, 0, 0};
    const TableLayout layout =
        decode_header(std::span<const std::byte, header_bytes>(bytes.data(), header_bytes))->layout;
    const auto header = encode_header(info, layout);
    std::ranges::copy(header, bytes.begin());
    EXPECT_TRUE(is_found(std::move(bytes)));
  }
}

TEST_F(DamagedTable, ForgedDirectoriesAreRefused) {
  const auto directory = static_cast<std::size_t>(load_little_endian<std::uint64_t>(bytes_, 48));
  for (const std::uint32_t size : {0U, 1U, 0xffffffU}) {
    Bytes bytes = bytes_;
    encode_entry(bytes, directory, {size, Codec::raw, 0});
    sign_end(bytes);
    EXPECT_TRUE(is_found(std::move(bytes))) << size;
  }
  // One block takes from the next: the sum is right, so they overlap as it were.
  Bytes bytes = bytes_;
  DirectoryEntry first = decode_entry(bytes, directory);
  DirectoryEntry second = decode_entry(bytes, directory + directory_entry_bytes);
  ++first.bytes;
  --second.bytes;
  encode_entry(bytes, directory, first);
  encode_entry(bytes, directory + directory_entry_bytes, second);
  sign_end(bytes);
  EXPECT_TRUE(is_found(std::move(bytes)));
}

TEST_F(DamagedTable, ForgedCodingsAreRefused) {
  const auto codings = static_cast<std::size_t>(load_little_endian<std::uint64_t>(bytes_, 184));
  const auto forged = [&](std::size_t field, auto number) {
    Bytes bytes = bytes_;
    store_little_endian(bytes, codings + field, number);
    sign_end(bytes);
    return is_found(std::move(bytes));
  };
  for (const std::uint64_t line : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 40, ~std::uint64_t{0}})
    EXPECT_TRUE(forged(0, line)) << line;
  constexpr std::size_t at_width = 8;
  constexpr std::size_t at_lines = 12;
  constexpr std::size_t at_tiles = 16;
  constexpr std::size_t at_model_bytes = 20;
  for (const std::size_t field : {at_width, at_lines, at_tiles, at_model_bytes}) {
    for (const std::uint32_t number : {0U, 1U, 3U, 0x10000U, 0xffffffffU})
      EXPECT_TRUE(forged(field, number)) << field << " is " << number;
  }
}

TEST_F(DamagedTable, RandomBytesBehindTheMagicNeverDoMoreThanFail) {
  std::mt19937 random(14);
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = bytes_;
    const int changes = 1 + static_cast<int>(random() % 40);
    for (int i = 0; i < changes; ++i) bytes[8 + random() % (bytes.size() - 8)] = static_cast<std::byte>(random() & 255);
    sign_header(bytes);
    if (round % 2 == 0 && load_little_endian<std::uint64_t>(bytes, 184) <= bytes.size()) sign_end(bytes);
    is_found(std::move(bytes));
  }
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes(256 + random() % 300);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
    std::copy_n(bytes_.begin(), random() % 40, bytes.begin());
    sign_header(bytes);
    EXPECT_TRUE(is_found(std::move(bytes)));
  }
}

// ---- files that are none ----

TEST(TableReader, NamesWhatIsNotThere) {
  const TemporaryFolder folder;
  const auto missing = TableReader::open(folder.path() / "KvK.wld");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::missing_table);
  EXPECT_NE(missing.error().message.find("KvK.wld"), std::string::npos);
  const auto a_folder = TableReader::open(folder.path());
  ASSERT_FALSE(a_folder);
  EXPECT_EQ(a_folder.error().code, ErrorCode::file_failed);
  write_bytes(folder.path() / "empty.wld", {});
  const auto empty = TableReader::open(folder.path() / "empty.wld");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::damaged_table);
}

TEST(TableDirectory, EntriesGoThereAndBack) {
  Bytes bytes(24);
  const DirectoryEntry entry{max_block_bytes, Codec::constant, 0xdeadbeefU};
  encode_entry(bytes, 8, entry);
  const DirectoryEntry back = decode_entry(bytes, 8);
  EXPECT_EQ(back.bytes, entry.bytes);
  EXPECT_EQ(back.codec, entry.codec);
  EXPECT_EQ(back.checksum, entry.checksum);
  EXPECT_EQ(bytes[7], std::byte{0});
  EXPECT_EQ(bytes[16], std::byte{0});
}

}  // namespace
}  // namespace dambase::test
