#include "gen/table_cut.hpp"

#include <algorithm>

#include "formats/content_digest.hpp"
#include "formats/little_endian.hpp"
#include "formats/value.hpp"
#include "gen/successors.hpp"

namespace dambase {
namespace {

constexpr std::uint64_t codes_a_chunk = ContentDigest::chunk_bytes * codes_per_byte;

// Raised when what is in parts or sections changes.
constexpr std::uint32_t steps_version = 1;
constexpr std::uint32_t tag = 0x70657473;  // no checkpoint has it

// The lines above those that the tiles of `block` are in; all of them behind the last block.
std::uint64_t first_code_of_band(const Tiling& tiling, std::uint64_t block) {
  if (block >= tiling.blocks()) return tiling.positions();
  const std::uint64_t band = block * tiling.options().tiles_per_block / tiling.columns();
  return tiling.first_of(band * tiling.columns());
}

// The end of the lines that the tiles before block `end` are in.
std::uint64_t end_code_of_bands(const Tiling& tiling, std::uint64_t end) {
  const std::uint64_t last_tile = std::min(end * tiling.options().tiles_per_block, tiling.tiles()) - 1;
  const std::uint64_t below = (last_tile / tiling.columns() + 1) * tiling.columns();
  return below >= tiling.tiles() ? tiling.positions() : tiling.first_of(below);
}

}  // namespace

std::string CutStep::suffix() const {
  std::string cut = ".cut" + std::to_string(wanted);
  if (kind == Kind::part) return cut + "." + std::to_string(index);
  if (kind == Kind::section) return cut + ".section" + std::to_string(index);
  return cut;
}

TableCut::TableCut(const Variant& variant, const Material& material, int wanted, std::filesystem::path table)
    : variant_(&variant),
      material_(material),
      wanted_(wanted),
      table_(std::move(table)),
      parts_(cut_slice(variant.position_space().board, solving_orientation(material), wanted)) {
  for (std::size_t slice = 0; slice < slices(); ++slice) tilings_.push_back(usual_tiling(numbering(slice)));
  std::uint64_t blocks = 0;
  for (const Tiling& tiling : tilings_) blocks += tiling.blocks();
  const std::uint64_t sections = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, blocks);
  for (std::uint64_t i = 0; i < sections; ++i) {
    std::uint64_t first = blocks * i / sections;
    std::uint64_t end = blocks * (i + 1) / sections;
    auto& ranges = sections_.emplace_back();
    for (std::size_t slice = 0; slice < slices(); ++slice) {
      const std::uint64_t here = tilings_[slice].blocks();
      if (first < here && first < end) ranges.push_back(range(slice, first, std::min(end, here)));
      first = first > here ? first - here : 0;
      end = end > here ? end - here : 0;
    }
  }
}

SliceNumbering TableCut::numbering(std::size_t slice) const {
  return {variant_->position_space(), slice == 0 ? material_ : material_.twin()};
}

// A chunk belongs to the section in whose lines it begins; lines in which one section ends and the next begins are
// those of the next.
SectionRange TableCut::range(std::size_t slice, std::uint64_t first_block, std::uint64_t end_block) const {
  const Tiling& tiling = tilings_[slice];
  SectionRange range{slice, first_block, end_block};
  const auto chunk_from = [&](std::uint64_t code) { return (code + codes_a_chunk - 1) / codes_a_chunk; };
  range.first_code = first_code_of_band(tiling, first_block);
  range.first_chunk = chunk_from(range.first_code);
  range.end_chunk = chunk_from(first_code_of_band(tiling, end_block));
  range.end_code = end_code_of_bands(tiling, end_block);
  if (range.end_chunk > range.first_chunk)
    range.end_code = std::max(range.end_code, std::min(range.end_chunk * codes_a_chunk, tiling.positions()));
  return range;
}

std::size_t TableCut::steps_like(const CutStep& step) const {
  switch (step.kind) {
    case CutStep::Kind::part: return parts_.size();
    case CutStep::Kind::section: return sections_.size();
    case CutStep::Kind::table: break;
  }
  return 1;
}

std::uint64_t positions_of(const TableCut& cut, const CutStep& step, std::uint64_t positions) {
  const auto index = static_cast<std::size_t>(step.index);
  switch (step.kind) {
    case CutStep::Kind::part:
      return static_cast<std::uint64_t>(cut.parts()[index].share * static_cast<double>(positions));
    case CutStep::Kind::section: {
      std::uint64_t of_section = 0;
      for (const SectionRange& range : cut.section(index)) of_section += range.end_code - range.first_code;
      return of_section;
    }
    case CutStep::Kind::table: break;
  }
  return positions;
}

std::filesystem::path TableCut::path_of(const CutStep& step) const {
  if (!step.is_on_the_way()) return table_;
  return table_.string() + step.suffix();
}

ChunkFileIdentity TableCut::identity_of(const CutStep& step) const {
  ChunkFileIdentity bytes{};
  const Material& m = material_;
  store_little_endian(bytes, 0, tag);
  store_little_endian(bytes, 4, steps_version << 8 | static_cast<std::uint32_t>(step.kind));
  store_little_endian(bytes, 24, variant_->id());
  store_little_endian(bytes, 8, variant_->rules_version());
  store_little_endian(
      bytes, 12,
      static_cast<std::uint32_t>(m.white_men | m.white_kings << 8 | m.black_men << 16 | m.black_kings << 24));
  store_little_endian(bytes, 16, static_cast<std::uint32_t>(wanted_));
  store_little_endian(bytes, 20, static_cast<std::uint32_t>(step.index));
  return bytes;
}

}  // namespace dambase
