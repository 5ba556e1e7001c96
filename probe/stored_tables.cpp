#include "probe/stored_tables.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <bit>

#include "formats/table_files.hpp"

namespace dambase {
namespace {

// Enough for all tables of five pieces of most variants, and few enough to leave an engine most of its descriptors.
std::size_t most_open_files() {
  constexpr std::size_t most = 128;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return most / 8;
  return std::clamp<std::size_t>(static_cast<std::size_t>(limit.rlim_cur) / 8, 1, most);
}

}  // namespace

StoredTables::StoredTables(const Variant& variant, std::filesystem::path folder, const TableSetOptions& options)
    : variant_(variant),
      folder_(std::move(folder)),
      reading_(options.reading),
      files_(most_open_files()),
      cache_(options.cache_bytes) {}

Result<std::unique_ptr<StoredTables>> StoredTables::open(const Variant& variant, const std::filesystem::path& folder,
                                                         const TableSetOptions& options) {
  std::error_code failure;
  const std::filesystem::path absolute = std::filesystem::absolute(folder, failure);
  if (failure) return Error{ErrorCode::file_failed, folder.string() + ": " + failure.message()};
  const auto files = list_tables(absolute, variant, Metric::wld);
  if (!files) return files.error();
  std::unique_ptr<StoredTables> tables(new StoredTables(variant, absolute, options));
  for (const TableFile& file : *files) {
    if (slice_positions(variant.position_space(), file.material)) tables->add(file);
  }
  tables->index_slots();
  return tables;
}

void StoredTables::add(const TableFile& file) {
  auto slot = std::make_unique<Slot>();
  slot->id = static_cast<std::uint32_t>(slots_.size());
  slot->path = file.path;
  slot->material = file.material;
  max_pieces_ = std::max(max_pieces_, file.material.pieces());
  slots_.push_back(std::move(slot));
}

void StoredTables::index_slots() {
  count_bits_ = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(max_pieces_)));
  found_.resize(std::size_t{1} << 4 * count_bits_);
  lookups_ = std::vector<std::atomic<const Lookup*>>(found_.size());
  for (const auto& slot : slots_) {
    found_[index_of(slot->material.twin())] = {slot.get(), 1};
    found_[index_of(slot->material)] = {slot.get(), 0};
  }
}

ProbeStatistics StoredTables::statistics() const {
  return {counters_.tiles_decoded.load(std::memory_order_relaxed),
          counters_.bytes_read.load(std::memory_order_relaxed)};
}

bool StoredTables::has_table(const Material& material) const { return find(material).slot != nullptr; }

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

Result<std::optional<Value>> StoredTables::value(const Position& position, ProbeMode mode) {
  const auto number_in = [&](const SliceNumbering& numbering) {
    return numbering.rank(position.white(), position.black());
  };
  return value_at(Material::of(position), number_in, mode);
}

Result<std::optional<Value>> StoredTables::value(const Material& material, std::uint64_t number, ProbeMode mode) {
  return value_at(
      material, [&](const SliceNumbering&) { return number; }, mode);
}

// `number_in` tells the number of the position by the numbering of its slice.
template <class NumberIn>
Result<std::optional<Value>> StoredTables::value_at(const Material& material, const NumberIn& number_in,
                                                    ProbeMode mode) {
  const Found found = find(material);
  if (found.slot == nullptr) return no_table_for(material.canonical(), mode);
  Slot& slot = *found.slot;
  const OpenTable* table = slot.table.load(std::memory_order_acquire);
  if (table == nullptr && mode.access == Access::only_cached)
    return mode.error(ErrorCode::not_cached, [&] { return slot.path.string() + " has not been opened"; });
  if (table == nullptr) {
    const auto now_open = opened(slot);
    if (!now_open) return now_open.error();
    table = *now_open;
  }
  const Lookup& lookup = table->lookups[found.slice];
  if (!lookup.is_stored) return std::optional<Value>();
  const Place place = place_at(lookup, number_in(lookup.numbering));
  if (const auto cached = cache_.find(place.key, place.index)) return cached;
  if (mode.access == Access::only_cached) {
    return mode.error(ErrorCode::not_cached, [&] {
      return "tile " + std::to_string(place.key.tile) + " of " + table->reader.name() + " is not cached";
    });
  }
  return read_value(*table, found.slice, place);
}

void StoredTables::prefetch(const Position& position) const {
  const Lookup* const lookup = stored_lookup(Material::of(position));
  if (lookup == nullptr) return;
  const Place place = place_at(*lookup, lookup->numbering.rank(position.white(), position.black()));
  cache_.prefetch(place.key, place.index);
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
    const auto publish = [&](const Material& material, const Lookup& lookup) {
      if (lookup.is_stored) lookups_[index_of(material)].store(&lookup, std::memory_order_release);
    };
    publish(slot.material, slot.owned->lookups[0]);
    if (!slot.material.is_symmetric()) publish(slot.material.twin(), slot.owned->lookups[1]);
  }
  return slot.owned.get();
}

Result<std::unique_ptr<StoredTables::OpenTable>> StoredTables::open_table(const Slot& slot) {
  auto bytes = bytes_of(slot.path);
  if (!bytes) return bytes.error();
  auto reader = TableReader::open(*std::move(bytes), slot.path.string());
  if (!reader) return reader.error();
  if (auto belongs = check_belongs(reader->info(), variant_, slot.material, Metric::wld, reader->name()); !belongs)
    return belongs.error();
  const auto lookup_of = [&](std::size_t slice, const Material& material) {
    const bool is_stored = reader->info().is_stored[slice];
    return Lookup{is_stored, 2 * slot.id + static_cast<std::uint32_t>(slice),
                  is_stored ? reader->coding(slice).tiling : Tiling(0, {}),
                  SliceNumbering(variant_.position_space(), material)};
  };
  const std::array lookups{lookup_of(0, slot.material), lookup_of(1, slot.material.twin())};
  return std::make_unique<OpenTable>(OpenTable{*std::move(reader), lookups});
}

Result<std::optional<Value>> StoredTables::read_value(const OpenTable& table, std::size_t slice, const Place& place) {
  if (const auto constant = table.reader.constant_of(slice, place.key.tile)) {
    cache_.put_constant(place.key, place.index, *constant);
    return std::optional(dambase::value_at(std::span(&*constant, 1), 0));
  }
  std::array<std::byte, packed_bytes(max_tile_positions)> bytes;
  const std::span packed = std::span(bytes).first(table.reader.coding(slice).tile_bytes());
  // A tile is decoded from the front, at first only so far as is needed. A tile whose front is here is asked for again,
  // so it is worth all of the work.
  const bool is_known = cache_.find(place.key, 0).has_value();
  const std::uint32_t needed = is_known ? max_tile_positions : TileCache::end_of_part(place.index);
  cache_.prefetch_front(place.key, std::min(needed, table.reader.coding(slice).tiling.positions_of_full_tile()));
  const auto read = table.reader.read_tile(slice, place.key.tile, needed, packed);
  if (!read) return read.error();
  counters_.tiles_decoded.fetch_add(1, std::memory_order_relaxed);
  counters_.bytes_read.fetch_add(*read, std::memory_order_relaxed);
  cache_.put(place.key, packed.first(std::min<std::size_t>(packed.size(), packed_bytes(needed))));
  return std::optional(dambase::value_at(packed, place.index));
}

}  // namespace dambase
