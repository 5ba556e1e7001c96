// The tables of a set as they are stored: which there are, opened on first use, read through a cache.
// Knows nothing of moves; see table_set_of.hpp for that.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/variant.hpp"
#include "formats/numbering.hpp"
#include "formats/table_files.hpp"
#include "formats/table_reader.hpp"
#include "probe/file_pool.hpp"
#include "probe/table_set.hpp"
#include "probe/tile_cache.hpp"

namespace dambase {

/// May be used from any number of threads at once.
class StoredTables {
 public:
  static Result<std::unique_ptr<StoredTables>> open(const Variant& variant, const std::filesystem::path& folder,
                                                    const TableSetOptions& options);

  /// The stored value of a position with White to move, both sides with pieces, in which White cannot capture; nothing
  /// if its table leaves out White to move, whose values follow from those after its moves. Errors as TableSet::probe.
  Result<std::optional<Value>> value(const Position& position, ProbeMode mode);
  /// The same of the position with this number in the slice of `material` with White to move.
  Result<std::optional<Value>> value(const Material& material, std::uint64_t number, ProbeMode mode);
  /// The same value if it is in the cache; nothing also where `value` says why.
  [[nodiscard]] std::optional<Value> cached_value(const Pieces& white, const Pieces& black) const {
    const Lookup* const lookup =
        stored_lookup({white.men.count(), white.kings.count(), black.men.count(), black.kings.count()});
    return lookup == nullptr ? std::nullopt : find_at(*lookup, lookup->numbering.rank(white, black));
  }
  /// The same, with bits gathered and counted by the processor's own instructions, for BitPath::bmi2.
  template <class Bits>
  [[nodiscard]] std::optional<Value> cached_value_gathering(const Pieces& white, const Pieces& black) const {
    const Lookup* const lookup = stored_lookup({Bits::count(white.men.bits()), Bits::count(white.kings.bits()),
                                                Bits::count(black.men.bits()), Bits::count(black.kings.bits())});
    return lookup == nullptr ? std::nullopt
                             : find_at(*lookup, lookup->numbering.template rank_gathering<Bits>(white, black));
  }
  /// Which instructions this processor has.
  [[nodiscard]] BitPath path() const { return path_; }
  /// Starts to fetch what `value` of such a position touches, if it is in the cache.
  void prefetch(const Position& position) const;

  [[nodiscard]] int max_pieces() const { return max_pieces_; }
  [[nodiscard]] bool has_table(const Material& material) const;
  [[nodiscard]] ProbeStatistics statistics() const;
  /// What is said of a position with more pieces than any table here.
  [[nodiscard]] Error too_many_pieces(int pieces, ProbeMode mode) const;

 private:
  // All that it takes to find the positions of a slice in the cache.
  struct Lookup {
    bool is_stored;
    std::uint32_t slice;  ///< as in TileKey
    Tiling tiling;        ///< meaningless if the slice is not stored
    SliceNumbering numbering;
  };

  struct OpenTable {
    TableReader reader;
    std::array<Lookup, 2> lookups;  ///< of the material, and of its twin
  };

  // One table of the set. `table` is set once, after which it is read without the lock.
  struct Slot {
    std::uint32_t id = 0;
    std::filesystem::path path;
    Material material;
    std::mutex mutex;
    std::atomic<const OpenTable*> table{nullptr};
    std::unique_ptr<OpenTable> owned;
    std::optional<Error> failure;  ///< final: the file is not what it should be
  };

  // Where the value of a position is kept.
  struct Place {
    TileKey key{};
    std::uint32_t index = 0;  ///< in the tile
  };

  StoredTables(const Variant& variant, std::filesystem::path folder, const TableSetOptions& options);
  void add(const TableFile& file);
  void index_slots();

  template <class NumberIn>
  Result<std::optional<Value>> value_at(const Material& material, const NumberIn& number_in, ProbeMode mode);
  [[nodiscard]] Error no_table_for(const Material& material, ProbeMode mode) const;
  // Of a material whose table has been opened, if this slice is stored.
  [[nodiscard]] const Lookup* stored_lookup(const Material& material) const {
    if (material.pieces() > max_pieces_) return nullptr;
    return lookups_[index_of(material)].load(std::memory_order_acquire);
  }
  [[nodiscard]] static Place place_at(const Lookup& lookup, std::uint64_t number) {
    const auto place = lookup.tiling.place_of(number);
    return {{lookup.slice, place.tile}, place.index};
  }
  [[nodiscard]] std::optional<Value> find_at(const Lookup& lookup, std::uint64_t number) const {
    const Place place = place_at(lookup, number);
    return cache_.find(place.key, place.index);
  }
  Result<const OpenTable*> opened(Slot& slot);
  Result<std::unique_ptr<ByteSource>> bytes_of(const std::filesystem::path& path);
  Result<std::unique_ptr<OpenTable>> open_table(const Slot& slot);
  Result<std::optional<Value>> read_value(const OpenTable& table, std::size_t slice, const Place& place);

  const Variant& variant_;
  std::filesystem::path folder_;
  Reading reading_;
  FilePool files_;
  TileCache cache_;
  // The table of a material, and which of its slices has White to move.
  struct Found {
    Slot* slot = nullptr;
    std::size_t slice = 0;
  };
  [[nodiscard]] std::size_t index_of(const Material& material) const {
    const auto count = [](int pieces) { return static_cast<std::size_t>(pieces); };
    const std::size_t white = count(material.white_men) << count_bits_ | count(material.white_kings);
    const std::size_t black = count(material.black_men) << count_bits_ | count(material.black_kings);
    return white << 2 * count_bits_ | black;
  }
  // Nothing for a material that has more pieces of a kind than any table here.
  [[nodiscard]] Found find(const Material& material) const {
    return material.pieces() <= max_pieces_ ? found_[index_of(material)] : Found{};
  }

  BitPath path_ = best_bit_path();
  unsigned count_bits_ = 0;  ///< of how many pieces of a kind there can be
  int max_pieces_ = 0;
  // By index_of the material, both of a twin. Lookups of slices that are stored are set when a table has been opened.
  std::vector<std::atomic<const Lookup*>> lookups_;
  std::vector<Found> found_;
  std::vector<std::unique_ptr<Slot>> slots_;
  // On a cache line of their own: whoever reads from a file writes them, and whoever finds a value reads what is above.
  struct alignas(64) Counters {
    std::atomic<std::uint64_t> tiles_decoded{0};
    std::atomic<std::uint64_t> bytes_read{0};
  };
  Counters counters_;
};

}  // namespace dambase
