#include "gen/chunk_file.hpp"

#include <tbb/parallel_for.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"
#include "formats/zstandard.hpp"

namespace dambase {
namespace {

constexpr std::array<char, 8> magic = {'d', 'a', 'm', 'c', 'h', 'n', 'k', '1'};
constexpr int compression_level = 1;  // read once or twice

// Offsets in the header.
constexpr std::size_t at_identity = 8;
constexpr std::size_t at_info = 40;
constexpr std::size_t at_directory = 48;
constexpr std::size_t at_file_bytes = 56;
constexpr std::size_t at_end_checksum = 64;  // of info and directory
constexpr std::size_t at_checksum = 72;      // of what is before it
constexpr std::size_t header_size = 80;
using HeaderBytes = std::array<std::byte, header_size>;

// A chunk in the directory: its stream, offset, bytes in the file and without compression, checksum; 8 bytes each.
constexpr std::size_t entry_size = 40;
constexpr std::uint32_t most_streams = 1U << 24;

HeaderBytes identified(const ChunkFileIdentity& identity) {
  HeaderBytes bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  std::ranges::copy(identity, bytes.begin() + at_identity);
  return bytes;
}

}  // namespace

// ---- writing ----

ChunkFileWriter::ChunkFileWriter(AtomicFile file, const ChunkFileIdentity& identity)
    : file_(std::move(file)), identity_(identity), offset_(header_size) {}

Result<ChunkFileWriter> ChunkFileWriter::create(const std::filesystem::path& path, const ChunkFileIdentity& identity) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto room = file->append(HeaderBytes{}); !room) return room.error();
  return ChunkFileWriter(*std::move(file), identity);
}

Result<ChunkFileWriter::Frame> ChunkFileWriter::compress(std::span<const std::byte> chunk) {
  Frame frame{std::vector<std::byte>(ZSTD_compressBound(chunk.size())), chunk.size()};
  const std::size_t size =
      ZSTD_compress(frame.bytes.data(), frame.bytes.size(), chunk.data(), chunk.size(), compression_level);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::out_of_memory, "no memory to compress"};
  frame.bytes.resize(size);
  return frame;
}

Result<void> ChunkFileWriter::write(std::uint32_t stream, const Frame& frame) {
  const std::scoped_lock lock(*mutex_);
  if (auto written = file_.append(frame.bytes); !written) return written;
  const std::size_t at = directory_.size();
  directory_.resize(at + entry_size);
  store_little_endian(directory_, at, std::uint64_t{stream});
  store_little_endian(directory_, at + 8, offset_);
  store_little_endian(directory_, at + 16, std::uint64_t{frame.bytes.size()});
  store_little_endian(directory_, at + 24, frame.raw_bytes);
  store_little_endian(directory_, at + 32, checksum(frame.bytes));
  offset_ += frame.bytes.size();
  return {};
}

Result<void> ChunkFileWriter::append(std::uint32_t stream, std::span<const std::byte> chunk) {
  const auto frame = compress(chunk);
  return frame ? write(stream, *frame) : frame.error();
}

Result<void> ChunkFileWriter::append_all(std::uint32_t stream, std::span<const std::span<const std::byte>> chunks) {
  std::vector<Result<Frame>> frames(chunks.size(), Frame{});
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) { frames[i] = compress(chunks[i]); });
  for (const Result<Frame>& frame : frames) {
    if (!frame) return frame.error();
    if (auto written = write(stream, *frame); !written) return written;
  }
  return {};
}

Result<std::uint64_t> ChunkFileWriter::finish(std::span<const std::byte> info) {
  std::vector<std::byte> end(info.begin(), info.end());
  end.insert(end.end(), directory_.begin(), directory_.end());
  HeaderBytes header = identified(identity_);
  store_little_endian(header, at_info, offset_);
  store_little_endian(header, at_directory, offset_ + info.size());
  store_little_endian(header, at_file_bytes, offset_ + end.size());
  store_little_endian(header, at_end_checksum, checksum(end));
  store_little_endian(header, at_checksum, checksum(std::span(header).first(at_checksum)));
  if (auto written = file_.append(end); !written) return written.error();
  if (auto written = file_.write_at(0, header); !written) return written.error();
  if (auto committed = file_.commit(); !committed) return committed.error();
  return offset_ + end.size();
}

std::uint64_t ChunkFileWriter::bytes_beside(std::size_t chunk_bytes) {
  constexpr std::uint64_t of_compressor = std::uint64_t{1} << 20;
  return ZSTD_compressBound(chunk_bytes) + of_compressor;
}

// ---- reading ----

Error ChunkFileReader::damaged(const char* what) const {
  return {ErrorCode::damaged_table, path_.string() + ": damaged: " + what};
}

Result<ChunkFileReader> ChunkFileReader::open(const std::filesystem::path& path, const ChunkFileIdentity& identity) {
  auto source = open_file(path);
  if (!source) return source.error();
  ChunkFileReader reader;
  reader.source_ = *std::move(source);
  reader.path_ = path;
  if (auto read = reader.read_header(identity); !read) return read.error();
  return reader;
}

Result<void> ChunkFileReader::read_header(const ChunkFileIdentity& identity) {
  HeaderBytes header{};
  if (source_->size() < header.size()) return damaged("it is cut off");
  if (auto read = source_->read_at(0, header); !read) return read;
  if (load_little_endian<std::uint64_t>(header, at_checksum) != checksum(std::span(header).first(at_checksum)))
    return damaged("the header does not match its checksum");
  const HeaderBytes expected = identified(identity);
  if (!std::equal(expected.begin(), expected.begin() + at_info, header.begin()))
    return damaged("it is of something else than its name says, or of another version");
  const auto info_offset = load_little_endian<std::uint64_t>(header, at_info);
  const auto directory_offset = load_little_endian<std::uint64_t>(header, at_directory);
  if (load_little_endian<std::uint64_t>(header, at_file_bytes) != source_->size() || info_offset > directory_offset ||
      directory_offset > source_->size() || (source_->size() - directory_offset) % entry_size != 0)
    return damaged("its size is not that of its header");
  std::vector<std::byte> end(source_->size() - info_offset);
  if (auto read = source_->read_at(info_offset, end); !read) return read;
  if (checksum(end) != load_little_endian<std::uint64_t>(header, at_end_checksum))
    return damaged("the directory does not match its checksum");
  const auto directory = std::span(end).subspan(directory_offset - info_offset);
  info_.assign(end.begin(), end.begin() + static_cast<std::ptrdiff_t>(directory_offset - info_offset));
  read_directory(directory);
  return {};
}

void ChunkFileReader::read_directory(std::span<const std::byte> directory) {
  for (std::size_t at = 0; at < directory.size(); at += entry_size) {
    const auto number = [&](std::size_t i) { return load_little_endian<std::uint64_t>(directory, at + 8 * i); };
    const std::uint64_t stream = number(0);
    if (stream >= most_streams) continue;
    if (stream >= streams_.size()) streams_.resize(stream + 1);
    streams_[stream].push_back({number(1), number(2), number(3), number(4)});
  }
}

Result<std::vector<std::byte>> ChunkFileReader::read(std::uint32_t stream, std::size_t chunk) const {
  std::vector<std::byte> bytes(streams_[stream][chunk].raw_bytes);
  if (auto read = read_into(bytes, stream, chunk); !read) return read.error();
  return bytes;
}

Result<void> ChunkFileReader::read_into(std::span<std::byte> bytes, std::uint32_t stream, std::size_t chunk) const {
  const Entry& entry = streams_[stream][chunk];
  std::vector<std::byte> frame(entry.bytes);
  if (auto fetched = source_->read_at(entry.offset, frame); !fetched) return fetched;
  if (checksum(frame) != entry.checksum) return damaged("a chunk does not match its checksum");
  auto read = decompress_frame(frame, bytes);
  if (!read && read.error().code == ErrorCode::damaged_table) return damaged("a chunk cannot be decompressed");
  return read;
}

Result<ChunkFileReader> ChunkFileReader::open_sound(const std::filesystem::path& path,
                                                    const ChunkFileIdentity& identity) {
  auto file = open(path, identity);
  if (!file) return file;
  for (std::uint32_t stream = 0; stream < file->streams_.size(); ++stream) {
    std::vector<Result<void>> of_chunks(file->chunks(stream));
    tbb::parallel_for(std::size_t{0}, of_chunks.size(), [&](std::size_t chunk) {
      if (auto read = file->read(stream, chunk); !read) of_chunks[chunk] = read.error();
    });
    for (const Result<void>& result : of_chunks) {
      if (!result) return result.error();
    }
  }
  return file;
}

}  // namespace dambase
