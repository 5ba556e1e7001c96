#include "gen/table_saver.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <vector>

#include "engine/version.hpp"
#include "formats/checksum.hpp"
#include "formats/table_directory.hpp"
#include "formats/table_writer.hpp"

namespace dambase {
namespace {

// So many blocks are encoded before they are written: enough for many threads, a bound on memory.
constexpr std::size_t blocks_at_once = 256;

std::uint64_t content_digest(const SolvedMaterial& solved) {
  ChecksumStream stream;
  constexpr std::size_t at_once = std::size_t{16} << 20;
  for (const SliceCodes& codes : solved.codes) {
    for (std::span rest = codes.bytes(); !rest.empty(); rest = rest.subspan(std::min(at_once, rest.size()))) {
      stream.add(rest.first(std::min(at_once, rest.size())));
      codes.rest();
    }
  }
  return stream.value();
}

class SliceEncoder {
 public:
  SliceEncoder(const SliceCodes& codes, std::uint64_t block_positions)
      : codes_(codes), block_positions_(block_positions) {}

  [[nodiscard]] std::uint64_t blocks() const { return (codes_.positions() + block_positions_ - 1) / block_positions_; }

  // Encodes `count` blocks from `first` on.
  Result<std::vector<EncodedBlock>> encode(std::uint64_t first, std::size_t count) {
    std::vector<Result<EncodedBlock>> results(count, EncodedBlock{});
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { results[i] = encode_block(first + i); });
    std::vector<EncodedBlock> blocks;
    for (auto& result : results) {
      if (!result) return result.error();
      blocks.push_back(*std::move(result));
    }
    return blocks;
  }

 private:
  struct Worker {
    BlockEncoder encoder;
    std::vector<std::byte> packed;
  };

  Result<EncodedBlock> encode_block(std::uint64_t block) {
    const std::uint64_t first = block * block_positions_;
    const auto count = static_cast<std::size_t>(std::min(block_positions_, codes_.positions() - first));
    Worker& worker = workers_.local();
    worker.packed.resize(packed_bytes(count));
    pack_values(codes_.bytes(), first, count, worker.packed);
    return worker.encoder.encode(worker.packed);
  }

  const SliceCodes& codes_;
  std::uint64_t block_positions_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

// Calls `take(block)` for each block of a slice in order, until one fails.
template <class Take>
Result<void> encode_slice(const SliceCodes& codes, std::uint64_t block_positions, const Take& take) {
  SliceEncoder encoder(codes, block_positions);
  for (std::uint64_t first = 0; first < encoder.blocks(); first += blocks_at_once) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(blocks_at_once, encoder.blocks() - first));
    const auto blocks = encoder.encode(first, count);
    if (!blocks) return blocks.error();
    for (const EncodedBlock& block : *blocks) {
      if (auto taken = take(block); !taken) return taken;
    }
    codes.rest();
  }
  return {};
}

}  // namespace

Result<std::uint64_t> save_table(const SolvedMaterial& solved, const Material& material, const Variant& variant,
                                 const std::filesystem::path& path) {
  TableInfo info;
  info.variant_id = variant.id();
  info.rules_version = variant.rules_version();
  info.material = material;
  info.generator_version = version_text;
  info.codec = static_cast<std::uint32_t>(Codec::zstandard);
  info.block_positions = default_block_positions;
  info.slices = solved.counts;
  info.content_digest = content_digest(solved);

  auto writer = TableWriter::create(path);
  if (!writer) return writer.error();
  for (const SliceCodes& codes : solved.codes) {
    const auto append = [&](const EncodedBlock& block) { return writer->append(block); };
    if (auto appended = encode_slice(codes, info.block_positions, append); !appended) return appended.error();
  }
  return writer->finish(info);
}

Result<std::uint64_t> table_bytes(const SolvedMaterial& solved) {
  std::uint64_t bytes = header_bytes;
  const auto add = [&](const EncodedBlock& block) {
    bytes += block.bytes.size() + directory_entry_bytes;
    return Result<void>();
  };
  for (const SliceCodes& codes : solved.codes) {
    if (auto encoded = encode_slice(codes, default_block_positions, add); !encoded) return encoded.error();
  }
  return bytes;
}

}  // namespace dambase
