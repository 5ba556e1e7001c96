#include "probe/stored_distances.hpp"

#include <algorithm>

namespace dambase {
namespace {

// Decoded blocks that are kept; each has 128 KiB or 256.
constexpr std::size_t most_blocks = 128;
constexpr std::size_t most_open_files = 32;

}  // namespace

StoredDistances::StoredDistances(const Variant& variant, Metric metric, std::filesystem::path folder)
    : variant_(variant),
      symbols_(metric, variant.value_without_moves()),
      folder_(std::move(folder)),
      files_(most_open_files) {}

Result<std::unique_ptr<StoredDistances>> StoredDistances::open(const Variant& variant, Metric metric,
                                                               const std::filesystem::path& folder) {
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failure);
  if (failure) return Error{ErrorCode::file_failed, folder.string() + ": " + failure.message()};
  const auto files = list_tables(absolute, variant, metric);
  if (!files) return files.error();
  std::unique_ptr<StoredDistances> tables(new StoredDistances(variant, metric, absolute));
  for (const TableFile& file : *files) {
    if (!slice_positions(variant.position_space(), file.material)) continue;
    tables->slots_[file.material].path = file.path;
    tables->max_pieces_ = std::max(tables->max_pieces_, file.material.pieces());
  }
  return tables;
}

Error StoredDistances::too_many_pieces(int pieces, ProbeMode mode) const {
  return mode.error(ErrorCode::too_many_pieces, [&] {
    return "the position has " + std::to_string(pieces) + " pieces; the tables of " + name_of(metric()) + " in " +
           variant_folder(folder_, variant_).string() + " go up to " + std::to_string(max_pieces_);
  });
}

Result<std::optional<Distance>> StoredDistances::distance(const Position& position, ProbeMode mode) {
  const auto number_in = [&](const SliceNumbering& numbering) {
    return numbering.rank(position.white(), position.black());
  };
  return distance_at(Material::of(position), number_in, mode);
}

Result<std::optional<Distance>> StoredDistances::distance(const Material& material, std::uint64_t number,
                                                          ProbeMode mode) {
  return distance_at(
      material, [&](const SliceNumbering&) { return number; }, mode);
}

// `number_in` tells the number of the position by the numbering of its slice.
template <class NumberIn>
Result<std::optional<Distance>> StoredDistances::distance_at(const Material& material, const NumberIn& number_in,
                                                             ProbeMode mode) {
  const auto slot = slots_.find(material.canonical());
  if (slot == slots_.end()) {
    if (max_pieces_ > 0 && material.pieces() > max_pieces_) return too_many_pieces(material.pieces(), mode);
    return mode.error(ErrorCode::missing_table, [&] {
      return "there is no table " + table_path(folder_, variant_, material, metric()).string();
    });
  }
  const auto table = opened(slot->second, slot->first, mode);
  if (!table) return table.error();
  const std::size_t slice = material == slot->first ? 0 : 1;
  const TableReader& reader = (*table)->reader;
  if (!reader.info().is_stored[slice]) return std::optional<Distance>();
  const SliceCoding& coding = reader.coding(slice);
  const Tiling::Place place = coding.tiling.place_of(number_in((*table)->numberings[slice]));
  const std::uint64_t tiles = coding.tiling.options().tiles_per_block;
  const auto block = block_of({*table, slice, place.tile / tiles}, mode);
  if (!block) return block.error();
  const std::span tile =
      std::span<const std::byte>(**block).subspan(place.tile % tiles * coding.tile_bytes(), coding.tile_bytes());
  return std::optional(
      symbols_.distance_of(symbol_at(tile, coding.symbol_bytes, coding.tiling.positions_of_full_tile(), place.index)));
}

Result<const StoredDistances::OpenTable*> StoredDistances::opened(Slot& slot, const Material& material,
                                                                  ProbeMode mode) {
  const std::scoped_lock lock(slot.mutex);
  if (slot.failure) return *slot.failure;
  if (slot.table == nullptr) {
    if (mode.access == Access::only_cached)
      return mode.error(ErrorCode::not_cached, [&] { return slot.path.string() + " has not been opened"; });
    auto table = open_table(slot, material);
    if (!table) {
      // Damage stays; descriptors or memory may be had again later.
      const ErrorCode code = table.error().code;
      if (code == ErrorCode::damaged_table || code == ErrorCode::wrong_variant) slot.failure = table.error();
      return table.error();
    }
    slot.table = *std::move(table);
  }
  return slot.table.get();
}

Result<std::unique_ptr<StoredDistances::OpenTable>> StoredDistances::open_table(const Slot& slot,
                                                                                const Material& material) {
  auto bytes = files_.bytes_of(slot.path);
  if (!bytes) return bytes.error();
  auto reader = TableReader::open(*std::move(bytes), slot.path.string());
  if (!reader) return reader.error();
  if (auto belongs = check_belongs(reader->info(), variant_, material, metric(), reader->name()); !belongs)
    return belongs.error();
  const PositionSpace space = variant_.position_space();
  return std::make_unique<OpenTable>(
      OpenTable{*std::move(reader), {SliceNumbering(space, material), SliceNumbering(space, material.twin())}});
}

Result<StoredDistances::Block> StoredDistances::block_of(const BlockKey& key, ProbeMode mode) {
  if (Block known = find(key)) return known;
  if (mode.access == Access::only_cached) {
    return mode.error(ErrorCode::not_cached, [&] {
      return "block " + std::to_string(key.block) + " of " + key.table->reader.name() + " is not cached";
    });
  }
  auto read = key.table->reader.read_block(key.slice, key.block);
  if (!read) return read.error();
  Block block = std::make_shared<const std::vector<std::byte>>(*std::move(read));
  keep(key, block);
  return block;
}

StoredDistances::Block StoredDistances::find(const BlockKey& key) {
  const std::scoped_lock lock(cache_mutex_);
  const auto found = cached_.find(key);
  if (found == cached_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found->second);
  return found->second->second;
}

void StoredDistances::keep(const BlockKey& key, const Block& block) {
  const std::scoped_lock lock(cache_mutex_);
  if (cached_.contains(key)) return;
  recent_.emplace_front(key, block);
  cached_[key] = recent_.begin();
  if (recent_.size() <= most_blocks) return;
  cached_.erase(recent_.back().first);
  recent_.pop_back();
}

}  // namespace dambase
