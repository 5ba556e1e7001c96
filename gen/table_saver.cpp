#include "gen/table_saver.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/version.hpp"
#include "formats/content_digest.hpp"
#include "formats/distance_codec.hpp"
#include "formats/table_directory.hpp"
#include "formats/table_writer.hpp"

namespace dambase {
namespace {

// So many blocks are encoded before they are written: enough for many threads, a bound on memory.
constexpr std::size_t blocks_at_once = 256;

// Win, loss and draw.
struct ValueCodec {
  using Slice = SliceCodes;
  using Encoder = BlockEncoder;

  static const std::array<Slice, 2>& slices_of(const SolvedMaterial& solved) { return solved.codes; }
  static SliceCoding coding_of(const SolvedMaterial& solved, std::size_t slice, const SliceNumbering& numbering,
                               const DistanceSymbols&) {
    return learn_coding(solved.codes[slice].bytes(), numbering);
  }
  static auto contents(const Slice& codes) { return codes.bytes(); }
};

struct DistanceCodec {
  using Slice = SliceDistances;
  using Encoder = DistanceEncoder;

  static const std::array<Slice, 2>& slices_of(const SolvedMaterial& solved) { return solved.distances; }
  static SliceCoding coding_of(const SolvedMaterial& solved, std::size_t slice, const SliceNumbering& numbering,
                               const DistanceSymbols& symbols) {
    const LongestPlays& longest = solved.longest[slice];
    DistanceSymbol most = draw_symbol;
    if (longest.win.plies >= 0) most = symbols.symbol_of({Value::win, longest.win.plies});
    if (longest.loss.plies >= 0) most = std::max(most, symbols.symbol_of({Value::loss, longest.loss.plies}));
    return distance_coding(numbering, symbol_bytes_for(most));
  }
  static auto contents(const Slice& distances) { return distances.symbols(); }
};

// Encodes blocks of one slice on many threads.
template <class SliceCodec>
class SliceEncoder {
 public:
  SliceEncoder(const typename SliceCodec::Slice& codes, SliceCoding coding)
      : codes_(codes), coding_(std::move(coding)) {}

  [[nodiscard]] const SliceCoding& coding() const { return coding_; }

  // Calls `take(block)` for each block from `first` to `end` in order, until one fails.
  template <class Take>
  Result<void> for_each_block(std::uint64_t first, std::uint64_t end, const Take& take) {
    for (; first < end; first += blocks_at_once) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(blocks_at_once, end - first));
      const auto blocks = encode(count, [&](std::size_t i) { return first + i; });
      if (!blocks) return blocks.error();
      for (const EncodedBlock& block : *blocks) {
        if (auto taken = take(block); !taken) return taken;
      }
      codes_.rest();
    }
    return {};
  }

  // What all blocks take, by a sample of them.
  Result<std::uint64_t> estimated_bytes() {
    const std::uint64_t all = coding_.tiling.blocks();
    const std::uint64_t step = 1 + all / blocks_at_once;
    const auto sample =
        encode(static_cast<std::size_t>((all + step - 1) / step), [&](std::size_t i) { return i * step; });
    if (!sample) return sample.error();
    std::uint64_t bytes = 0;
    for (const EncodedBlock& block : *sample) bytes += block.bytes.size();
    return bytes * all / sample->size();
  }

 private:
  // Encodes the blocks `number_of(i)`, i below `count`.
  template <class NumberOf>
  Result<std::vector<EncodedBlock>> encode(std::size_t count, const NumberOf& number_of) {
    std::vector<Result<EncodedBlock>> results(count, EncodedBlock{});
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
      results[i] = workers_.local().encode(coding_, SliceCodec::contents(codes_), number_of(i));
    });
    std::vector<EncodedBlock> blocks;
    for (auto& result : results) {
      if (!result) return result.error();
      blocks.push_back(*std::move(result));
    }
    return blocks;
  }

  const typename SliceCodec::Slice& codes_;
  SliceCoding coding_;
  tbb::enumerable_thread_specific<typename SliceCodec::Encoder> workers_;
};

// The slices of a table that are to be stored.
template <class SliceCodec>
class TableEncoder {
 public:
  static Result<TableEncoder> prepare(const SolvedMaterial& solved, const TableIdentity& table) {
    TableEncoder encoder;
    encoder.add(solved, 0, table);
    if (table.material.is_symmetric()) return encoder;
    encoder.add(solved, 1, table);
    if (table.profile == Profile::fast) return encoder;
    // Each follows from the other: the smaller one is kept.
    const auto first = encoder.encoders_[0]->estimated_bytes();
    if (!first) return first.error();
    const auto second = encoder.encoders_[1]->estimated_bytes();
    if (!second) return second.error();
    encoder.encoders_[*first <= *second ? 1 : 0].reset();
    return encoder;
  }

  [[nodiscard]] std::array<bool, 2> is_stored() const { return {encoders_[0].has_value(), encoders_[1].has_value()}; }
  [[nodiscard]] std::vector<SliceCoding> codings() const {
    std::vector<SliceCoding> codings;
    for (const auto& encoder : encoders_) {
      if (encoder) codings.push_back(encoder->coding());
    }
    return codings;
  }

  // Calls `take(block)` for each block of the file in order, until one fails.
  template <class Take>
  Result<void> for_each_block(const Take& take) {
    for (auto& encoder : encoders_) {
      if (!encoder) continue;
      if (auto taken = encoder->for_each_block(0, encoder->coding().tiling.blocks(), take); !taken) return taken;
    }
    return {};
  }

 private:
  void add(const SolvedMaterial& solved, std::size_t slice, const TableIdentity& table) {
    const SliceNumbering numbering(table.variant->position_space(),
                                   slice == 0 ? table.material : table.material.twin());
    const DistanceSymbols symbols(table.metric, table.variant->value_without_moves());
    encoders_[slice].emplace(SliceCodec::slices_of(solved)[slice],
                             SliceCodec::coding_of(solved, slice, numbering, symbols));
  }

  std::array<std::optional<SliceEncoder<SliceCodec>>, 2> encoders_;
};

template <class SliceCodec>
Result<std::uint64_t> save(const SolvedMaterial& solved, const TableIdentity& table, Codec codec,
                           const std::filesystem::path& path) {
  auto encoder = TableEncoder<SliceCodec>::prepare(solved, table);
  if (!encoder) return encoder.error();
  TableInfo info = info_of(table, codec);
  info.is_stored = encoder->is_stored();
  info.slices = solved.counts;
  info.longest = solved.longest;
  info.content_digest = content_digest(solved);

  auto writer = TableWriter::create(path);
  if (!writer) return writer.error();
  const auto append = [&](const EncodedBlock& block) { return writer->append(block); };
  if (auto appended = encoder->for_each_block(append); !appended) return appended.error();
  return writer->finish(info, encoder->codings());
}

template <class SliceCodec>
Result<std::uint64_t> bytes_of_table(const SolvedMaterial& solved, const TableIdentity& table) {
  auto encoder = TableEncoder<SliceCodec>::prepare(solved, table);
  if (!encoder) return encoder.error();
  std::uint64_t bytes = header_bytes;
  for (const SliceCoding& coding : encoder->codings()) bytes += encode_coding(coding).size();
  const auto add = [&](const EncodedBlock& block) {
    bytes += block.bytes.size() + directory_entry_bytes;
    return Result<void>();
  };
  if (auto added = encoder->for_each_block(add); !added) return added.error();
  return bytes;
}

template <class Slice>
void add_content(ContentDigest& digest, const Slice& slice) {
  constexpr std::size_t at_once = std::size_t{16} << 20;
  for (std::span rest = slice.bytes(); !rest.empty(); rest = rest.subspan(std::min(at_once, rest.size()))) {
    digest.add(rest.first(std::min(at_once, rest.size())));
    slice.rest();
  }
  digest.end_slice();
}

}  // namespace

std::uint64_t content_digest(const SolvedMaterial& solved) {
  ContentDigest digest;
  for (const SliceCodes& codes : solved.codes) add_content(digest, codes);
  for (const SliceDistances& distances : solved.distances) add_content(digest, distances);
  return digest.value();
}

TableInfo info_of(const TableIdentity& table, Codec codec) {
  TableInfo info;
  info.variant_id = table.variant->id();
  info.rules_version = rules_version_of(*table.variant, table.metric);
  info.material = table.material;
  info.metric = table.metric;
  info.profile = table.profile;
  info.generator_version = version_text;
  info.codec = static_cast<std::uint32_t>(codec);
  return info;
}

Result<void> encode_blocks(const SliceCodes& codes, const SliceCoding& coding, std::uint64_t first, std::uint64_t end,
                           const std::function<Result<void>(const EncodedBlock&)>& take) {
  return SliceEncoder<ValueCodec>(codes, coding).for_each_block(first, end, take);
}

Result<std::uint64_t> save_table(const SolvedMaterial& solved, const TableIdentity& table,
                                 const std::filesystem::path& path) {
  return table.metric == Metric::wld ? save<ValueCodec>(solved, table, Codec::prediction, path)
                                     : save<DistanceCodec>(solved, table, Codec::zstandard, path);
}

Result<std::uint64_t> table_bytes(const SolvedMaterial& solved, const TableIdentity& table) {
  return table.metric == Metric::wld ? bytes_of_table<ValueCodec>(solved, table)
                                     : bytes_of_table<DistanceCodec>(solved, table);
}

}  // namespace dambase
