#include "gen/part_file.hpp"

#include <tbb/parallel_for.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "formats/checksum.hpp"
#include "formats/little_endian.hpp"

namespace dambase {
namespace {

static_assert(std::endian::native == std::endian::little && sizeof(PartWord) == 48, "words are stored as they are");

// Other programs do not read these files; one of another version of this format is made again.
constexpr std::array<char, 8> magic = {'d', 'a', 'm', 'p', 'a', 'r', 't', '1'};
constexpr std::size_t header_size = 96;
constexpr std::size_t entry_size = 16;
constexpr std::size_t chunk_bytes = std::size_t{256} << 10;  // before they are compressed, about
constexpr std::size_t chunks_at_once = 16;
constexpr int compression_level = 1;  // read once or twice

struct Header {
  std::uint64_t words_per_configuration;
  std::uint64_t configurations;
  std::uint64_t chunk_configurations;
  std::uint64_t directory_offset;
  std::uint64_t file_bytes;
  std::uint64_t directory_checksum;
};

using HeaderBytes = std::array<std::byte, header_size>;

// 0 magic; 8 variant, rules version, material, wanted, index, 4 bytes each; 32 the numbers of Header; 88 checksum.
constexpr std::size_t numbers_at = 32;
constexpr std::size_t checksum_at = header_size - 8;

HeaderBytes identified(const PartIdentity& identity) {
  HeaderBytes bytes{};
  std::memcpy(bytes.data(), magic.data(), magic.size());
  const Material& m = identity.material;
  store_little_endian(bytes, 8, identity.variant->id());
  store_little_endian(bytes, 12, identity.variant->rules_version());
  store_little_endian(
      bytes, 16,
      static_cast<std::uint32_t>(m.white_men | m.white_kings << 8 | m.black_men << 16 | m.black_kings << 24));
  store_little_endian(bytes, 20, static_cast<std::uint32_t>(identity.wanted));
  store_little_endian(bytes, 24, static_cast<std::uint32_t>(identity.index));
  return bytes;
}

HeaderBytes encode(const PartIdentity& identity, const Header& header) {
  HeaderBytes bytes = identified(identity);
  std::memcpy(bytes.data() + numbers_at, &header, sizeof header);
  store_little_endian(bytes, checksum_at, checksum(std::span(bytes).first(checksum_at)));
  return bytes;
}

Error damaged(const std::filesystem::path& path, const char* what) {
  return {ErrorCode::damaged_table, path.string() + ": damaged: " + what};
}

std::size_t configurations_a_chunk(std::size_t words_per_configuration) {
  return std::max<std::size_t>(1, chunk_bytes / (words_per_configuration * sizeof(PartWord)));
}

std::vector<std::byte> compressed(std::span<const PartWord> words) {
  const std::span<const std::byte> bytes = std::as_bytes(words);
  std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), compression_level);
  frame.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return frame;
}

}  // namespace

// ---- writing ----

PartWriter::PartWriter(AtomicFile file, const PartIdentity& identity, std::size_t words_per_configuration)
    : file_(std::move(file)),
      identity_(identity),
      words_per_configuration_(words_per_configuration),
      chunk_words_(configurations_a_chunk(words_per_configuration) * words_per_configuration),
      offset_(header_size) {}

Result<PartWriter> PartWriter::create(const std::filesystem::path& path, const PartIdentity& identity,
                                      std::size_t words_per_configuration) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (auto room = file->append(HeaderBytes{}); !room) return room.error();
  return PartWriter(*std::move(file), identity, words_per_configuration);
}

Result<void> PartWriter::append(std::span<const PartWord> configurations) {
  configurations_ += configurations.size() / words_per_configuration_;
  if (!pending_.empty()) {
    const auto some = configurations.first(std::min(chunk_words_ - pending_.size(), configurations.size()));
    pending_.insert(pending_.end(), some.begin(), some.end());
    configurations = configurations.subspan(some.size());
    if (pending_.size() < chunk_words_) return {};
    if (auto written = write_chunks(pending_); !written) return written;
    pending_.clear();
  }
  const std::span whole = configurations.first(configurations.size() / chunk_words_ * chunk_words_);
  if (auto written = write_chunks(whole); !written) return written;
  const std::span rest = configurations.subspan(whole.size());
  pending_.assign(rest.begin(), rest.end());
  return {};
}

std::uint64_t PartWriter::buffer_bytes(std::size_t words_per_configuration) {
  const std::size_t chunk =
      configurations_a_chunk(words_per_configuration) * words_per_configuration * sizeof(PartWord);
  return (chunks_at_once + 1) * ZSTD_compressBound(chunk);
}

// All but the last chunk of the file are of chunk_words_ words.
Result<void> PartWriter::write_chunks(std::span<const PartWord> words) {
  while (!words.empty()) {
    const std::span some = words.first(std::min(chunks_at_once * chunk_words_, words.size()));
    words = words.subspan(some.size());
    std::vector<std::vector<std::byte>> frames((some.size() + chunk_words_ - 1) / chunk_words_);
    tbb::parallel_for(std::size_t{0}, frames.size(), [&](std::size_t i) {
      const std::size_t first = i * chunk_words_;
      frames[i] = compressed(some.subspan(first, std::min(chunk_words_, some.size() - first)));
    });
    for (const std::vector<std::byte>& frame : frames) {
      if (frame.empty()) return Error{ErrorCode::out_of_memory, "no memory to compress"};
      const std::size_t at = directory_.size();
      directory_.resize(at + entry_size);
      store_little_endian(directory_, at, std::uint64_t{frame.size()});
      store_little_endian(directory_, at + 8, checksum(frame));
      if (auto written = file_.append(frame); !written) return written;
      offset_ += frame.size();
    }
  }
  return {};
}

Result<std::uint64_t> PartWriter::finish() {
  if (auto written = write_chunks(pending_); !written) return written.error();
  if (auto written = file_.append(directory_); !written) return written.error();
  const Header header{
      words_per_configuration_,    configurations_,     chunk_words_ / words_per_configuration_, offset_,
      offset_ + directory_.size(), checksum(directory_)};
  if (auto written = file_.write_at(0, encode(identity_, header)); !written) return written.error();
  if (auto committed = file_.commit(); !committed) return committed.error();
  return header.file_bytes;
}

// ---- reading ----

Result<PartReader> PartReader::open(const std::filesystem::path& path, const PartIdentity& identity) {
  auto source = open_file(path);
  if (!source) return source.error();
  PartReader reader;
  reader.source_ = *std::move(source);
  reader.path_ = path;
  HeaderBytes bytes{};
  if (reader.source_->size() < bytes.size()) return damaged(path, "it is cut off");
  if (auto read = reader.source_->read_at(0, bytes); !read) return read.error();
  if (load_little_endian<std::uint64_t>(bytes, checksum_at) != checksum(std::span(bytes).first(checksum_at)))
    return damaged(path, "the header does not match its checksum");
  const HeaderBytes expected = identified(identity);
  if (!std::equal(expected.begin(), expected.begin() + numbers_at, bytes.begin()))
    return Error{ErrorCode::wrong_variant, path.string() + ": is a part of something else"};
  Header header{};
  std::memcpy(&header, bytes.data() + numbers_at, sizeof header);
  if (header.file_bytes != reader.source_->size()) return damaged(path, "its size is not that of its header");
  std::vector<std::byte> directory(header.file_bytes - header.directory_offset);
  if (auto read = reader.source_->read_at(header.directory_offset, directory); !read) return read.error();
  if (checksum(directory) != header.directory_checksum)
    return damaged(path, "the directory does not match its checksum");
  std::uint64_t offset = header_size;
  for (std::size_t at = 0; at < directory.size(); at += entry_size) {
    const auto size = load_little_endian<std::uint64_t>(directory, at);
    reader.entries_.push_back({offset, size, load_little_endian<std::uint64_t>(directory, at + 8)});
    offset += size;
  }
  reader.configurations_ = header.configurations;
  reader.words_per_configuration_ = header.words_per_configuration;
  reader.chunk_configurations_ = header.chunk_configurations;
  return reader;
}

Result<std::vector<PartWord>> PartReader::read(std::size_t chunk) const {
  const Entry& entry = entries_[chunk];
  std::vector<std::byte> frame(entry.bytes);
  if (auto read = source_->read_at(entry.offset, frame); !read) return read.error();
  if (checksum(frame) != entry.checksum) return damaged(path_, "a chunk does not match its checksum");
  const std::uint64_t first = chunk * chunk_configurations_;
  std::vector<PartWord> words(std::min<std::uint64_t>(chunk_configurations_, configurations_ - first) *
                              words_per_configuration_);
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  const std::size_t size = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0 || size != bytes.size()) return damaged(path_, "a chunk cannot be decompressed");
  return words;
}

}  // namespace dambase
