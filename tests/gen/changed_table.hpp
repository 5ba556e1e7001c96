// A finished table with changed values, written so that all counts, digests and checksums agree: only
// the rules can tell that it is wrong.
#pragma once

#include "formats/content_digest.hpp"
#include "probe/table_set.hpp"
#include "tests/formats/sample_table.hpp"
#include "tests/gen/built_tables.hpp"

namespace dambase::test {

class ChangedTable {
 public:
  ChangedTable(const std::filesystem::path& folder, std::string_view material)
      : folder_(folder), path_(table_in(folder, material)), info_(TableReader::open(path_)->info()) {
    for (std::size_t slice = 0; slice < static_cast<std::size_t>(info_.slice_count()); ++slice) {
      numberings_.emplace_back(international().shape(), slice == 0 ? info_.material : info_.material.twin());
      info_.is_stored[slice] ? read(slice) : derive(slice);
    }
  }

  [[nodiscard]] const TableInfo& info() const { return info_; }
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

  /// Writes the table; values of a slice that is left out become what those that are stored make them.
  void write() {
    seal_and_write();
    if (info_.profile == Profile::fast || slices() == 1) return;
    derive(info_.is_stored[0] ? 1 : 0);
    seal_and_write();
  }

  /// Writes the table with another header.
  void write_as(const TableInfo& info) const {
    auto writer = TableWriter::create(path_);
    ASSERT_TRUE(writer);
    std::vector<SliceCoding> codings;
    for (std::size_t slice = 0; slice < slices(); ++slice) {
      if (!info_.is_stored[slice]) continue;
      const Bytes bytes = packed_codes(codes_[slice]);
      codings.push_back(learn_coding(bytes, numberings_[slice]));
      append(*writer, codings.back(), bytes);
    }
    ASSERT_TRUE(writer->finish(info, codings));
  }

 private:
  std::uint64_t& count_of(std::size_t slice, Code code) {
    SliceCounts& counts = info_.slices[slice];
    return code == Code::win ? counts.wins : code == Code::loss ? counts.losses : counts.draws;
  }

  [[nodiscard]] bool has_capture(std::size_t slice, std::uint64_t number) const {
    return international().has_capture(numberings_[slice].unrank(number));
  }

  void read(std::size_t slice) {
    const std::vector<Value> values = stored_values(*TableReader::open(path_), slice);
    for (std::uint64_t number = 0; number < values.size(); ++number)
      codes_[slice].push_back(has_capture(slice, number) ? Code::capture : static_cast<Code>(values[number]));
  }

  // Takes the values of a slice that is left out from the table as it is written.
  void derive(std::size_t slice) {
    const auto set = TableSet::open(international(), folder_);
    const std::uint64_t positions = numberings_[slice].positions();
    const bool is_first_time = codes_[slice].empty();
    codes_[slice].resize(positions, Code::capture);
    for (std::uint64_t number = 0; number < positions; ++number) {
      if (has_capture(slice, number)) continue;
      const auto value = (*set)->probe(numberings_[slice].unrank(number));
      ASSERT_TRUE(value) << value.error().message;
      is_first_time ? void(codes_[slice][number] = static_cast<Code>(*value)) : set_if_other(slice, number, *value);
    }
  }

  void set_if_other(std::size_t slice, std::uint64_t number, Value value) {
    if (codes_[slice][number] != static_cast<Code>(value)) set(slice, number, value);
  }

  void seal_and_write() {
    ContentDigest digest;
    for (std::size_t slice = 0; slice < slices(); ++slice) {
      digest.add(packed_codes(codes_[slice]));
      digest.end_slice();
    }
    info_.content_digest = digest.value();
    write_as(info_);
  }

  static void append(TableWriter& writer, const SliceCoding& coding, const Bytes& codes) {
    BlockEncoder encoder;
    for (std::uint64_t block = 0; block < coding.tiling.blocks(); ++block)
      ASSERT_TRUE(writer.append(*encoder.encode(coding, codes, block)));
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
  TableInfo info_;
  std::vector<SliceNumbering> numberings_;
  std::array<Codes, 2> codes_;
};

}  // namespace dambase::test
