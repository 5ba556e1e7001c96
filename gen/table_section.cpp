#include "gen/table_section.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "formats/checksum.hpp"
#include "formats/content_digest.hpp"
#include "formats/little_endian.hpp"
#include "formats/table_directory.hpp"
#include "formats/table_writer.hpp"
#include "gen/code_dealer.hpp"
#include "gen/part_file.hpp"
#include "gen/table_saver.hpp"

namespace dambase {
namespace {

// Streams of the file of a section.
constexpr std::uint32_t blocks_stream = 0;   // blocks behind their size and codec, 4 bytes each, whole ones in a chunk
constexpr std::uint32_t digests_stream = 1;  // the checksums of its chunks, 8 bytes each
constexpr std::uint32_t codings_stream =
    2;  // a chunk a slice that it has blocks of: the slice, 8 bytes, and its coding

constexpr std::size_t head_bytes = 8;  // before a block
constexpr std::size_t bytes_at_once = std::size_t{1} << 20;

// ---- making one ----

class SectionMaking {
 public:
  SectionMaking(const TableCut& cut, std::size_t index) : cut_(cut), index_(index) {}

  Result<std::uint64_t> run() {
    if (auto opened = open_parts(); !opened) return opened.error();
    auto writer =
        ChunkFileWriter::create(cut_.path_of(cut_.section_step(index_)), cut_.identity_of(cut_.section_step(index_)));
    if (!writer) return writer.error();
    for (const SectionRange& range : cut_.section(index_)) {
      if (auto made = make(range, *writer); !made) return made.error();
    }
    return writer->finish(encode_counts(counts_));
  }

 private:
  Result<void> open_parts() {
    for (std::size_t i = 0; i < cut_.parts().size(); ++i) {
      const CutStep step = cut_.part_step(i);
      auto part = ChunkFileReader::open(cut_.path_of(step), cut_.identity_of(step));
      if (!part) return part.error();
      const auto counts = decode_counts(part->info());
      if (!counts) return part->damaged("it has no counts");
      for (std::size_t slice = 0; slice < counts->size(); ++slice) counts_[slice] += (*counts)[slice];
      parts_.push_back(*std::move(part));
    }
    return {};
  }

  Result<void> make(const SectionRange& range, ChunkFileWriter& writer) {
    const SliceNumbering numbering = cut_.numbering(range.slice);
    auto codes = SliceCodes::sparse(numbering.positions());
    if (!codes) return codes.error();
    // One after the other, because they share codes.
    for (const std::uint32_t stream : {PartStream::learned, PartStream::section(index_)}) {
      for (const ChunkFileReader& part : parts_) {
        if (auto taken = take(part, stream, range.slice, *codes); !taken) return taken;
      }
    }
    const SliceCoding coding = learn_coding(codes->bytes(), numbering);
    if (auto written = write_coding(range.slice, coding, writer); !written) return written;
    if (auto written = write_blocks(range, *codes, coding, writer); !written) return written;
    return write_digests(range, *codes, writer);
  }

  // Puts the codes of a stream in place, those of `slice` alone.
  static Result<void> take(const ChunkFileReader& part, std::uint32_t stream, std::size_t slice, SliceCodes& codes) {
    const std::uint64_t end = SliceCodes::words_of(codes.positions());
    std::vector<Result<void>> results(part.chunks(stream));
    tbb::parallel_for(std::size_t{0}, results.size(), [&](std::size_t chunk) {
      const auto bytes = part.read(stream, chunk);
      if (!bytes) {
        results[chunk] = bytes.error();
        return;
      }
      bool is_within = true;
      const bool is_dealt = for_each_dealt(*bytes, [&](std::size_t of, std::uint64_t first, const auto words) {
        if (of != slice) return;
        is_within = is_within && first <= end && words.size() <= end - first;
        if (is_within) codes.place(first, words);
      });
      if (!is_dealt || !is_within) results[chunk] = part.damaged("codes that cannot be");
    });
    for (const Result<void>& result : results) {
      if (!result) return result;
    }
    return {};
  }

  static Result<void> write_coding(std::size_t slice, const SliceCoding& coding, ChunkFileWriter& writer) {
    std::vector<std::byte> bytes(head_bytes);
    store_little_endian(bytes, 0, std::uint64_t{slice});
    const std::vector<std::byte> encoded = encode_coding(coding);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
    return writer.append(codings_stream, bytes);
  }

  static Result<void> write_blocks(const SectionRange& range, const SliceCodes& codes, const SliceCoding& coding,
                                   ChunkFileWriter& writer) {
    std::vector<std::byte> pending;
    const auto write_pending = [&]() -> Result<void> {
      if (pending.empty()) return {};
      auto written = writer.append(blocks_stream, pending);
      pending.clear();
      return written;
    };
    const auto take = [&](const EncodedBlock& block) -> Result<void> {
      const std::size_t at = pending.size();
      pending.resize(at + head_bytes);
      store_little_endian(pending, at, static_cast<std::uint32_t>(block.bytes.size()));
      store_little_endian(pending, at + 4, static_cast<std::uint32_t>(block.codec));
      pending.insert(pending.end(), block.bytes.begin(), block.bytes.end());
      return pending.size() < bytes_at_once ? Result<void>() : write_pending();
    };
    if (auto encoded = encode_blocks(codes, coding, range.first_block, range.end_block, take); !encoded) return encoded;
    return write_pending();
  }

  static Result<void> write_digests(const SectionRange& range, const SliceCodes& codes, ChunkFileWriter& writer) {
    std::vector<std::uint64_t> checksums(range.end_chunk - range.first_chunk);
    if (checksums.empty()) return {};
    tbb::parallel_for(std::size_t{0}, checksums.size(), [&](std::size_t i) {
      const std::span from = codes.bytes().subspan((range.first_chunk + i) * ContentDigest::chunk_bytes);
      checksums[i] = checksum(from.first(std::min(ContentDigest::chunk_bytes, from.size())));
    });
    return writer.append(digests_stream, std::as_bytes(std::span(checksums)));
  }

  const TableCut& cut_;
  std::size_t index_;
  std::vector<ChunkFileReader> parts_;
  std::array<SliceCounts, 2> counts_;
};

// ---- joining them ----

class Joining {
 public:
  explicit Joining(const TableCut& cut) : cut_(cut) {}

  Result<std::uint64_t> run() {
    auto writer = TableWriter::create(cut_.path_of({}));
    if (!writer) return writer.error();
    for (std::size_t index = 0; index < cut_.sections(); ++index) {
      const CutStep step = cut_.section_step(index);
      const auto section = ChunkFileReader::open(cut_.path_of(step), cut_.identity_of(step));
      if (!section) return section.error();
      if (auto added = add(*section, *writer); !added) return added.error();
    }
    TableInfo info = info_of({&cut_.variant(), cut_.material(), Metric::wld, Profile::fast}, Codec::prediction);
    info.is_stored = {true, cut_.slices() > 1};
    info.slices = counts_;
    info.content_digest = digest_.value();
    return writer->finish(std::move(info), codings_);
  }

 private:
  Result<void> add(const ChunkFileReader& section, TableWriter& writer) {
    const auto counts = decode_counts(section.info());
    if (!counts) return section.damaged("it has no counts");
    // All have them from the same parts.
    if (positions_of(counts_) > 0 && *counts != counts_) return section.damaged("counts of other parts");
    counts_ = *counts;
    if (auto added = add_codings(section); !added) return added;
    if (auto added = add_blocks(section, writer); !added) return added;
    return add_digests(section);
  }

  static std::uint64_t positions_of(const std::array<SliceCounts, 2>& counts) {
    return counts[0].positions + counts[1].positions;
  }

  // A slice is in several sections, whose codings are the same: else its blocks could not be read.
  Result<void> add_codings(const ChunkFileReader& section) {
    for (std::size_t chunk = 0; chunk < section.chunks(codings_stream); ++chunk) {
      const auto bytes = section.read(codings_stream, chunk);
      if (!bytes) return bytes.error();
      if (bytes->size() < head_bytes) return section.damaged("a coding is cut");
      const auto slice = load_little_endian<std::uint64_t>(*bytes, 0);
      if (slice < codings_.size()) {
        if (!std::ranges::equal(encode_coding(codings_[slice]), std::span(*bytes).subspan(head_bytes)))
          return section.damaged("a coding unlike that of the sections before");
        continue;
      }
      if (slice != codings_.size() || slice >= cut_.slices()) return section.damaged("a coding of another slice");
      std::span<const std::byte> encoded = std::span(*bytes).subspan(head_bytes);
      auto coding = decode_coding(encoded, cut_.tiling(slice).positions(), Metric::wld);
      if (!coding) {
        return coding.error().code == ErrorCode::damaged_table ? section.damaged(coding.error().message.c_str())
                                                               : coding.error();
      }
      codings_.push_back(*std::move(coding));
    }
    return {};
  }

  static Result<void> add_blocks(const ChunkFileReader& section, TableWriter& writer) {
    for (std::size_t chunk = 0; chunk < section.chunks(blocks_stream); ++chunk) {
      const auto bytes = section.read(blocks_stream, chunk);
      if (!bytes) return bytes.error();
      for (std::span<const std::byte> rest(*bytes); !rest.empty();) {
        if (rest.size() < head_bytes) return section.damaged("a block is cut");
        const auto size = load_little_endian<std::uint32_t>(rest, 0);
        const auto codec = static_cast<Codec>(load_little_endian<std::uint32_t>(rest, 4));
        rest = rest.subspan(head_bytes);
        if (rest.size() < size) return section.damaged("a block is cut");
        if (auto added = writer.append({codec, {rest.begin(), rest.begin() + size}}); !added) return added;
        rest = rest.subspan(size);
      }
    }
    return {};
  }

  Result<void> add_digests(const ChunkFileReader& section) {
    for (std::size_t chunk = 0; chunk < section.chunks(digests_stream); ++chunk) {
      const auto bytes = section.read(digests_stream, chunk);
      if (!bytes) return bytes.error();
      for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes->size(); at += sizeof(std::uint64_t))
        digest_.add_chunk(load_little_endian<std::uint64_t>(*bytes, at));
    }
    return {};
  }

  const TableCut& cut_;
  std::vector<SliceCoding> codings_;
  std::array<SliceCounts, 2> counts_;
  ContentDigest digest_;
};

}  // namespace

Result<std::uint64_t> make_section(const TableCut& cut, std::size_t index) { return SectionMaking(cut, index).run(); }

Result<std::uint64_t> join_sections(const TableCut& cut) { return Joining(cut).run(); }

std::uint64_t section_bytes(const TableCut& cut, std::size_t index, int threads) {
  std::uint64_t codes = 0;
  for (const SectionRange& range : cut.section(index)) {
    const Tiling& tiling = cut.tiling(range.slice);
    // Of what is learned from, each line of a tile may be on pages of its own.
    constexpr std::uint64_t page = 4096;
    std::uint64_t lines = 0;
    for (const std::uint64_t step : steps_of_learned_tiles(tiling))
      lines += (tiling.tiles() / step + 1) * tiling.options().tile_lines;
    const std::uint64_t learned = std::min(lines * 2 * page, SliceCodes::memory_bytes(tiling.positions()));
    codes = std::max(codes, learned + SliceCodes::memory_bytes(range.end_code - range.first_code));
  }
  // Chunks on their way in, each compressed and not, and as words.
  constexpr std::uint64_t of_thread = std::uint64_t{1} << 20;
  return codes + static_cast<std::uint64_t>(threads) * of_thread + 4 * bytes_at_once;
}

std::uint64_t joining_bytes(const TableCut& cut) {
  std::uint64_t blocks = 0;
  for (std::size_t slice = 0; slice < cut.slices(); ++slice) blocks += cut.tiling(slice).blocks();
  return 3 * blocks * directory_entry_bytes + 8 * bytes_at_once;
}

}  // namespace dambase
