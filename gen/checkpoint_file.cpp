#include "gen/checkpoint_file.hpp"

#include <tbb/parallel_for.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "formats/atomic_file.hpp"
#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"

namespace dambase {
namespace {

static_assert(std::endian::native == std::endian::little, "words are stored as they are");

// Other programs do not read these files; of one of another version of this format nothing is taken.
constexpr std::array<char, 8> magic = {'d', 'a', 'm', 'c', 'h', 'k', 'p', '1'};
constexpr std::size_t header_size = 208;
constexpr std::size_t entry_size = 16;
constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  // before they are compressed
constexpr std::size_t chunks_at_once = 8;                    // each takes less than a megabyte more
constexpr int compression_level = 1;                         // read once at most

using HeaderBytes = std::array<std::byte, header_size>;

// 0 magic; 8 variant, rules version, material, metric, 4 bytes each; then numbers of 8 bytes: the border, where the
// directory begins, the size of the file, the checksum of the directory, and that of all before.
constexpr std::size_t border_at = 24;
constexpr std::size_t checksum_at = header_size - 8;
constexpr std::size_t directory_at = checksum_at - 24;

HeaderBytes identified(const CheckpointIdentity& identity) {
  HeaderBytes bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  const Material& m = identity.material;
  store_little_endian(bytes, 8, identity.variant->id());
  store_little_endian(bytes, 12, rules_version_of(*identity.variant, identity.metric));
  store_little_endian(
      bytes, 16,
      static_cast<std::uint32_t>(m.white_men | m.white_kings << 8 | m.black_men << 16 | m.black_kings << 24));
  store_little_endian(bytes, 20, static_cast<std::uint32_t>(identity.metric));
  return bytes;
}

// Calls `visit(number)` for each number of a border, in the order of the file; Border may be const.
template <class Border, class Visit>
void for_each_number(Border& border, const Visit& visit) {
  visit(border.level);
  for (auto& counts : border.counts) {
    for (auto* number : {&counts.positions, &counts.captures, &counts.wins, &counts.losses, &counts.draws})
      visit(*number);
  }
  for (auto& plays : border.longest) {
    for (auto* play : {&plays.win, &plays.loss}) {
      visit(play->number);
      visit(play->plies);
    }
  }
}

void store(HeaderBytes& bytes, const LevelBorder& border) {
  std::size_t at = border_at;
  for_each_number(border, [&](auto number) {
    store_little_endian(bytes, at, static_cast<std::uint64_t>(number));
    at += 8;
  });
}

LevelBorder load_border(const HeaderBytes& bytes) {
  LevelBorder border;
  std::size_t at = border_at;
  for_each_number(border, [&]<class Number>(Number& number) {
    number = static_cast<Number>(load_little_endian<std::uint64_t>(bytes, at));
    at += 8;
  });
  return border;
}

Error damaged(const std::filesystem::path& path, const char* what) {
  return {ErrorCode::damaged_table, path.string() + ": damaged: " + what};
}

// All pieces, cut up.
template <class Byte>
std::vector<std::span<Byte>> chunks_of(const CheckpointContent<Byte>& content) {
  std::vector<std::span<Byte>> chunks;
  for (std::span<Byte> piece : content.pieces) {
    while (!piece.empty()) {
      chunks.push_back(piece.first(std::min(chunk_bytes, piece.size())));
      piece = piece.subspan(chunks.back().size());
    }
  }
  return chunks;
}

std::vector<std::byte> compressed(std::span<const std::byte> bytes) {
  std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), compression_level);
  frame.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return frame;
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& table) { return table.string() + ".checkpoint"; }

Result<std::uint64_t> write_checkpoint(const std::filesystem::path& path, const CheckpointIdentity& identity,
                                       const LevelBorder& border, const CheckpointContent<const std::byte>& content) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto room = file->append(HeaderBytes{}); !room) return room.error();
  const auto chunks = chunks_of(content);
  std::vector<std::byte> directory;
  directory.reserve(chunks.size() * entry_size);
  std::uint64_t offset = header_size;
  std::array<std::vector<std::byte>, chunks_at_once> frames;
  for (std::size_t first = 0; first < chunks.size(); first += chunks_at_once) {
    const std::size_t count = std::min(chunks_at_once, chunks.size() - first);
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { frames[i] = compressed(chunks[first + i]); });
    for (const std::vector<std::byte>& frame : std::span(frames).first(count)) {
      if (frame.empty()) return Error{ErrorCode::out_of_memory, "no memory to compress"};
      const std::size_t at = directory.size();
      directory.resize(at + entry_size);
      store_little_endian(directory, at, std::uint64_t{frame.size()});
      store_little_endian(directory, at + 8, checksum(frame));
      if (auto written = file->append(frame); !written) return written.error();
      offset += frame.size();
    }
    content.rest();
  }
  if (auto written = file->append(directory); !written) return written.error();
  HeaderBytes header = identified(identity);
  store(header, border);
  const std::uint64_t file_bytes = offset + directory.size();
  store_little_endian(header, directory_at, offset);
  store_little_endian(header, directory_at + 8, file_bytes);
  store_little_endian(header, directory_at + 16, checksum(directory));
  store_little_endian(header, checksum_at, checksum(std::span(header).first(checksum_at)));
  if (auto written = file->write_at(0, header); !written) return written.error();
  if (auto committed = file->commit(); !committed) return committed.error();
  return file_bytes;
}

Result<CheckpointReader> CheckpointReader::open(const std::filesystem::path& path, const CheckpointIdentity& identity) {
  auto source = open_file(path);
  if (!source) return source.error();
  CheckpointReader reader;
  reader.source_ = *std::move(source);
  reader.path_ = path;
  HeaderBytes header{};
  if (reader.source_->size() < header.size()) return damaged(path, "it is cut off");
  if (auto read = reader.source_->read_at(0, header); !read) return read.error();
  if (load_little_endian<std::uint64_t>(header, checksum_at) != checksum(std::span(header).first(checksum_at)))
    return damaged(path, "the header does not match its checksum");
  const HeaderBytes expected = identified(identity);
  if (!std::equal(expected.begin(), expected.begin() + border_at, header.begin()))
    return Error{ErrorCode::wrong_variant, path.string() + ": is a checkpoint of something else"};
  const auto directory_offset = load_little_endian<std::uint64_t>(header, directory_at);
  const auto file_bytes = load_little_endian<std::uint64_t>(header, directory_at + 8);
  if (file_bytes != reader.source_->size()) return damaged(path, "its size is not that of its header");
  std::vector<std::byte> directory(file_bytes - directory_offset);
  if (auto read = reader.source_->read_at(directory_offset, directory); !read) return read.error();
  if (checksum(directory) != load_little_endian<std::uint64_t>(header, directory_at + 16))
    return damaged(path, "the directory does not match its checksum");
  std::uint64_t offset = header_size;
  for (std::size_t at = 0; at < directory.size(); at += entry_size) {
    const auto size = load_little_endian<std::uint64_t>(directory, at);
    reader.entries_.push_back({offset, size, load_little_endian<std::uint64_t>(directory, at + 8)});
    offset += size;
  }
  reader.border_ = load_border(header);
  return reader;
}

Result<void> CheckpointReader::read(const CheckpointContent<std::byte>& content) const {
  const auto chunks = chunks_of(content);
  if (chunks.size() != entries_.size()) return damaged(path_, "it is not of this size");
  std::array<Result<void>, chunks_at_once> results;
  for (std::size_t first = 0; first < chunks.size(); first += chunks_at_once) {
    const std::size_t count = std::min(chunks_at_once, chunks.size() - first);
    tbb::parallel_for(std::size_t{0}, count,
                      [&](std::size_t i) { results[i] = read_chunk(entries_[first + i], chunks[first + i]); });
    for (const Result<void>& result : std::span(results).first(count)) {
      if (!result) return result;
    }
    content.rest();
  }
  return {};
}

Result<void> CheckpointReader::read_chunk(const Entry& entry, std::span<std::byte> chunk) const {
  std::vector<std::byte> frame(entry.bytes);
  if (auto read = source_->read_at(entry.offset, frame); !read) return read;
  if (checksum(frame) != entry.checksum) return damaged(path_, "a chunk does not match its checksum");
  const std::size_t size = ZSTD_decompress(chunk.data(), chunk.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0 || size != chunk.size()) return damaged(path_, "a chunk cannot be decompressed");
  return {};
}

}  // namespace dambase
