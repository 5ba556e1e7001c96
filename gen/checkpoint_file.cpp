#include "gen/checkpoint_file.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "formats/little_endian.hpp"

namespace dambase {
namespace {

static_assert(std::endian::native == std::endian::little, "words are stored as they are");

// Raised when what is in a checkpoint changes.
constexpr std::uint32_t checkpoint_version = 1;
constexpr std::uint32_t tag = 0x6b706863;  // no part of a table has it

constexpr std::uint32_t only_stream = 0;
constexpr std::size_t chunk_bytes = std::size_t{256} << 10;
constexpr std::size_t chunks_at_once = 8;  // each takes less than two megabytes more
constexpr std::size_t border_numbers = 1 + 2 * 5 + 2 * 4;

ChunkFileIdentity encode(const CheckpointIdentity& identity) {
  ChunkFileIdentity bytes{};
  const Material& m = identity.material;
  store_little_endian(bytes, 0, tag);
  store_little_endian(bytes, 4, checkpoint_version);
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

std::vector<std::byte> encode(const LevelBorder& border) {
  std::vector<std::byte> bytes(border_numbers * sizeof(std::uint64_t));
  std::size_t at = 0;
  for_each_number(border, [&](auto number) {
    store_little_endian(bytes, at, static_cast<std::uint64_t>(number));
    at += sizeof(std::uint64_t);
  });
  return bytes;
}

LevelBorder decode_border(std::span<const std::byte> bytes) {
  LevelBorder border;
  std::size_t at = 0;
  for_each_number(border, [&]<class Number>(Number& number) {
    number = static_cast<Number>(load_little_endian<std::uint64_t>(bytes, at));
    at += sizeof(std::uint64_t);
  });
  return border;
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

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& table) { return table.string() + ".checkpoint"; }

Result<std::uint64_t> write_checkpoint(const std::filesystem::path& path, const CheckpointIdentity& identity,
                                       const LevelBorder& border, const CheckpointContent<const std::byte>& content) {
  auto file = ChunkFileWriter::create(path, encode(identity));
  if (!file) return file.error();
  const auto all = chunks_of(content);
  for (std::span rest(all); !rest.empty(); rest = rest.subspan(std::min(chunks_at_once, rest.size()))) {
    if (auto written = file->append_all(only_stream, rest.first(std::min(chunks_at_once, rest.size()))); !written)
      return written.error();
    content.rest();
  }
  return file->finish(encode(border));
}

Result<CheckpointReader> CheckpointReader::open(const std::filesystem::path& path, const CheckpointIdentity& identity) {
  auto file = ChunkFileReader::open(path, encode(identity));
  if (!file) return file.error();
  if (file->info().size() != border_numbers * sizeof(std::uint64_t)) return file->damaged("it has no border");
  CheckpointReader reader(*std::move(file));
  reader.border_ = decode_border(reader.file_.info());
  return reader;
}

Result<void> CheckpointReader::read(const CheckpointContent<std::byte>& content) const {
  const auto chunks = chunks_of(content);
  if (chunks.size() != file_.chunks(only_stream)) return file_.damaged("it is not of this size");
  std::array<Result<void>, chunks_at_once> results;
  for (std::size_t first = 0; first < chunks.size(); first += chunks_at_once) {
    const std::size_t count = std::min(chunks_at_once, chunks.size() - first);
    tbb::parallel_for(std::size_t{0}, count,
                      [&](std::size_t i) { results[i] = file_.read_into(chunks[first + i], only_stream, first + i); });
    for (const Result<void>& result : std::span(results).first(count)) {
      if (!result) return result;
    }
    content.rest();
  }
  return {};
}

}  // namespace dambase
