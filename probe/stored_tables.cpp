#include "probe/stored_tables.hpp"

#include <algorithm>

#include "formats/table_files.hpp"

namespace dambase {
namespace {

// Few enough for the usual limit of 1024 to leave an engine nearly all of its descriptors.
constexpr std::size_t most_open_files = 16;

std::uint32_t key_of(const Material& m) {
  const auto part = [](int count) { return static_cast<std::uint32_t>(count); };
  return part(m.white_men) << 24 | part(m.white_kings) << 16 | part(m.black_men) << 8 | part(m.black_kings);
}

}  // namespace

StoredTables::StoredTables(const Variant& variant, std::filesystem::path folder, const TableSetOptions& options)
    : variant_(variant),
      folder_(std::move(folder)),
      reading_(options.reading),
      files_(most_open_files),
      cache_(options.cache_bytes) {}

Result<std::unique_ptr<StoredTables>> StoredTables::open(const Variant& variant, const std::filesystem::path& folder,
                                                         const TableSetOptions& options) {
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failure);
  if (failure) return Error{ErrorCode::file_failed, folder.string() + ": " + failure.message()};
  const auto files = list_tables(absolute, variant);
  if (!files) return files.error();
  std::unique_ptr<StoredTables> tables(new StoredTables(variant, absolute, options));
  for (const TableFile& file : *files) {
    if (!slice_positions(variant.position_space(), file.material)) continue;
    auto slot = std::make_unique<Slot>();
    slot->id = static_cast<std::uint32_t>(tables->slots_.size());
    slot->path = file.path;
    slot->material = file.material;
    tables->max_pieces_ = std::max(tables->max_pieces_, file.material.pieces());
    tables->slots_.emplace(key_of(file.material), std::move(slot));
  }
  return tables;
}

bool StoredTables::has_table(const Material& material) const { return slots_.contains(key_of(material.canonical())); }

Error StoredTables::too_many_pieces(int pieces, ProbeMode mode) const {
  return mode.error(ErrorCode::too_many_pieces, [&] {
    return "the position has " + std::to_string(pieces) + " pieces; the tables in " +
           variant_folder(folder_, variant_).string() + " go up to " + std::to_string(max_pieces_);
  });
}

Error StoredTables::no_table_for(const Material& material, ProbeMode mode) const {
  if (max_pieces_ > 0 && material.pieces() > max_pieces_) return too_many_pieces(material.pieces(), mode);
  return mode.error(ErrorCode::missing_table, [&] {
    return "there is no table " + table_path(folder_, variant_, material, Metric::wld).string();
  });
}

Result<Value> StoredTables::value(const Position& position, ProbeMode mode) {
  const Material material = Material::of(position);
  const Material canonical = material.canonical();
  const auto found = slots_.find(key_of(canonical));
  if (found == slots_.end()) return no_table_for(canonical, mode);
  Slot& slot = *found->second;
  const OpenTable* table = slot.table.load(std::memory_order_acquire);
  if (table == nullptr && mode.access == Access::only_cached)
    return mode.error(ErrorCode::not_cached, [&] { return slot.path.string() + " has not been opened"; });
  if (table == nullptr) {
    const auto now_open = opened(slot);
    if (!now_open) return now_open.error();
    table = *now_open;
  }
  return value_at(*table, place_of(*table, slot.id, material != canonical, position), mode);
}

void StoredTables::prefetch(const Position& position) const {
  const Material material = Material::of(position);
  const Material canonical = material.canonical();
  const auto found = slots_.find(key_of(canonical));
  if (found == slots_.end()) return;
  const Slot& slot = *found->second;
  const OpenTable* const table = slot.table.load(std::memory_order_acquire);
  if (table == nullptr) return;
  const Place place = place_of(*table, slot.id, material != canonical, position);
  cache_.prefetch(place.part, place.byte);
}

StoredTables::Place StoredTables::place_of(const OpenTable& table, std::uint32_t id, bool is_twin,
                                           const Position& position) {
  const std::size_t slice = is_twin ? 1 : 0;
  const std::uint64_t number = table.numberings[slice].rank(position.white(), position.black());
  const std::uint64_t block = table.reader.block_of(slice, number);
  const auto index = static_cast<std::size_t>(number % table.reader.info().block_positions);
  const std::size_t byte = index / values_per_byte;
  const PartKey part{id, block, static_cast<std::uint32_t>(byte / BlockCache::part_bytes)};
  return {block, index, part, byte % BlockCache::part_bytes, index % values_per_byte};
}

Result<std::unique_ptr<ByteSource>> StoredTables::bytes_of(const std::filesystem::path& path) {
  switch (reading_) {
    case Reading::plain: break;
    case Reading::mapped: return map_file(path);
    case Reading::whole: return read_whole_file(path);
  }
  return files_.bytes_of(path);
}

Result<const StoredTables::OpenTable*> StoredTables::opened(Slot& slot) {
  const std::scoped_lock lock(slot.mutex);
  if (slot.failure) return *slot.failure;
  if (slot.owned == nullptr) {
    auto table = open_table(slot);
    if (!table) {
      // Damage stays; descriptors or memory may be had again later.
      const ErrorCode code = table.error().code;
      if (code == ErrorCode::damaged_table || code == ErrorCode::wrong_variant) slot.failure = table.error();
      return table.error();
    }
    slot.owned = *std::move(table);
    slot.table.store(slot.owned.get(), std::memory_order_release);
  }
  return slot.owned.get();
}

Result<std::unique_ptr<StoredTables::OpenTable>> StoredTables::open_table(const Slot& slot) {
  auto bytes = bytes_of(slot.path);
  if (!bytes) return bytes.error();
  auto reader = TableReader::open(*std::move(bytes), slot.path.string());
  if (!reader) return reader.error();
  if (auto belongs = check_belongs(reader->info(), variant_, slot.material, reader->name()); !belongs)
    return belongs.error();
  const PositionSpace space = variant_.position_space();
  return std::make_unique<OpenTable>(OpenTable{
      *std::move(reader), {SliceNumbering(space, slot.material), SliceNumbering(space, slot.material.twin())}});
}

Result<Value> StoredTables::value_at(const OpenTable& table, const Place& place, ProbeMode mode) {
  if (const auto cached = cache_.find(place.part, place.byte))
    return digits_of_byte[static_cast<std::size_t>(*cached)][place.digit];
  if (mode.access == Access::only_cached) {
    return mode.error(ErrorCode::not_cached, [&] {
      return "block " + std::to_string(place.block) + " of " + table.reader.name() + " is not cached";
    });
  }
  const auto packed = table.reader.read_block(place.block);
  if (!packed) return packed.error();
  const std::size_t first = place.part.part * BlockCache::part_bytes;
  cache_.put(place.part, std::span(*packed).subspan(first, std::min(BlockCache::part_bytes, packed->size() - first)));
  return dambase::value_at(*packed, place.index);
}

}  // namespace dambase
