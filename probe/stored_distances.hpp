// The distance tables of a set, of one metric, as they are stored: which there are, opened on first use, read block by
// block through a small cache. Knows nothing of moves; see distance_probe.hpp for that.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "formats/distance_symbol.hpp"
#include "formats/numbering.hpp"
#include "formats/table_files.hpp"
#include "formats/table_reader.hpp"
#include "probe/file_pool.hpp"
#include "probe/table_set.hpp"

namespace dambase {

/// May be used from any number of threads at once.
class StoredDistances {
 public:
  static Result<std::unique_ptr<StoredDistances>> open(const Variant& variant, Metric metric,
                                                       const std::filesystem::path& folder);

  /// The stored distance of a position with White to move, both sides with pieces, in which White cannot capture;
  /// nothing if its table leaves out White to move. Errors as TableSet::probe_distance.
  Result<std::optional<Distance>> distance(const Position& position, ProbeMode mode);
  /// The same of the position with this number in the slice of `material` with White to move.
  Result<std::optional<Distance>> distance(const Material& material, std::uint64_t number, ProbeMode mode);

  [[nodiscard]] Metric metric() const { return symbols_.metric(); }
  [[nodiscard]] bool is_empty() const { return slots_.empty(); }
  [[nodiscard]] int max_pieces() const { return max_pieces_; }
  [[nodiscard]] bool has_table(const Material& material) const { return slots_.contains(material.canonical()); }
  /// What is said of a position with more pieces than any table here.
  [[nodiscard]] Error too_many_pieces(int pieces, ProbeMode mode) const;

 private:
  struct OpenTable {
    TableReader reader;
    std::array<SliceNumbering, 2> numberings;  ///< of the material, and of its twin
  };
  struct Slot {
    std::filesystem::path path;
    std::mutex mutex;
    std::unique_ptr<OpenTable> table;
    std::optional<Error> failure;  ///< final: the file is not what it should be
  };
  using Block = std::shared_ptr<const std::vector<std::byte>>;
  struct BlockKey {
    const OpenTable* table;
    std::size_t slice;
    std::uint64_t block;
    [[nodiscard]] auto operator<=>(const BlockKey&) const = default;
  };

  StoredDistances(const Variant& variant, Metric metric, std::filesystem::path folder);

  template <class NumberIn>
  Result<std::optional<Distance>> distance_at(const Material& material, const NumberIn& number_in, ProbeMode mode);
  Result<const OpenTable*> opened(Slot& slot, const Material& material, ProbeMode mode);
  Result<std::unique_ptr<OpenTable>> open_table(const Slot& slot, const Material& material);
  Result<Block> block_of(const BlockKey& key, ProbeMode mode);
  [[nodiscard]] Block find(const BlockKey& key);
  void keep(const BlockKey& key, const Block& block);

  const Variant& variant_;
  DistanceSymbols symbols_;
  std::filesystem::path folder_;
  FilePool files_;
  std::map<Material, Slot> slots_;  ///< by canonical material
  int max_pieces_ = 0;

  // The most recently used blocks come first.
  std::mutex cache_mutex_;
  std::list<std::pair<BlockKey, Block>> recent_;
  std::map<BlockKey, std::list<std::pair<BlockKey, Block>>::iterator> cached_;
};

}  // namespace dambase
