// A finished table with changed values, written so that all counts, digests and checksums agree: only
// the rules can tell that it is wrong.
#pragma once

#include "formats/checksum.hpp"
#include "tests/formats/sample_table.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {

class ChangedTable {
 public:
  ChangedTable(const std::filesystem::path& folder, std::string_view material)
      : path_(table_in(folder, material)), info_(TableReader::open(path_)->info()) {
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info_.slice_count()); ++slice) {
      numberings_.emplace_back(international().shape(), slice == 0 ? info_.material : info_.material.twin());
      read(slice);
    }
  }

  [[nodiscard]] const SliceNumbering& numbering(std::size_t slice) const { return numberings_[slice]; }
  [[nodiscard]] std::size_t slices() const { return numberings_.size(); }
  [[nodiscard]] Code code(std::size_t slice, std::uint64_t number) const { return codes_[slice][number]; }

  /// The position as FEN has it: with Black to move in the second slice.
  [[nodiscard]] Position position(std::size_t slice, std::uint64_t number) const {
    const Position position = numberings_[slice].unrank(number);
    return slice == 0 ? position : position.turned(international().shape());
  }

  /// Changes a value that is stored.
  void set(std::size_t slice, std::uint64_t number, Value value) {
    Code& code = codes_[slice][number];
    --count_of(slice, code);
    code = static_cast<Code>(value);
    ++count_of(slice, code);
  }

  void write() {
    ChecksumStream digest;
    for (std::size_t slice = 0; slice < slices(); ++slice) digest.add(packed_codes(codes_[slice]));
    info_.content_digest = digest.value();
    auto writer = TableWriter::create(path_);
    ASSERT_TRUE(writer);
    for (std::size_t slice = 0; slice < slices(); ++slice) append(*writer, codes_[slice]);
    ASSERT_TRUE(writer->finish(info_));
  }

 private:
  std::uint64_t& count_of(std::size_t slice, Code code) {
    SliceCounts& counts = info_.slices[slice];
    return code == Code::win ? counts.wins : code == Code::loss ? counts.losses : counts.draws;
  }

  void read(std::size_t slice) {
    const auto reader = TableReader::open(path_);
    Bytes block;
    for (std::uint64_t number = 0; number < numberings_[slice].positions(); ++number) {
      const std::uint64_t in_block = number % info_.block_positions;
      if (in_block == 0) block = *reader->read_block(reader->block_of(slice, number));
      const bool capture = international().has_capture(numberings_[slice].unrank(number));
      codes_[slice].push_back(capture ? Code::capture : static_cast<Code>(value_at(block, in_block)));
    }
  }

  void append(TableWriter& writer, const Codes& codes) const {
    BlockEncoder encoder;
    const Bytes bytes = packed_codes(codes);
    for (std::uint64_t first = 0; first < codes.size(); first += info_.block_positions) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(info_.block_positions, codes.size() - first));
      Bytes packed(packed_bytes(count));
      pack_values(bytes, first, count, packed);
      ASSERT_TRUE(writer.append(*encoder.encode(packed)));
    }
  }

  std::filesystem::path path_;
  TableInfo info_;
  std::vector<SliceNumbering> numberings_;
  std::array<Codes, 2> codes_;
};

}  // namespace dambase::test
