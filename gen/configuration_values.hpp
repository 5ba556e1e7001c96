// Stored values of some man configurations of a slice, read back from its table.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/distance_symbol.hpp"
#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "gen/stored_positions.hpp"
#include "gen/word_layout.hpp"

namespace dambase {

/// Reads the values of many configurations in the order in which they lie in the file, so that each block
/// is decoded about once, and hands them out in any order.
class ConfigurationValues {
 public:
  /// A configuration that is asked for: its rank in the numbering of the slice, and its place here.
  struct Wanted {
    std::uint64_t rank;
    std::size_t place;
  };

  /// For a slice with this numbering. Values can be read from any table, distances from those that have them.
  explicit ConfigurationValues(const SliceNumbering& numbering, WordContent content = WordContent::values);

  /// Reads `wanted`, whose places are 0, 1, 2, ... in some order, on the threads of the current arena;
  /// what was there before is gone. Errors are those of TableReader::read_block.
  Result<void> read(const TableReader& table, std::size_t slice, std::vector<Wanted> wanted);

  /// Reads one configuration, whose place is 0, position by position: of the slice of `material` with White to move.
  /// Errors are those of StoredPositions.
  Result<void> read_one(const StoredPositions& stored, const Material& material, std::uint64_t rank);

  /// The value of position `index` of the configuration at `place`, with the runs number `run_pair`.
  /// Means nothing where the side to move can capture.
  [[nodiscard]] Value value(std::size_t place, std::uint64_t run_pair, std::uint64_t index) const {
    const std::uint64_t number = run_pair * placements_ + index;
    return static_cast<Value>(code_at(std::span(codes_).subspan(place * bytes_of_each_), number));
  }

  /// The same of a distance.
  [[nodiscard]] DistanceSymbol symbol(std::size_t place, std::uint64_t run_pair, std::uint64_t index) const {
    const std::uint64_t number = run_pair * placements_ + index;
    return SymbolView(std::span(codes_).subspan(place * bytes_of_each_, bytes_of_each_))[number];
  }

  /// How many configurations to read at once: enough to read well, a bound on memory.
  [[nodiscard]] std::size_t at_once() const;
  /// What at_once() of them take, and the blocks that threads decode.
  static constexpr std::uint64_t memory_bytes = std::uint64_t{32} << 20;

 private:
  void copy(const SliceCoding& coding, std::span<const std::byte> tile, std::uint32_t index, std::span<std::byte> codes,
            std::uint64_t at) const;

  WordContent content_;
  std::uint64_t placements_;         ///< of the kings of one configuration
  std::uint64_t placements_of_all_;  ///< of all configurations, for one pair of runs
  std::uint64_t run_pairs_;
  std::size_t bytes_of_each_;
  std::vector<std::byte> codes_;
};

}  // namespace dambase
