// What a table file says of itself: the header of docs/format.md, encoded and decoded.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "engine/material.hpp"
#include "engine/result.hpp"
#include "engine/variant.hpp"
#include "formats/value.hpp"

namespace dambase {

/// What a table stores. Values on disk; never change.
enum class Metric : std::uint8_t {
  wld = 0,   ///< win, loss or draw
  dtc = 1,   ///< and plies until the next conversion, a capture or a move of a man
  dtw = 2,   ///< and plies until the game ends
  rule = 3,  ///< win, loss or draw by the rules that count moves, and plies until the count that runs is over
};
inline constexpr std::array all_metrics = {Metric::wld, Metric::dtc, Metric::dtw, Metric::rule};

/// Which positions are stored. Values on disk; never change.
enum class Profile : std::uint8_t {
  fast = 0,     ///< every position in which the side to move cannot capture
  compact = 1,  ///< those of one slice, if the material has two: the others follow from it by one move
};

/// `wld`, `dtc`, `dtw` or `rule`, and `fast` or `compact`, as scripts know them.
[[nodiscard]] const char* name_of(Metric metric);
[[nodiscard]] const char* name_of(Profile profile);

/// Counts of the positions of one slice.
struct SliceCounts {
  std::uint64_t positions = 0;
  std::uint64_t captures = 0;  ///< the side to move can capture; counted in the values below too
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;

  SliceCounts& operator+=(const SliceCounts& other) {
    positions += other.positions;
    captures += other.captures;
    wins += other.wins;
    losses += other.losses;
    draws += other.draws;
    return *this;
  }
  [[nodiscard]] bool operator==(const SliceCounts&) const = default;
};

/// The longest play to a win, or to a loss, of one slice: how many plies, and the lowest number of a position that has
/// so many.
struct LongestPlay {
  std::uint64_t number = 0;
  std::int32_t plies = -1;  ///< -1: no position is won, or lost

  /// Takes up a position, of which numbers may come in any order.
  void add(std::int32_t plies_there, std::uint64_t number_there) {
    if (plies_there < plies || (plies_there == plies && number_there >= number)) return;
    plies = plies_there;
    number = number_there;
  }
  void add(const LongestPlay& other) {
    if (other.plies >= 0) add(other.plies, other.number);
  }
  [[nodiscard]] bool operator==(const LongestPlay&) const = default;
};

/// Of a slice, captures included.
struct LongestPlays {
  LongestPlay win;
  LongestPlay loss;

  [[nodiscard]] const LongestPlay& longer() const { return win.plies >= loss.plies ? win : loss; }
  [[nodiscard]] bool operator==(const LongestPlays&) const = default;
};

/// Everything in the header that is not layout of the file.
struct TableInfo {
  std::uint32_t variant_id = 0;
  std::uint32_t rules_version = 0;
  Material material;  ///< canonical
  Metric metric = Metric::wld;
  Profile profile = Profile::fast;
  std::string generator_version;
  std::uint32_t codec = 0;  ///< the codec asked for; each block names the one it has
  /// Whether a slice is stored at all. In the fast profile all are.
  std::array<bool, 2> is_stored{};
  std::uint64_t blocks = 0;  ///< of all slices that are stored
  /// [0]: White to move; [1]: Black to move, turned so that White moves, that is, the slice of the
  /// twin. A symmetric material has only the first; the second is then all zero.
  std::array<SliceCounts, 2> slices;
  std::array<LongestPlays, 2> longest;  ///< by slice; of distance tables
  std::uint64_t content_digest = 0;     ///< of the values, whatever codec and block size

  [[nodiscard]] int slice_count() const { return material.is_symmetric() ? 1 : 2; }
  [[nodiscard]] std::uint64_t positions() const { return slices[0].positions + slices[1].positions; }
};

/// Where things lie in a file: header, blocks, codings of the slices, directory of the blocks.
struct TableLayout {
  std::uint64_t codings_offset = 0;
  std::uint64_t directory_offset = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t end_checksum = 0;  ///< of codings and directory
};

inline constexpr std::size_t header_bytes = 256;

/// The header of a table file.
[[nodiscard]] std::array<std::byte, header_bytes> encode_header(const TableInfo& info, const TableLayout& layout);

struct DecodedHeader {
  TableInfo info;
  TableLayout layout;
};

/// Reads a header and checks all that can be checked without the rest of the file. The message of
/// damaged_table does not name the file.
Result<DecodedHeader> decode_header(std::span<const std::byte, header_bytes> bytes);

/// The version of the rules that tables of `metric` depend on: those of moves, and for Metric::rule, above 16 bits,
/// those that count moves as well.
[[nodiscard]] std::uint32_t rules_version_of(const Variant& variant, Metric metric);

/// Whether a table of `info` is one of `variant`, `material` and `metric`: wrong_variant for another variant or
/// rules version, damaged_table where it claims another material or metric, or impossible counts.
Result<void> check_belongs(const TableInfo& info, const Variant& variant, const Material& material, Metric metric,
                           const std::string& name);

}  // namespace dambase
