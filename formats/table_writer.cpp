#include "formats/table_writer.hpp"

#include <cassert>

#include "formats/checksum.hpp"
#include "formats/table_directory.hpp"

namespace dambase {

Result<TableWriter> TableWriter::create(const std::filesystem::path& path) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  const std::array<std::byte, header_bytes> room{};
  if (auto written = file->append(room); !written) return written.error();
  return TableWriter(std::move(*file));
}

Result<void> TableWriter::append(const EncodedBlock& block) {
  assert(block.bytes.size() <= max_block_bytes);
  directory_.resize(directory_.size() + directory_entry_bytes);
  encode_entry(
      directory_, directory_.size() - directory_entry_bytes,
      {static_cast<std::uint32_t>(block.bytes.size()), block.codec, static_cast<std::uint32_t>(checksum(block.bytes))});
  offset_ += block.bytes.size();
  return file_.append(block.bytes);
}

Result<std::uint64_t> TableWriter::finish(TableInfo info, std::span<const SliceCoding> codings) {
  info.blocks = directory_.size() / directory_entry_bytes;
  std::vector<std::byte> end;
  for (const SliceCoding& coding : codings) {
    const std::vector<std::byte> bytes = encode_coding(coding);
    end.insert(end.end(), bytes.begin(), bytes.end());
  }
  const std::uint64_t directory_offset = offset_ + end.size();
  end.insert(end.end(), directory_.begin(), directory_.end());
  const TableLayout layout{offset_, directory_offset, offset_ + end.size(), checksum(end)};
  if (auto written = file_.append(end); !written) return written.error();
  if (auto written = file_.write_at(0, encode_header(info, layout)); !written) return written.error();
  if (auto committed = file_.commit(); !committed) return committed.error();
  return layout.file_bytes;
}

}  // namespace dambase
