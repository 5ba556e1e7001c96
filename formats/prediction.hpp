// Values of a tile told by their neighbours.
//
// A table of rules says for each way in which six neighbours can look (two to the left, three above each other, and the
// one right of the nearest of these) which value is expected, and how surely. A tile is stored as how long expectations
// hold: one run length for each degree of sureness, in Rice codes (formats/rice_code.hpp), as in the adaptive
// run-length modes of Langdon, "An adaptive run-length coding algorithm" (1983), and with neighbours as in the
// templates of JBIG (ITU-T T.82). docs/format.md specifies it. Where the side to move can capture a value is free, and
// the expected one is taken.
//
// Lines are decoded four at a time, each two columns behind the one above it: so the processor works at four chains of
// dependent steps at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/result.hpp"
#include "formats/tile_buffer.hpp"

namespace dambase {

/// The rules of one slice. Immutable once made; may be used from any thread.
class PredictionModel {
 public:
  static constexpr std::size_t neighbourhoods = 4096;
  static constexpr std::size_t degrees = 8;           ///< of sureness
  static constexpr std::uint8_t most_parameter = 16;  ///< of a Rice code

  /// What is expected, what otherwise, and how surely.
  struct Rule {
    std::uint8_t expected = 1;
    std::uint8_t otherwise = 0;
    std::uint8_t degree = 0;

    [[nodiscard]] bool operator==(const Rule&) const = default;
  };

  PredictionModel() { set_rules({}, {}, 0); }

  /// The same model, but a bit before every run whose Rice code has the parameter `from` or a larger one tells whether
  /// the run goes on to the end of the tile. What pays depends on how long runs are against a tile.
  [[nodiscard]] PredictionModel with_endless_runs(std::uint8_t from) const;

  /// The model as it is in a file, and read back. damaged_table, without the name of the file, if that
  /// cannot be.
  [[nodiscard]] std::vector<std::byte> to_bytes() const;
  static Result<PredictionModel> from_bytes(std::span<const std::byte> bytes);

  /// Encodes the codes in `tile`, appending to `bytes`. Captures are overwritten by what is decoded there.
  void encode(TileBuffer& tile, std::vector<std::byte>& bytes) const;

  /// A tile can be decoded from the top down to any line, if that is the last of a group; how many lines that is for
  /// those that are needed.
  [[nodiscard]] static constexpr std::uint32_t lines_decoded(std::uint32_t lines) { return (lines + 3) / 4 * 4; }

  /// Starts to fetch what decode() reads of the model.
  void prefetch() const {
    constexpr std::size_t cache_line = 64;
    for (std::size_t at = 0; at < rules_.size(); at += cache_line) __builtin_prefetch(&rules_[at]);
  }
  /// Decodes the tile of `tile.shape()`, or its upper lines if it has fewer than were encoded, from `bytes`, whatever
  /// they are.
  void decode(std::span<const std::byte> bytes, TileBuffer& tile) const;

 private:
  friend class PredictionTrainer;
  class Encoder;
  class RunReader;
  class CellDecoder;
  class GroupDecoder;

  void set_rules(const std::array<Rule, neighbourhoods>& rules, const std::array<std::uint8_t, degrees>& parameters,
                 std::uint8_t otherwise_parameter);
  [[nodiscard]] bool may_be_endless(unsigned parameter) const { return parameter >= endless_from_; }

  std::array<std::uint8_t, neighbourhoods> rules_{};  ///< a byte each, as in a file
  std::array<std::uint8_t, degrees> parameters_{};    ///< of the Rice codes of the runs
  std::uint8_t otherwise_parameter_ = 0;
  std::uint8_t endless_from_ =
      most_parameter;  ///< before runs with this parameter or a larger one a bit tells whether they end
};

/// Learns a model from tiles of a slice. The same tiles in the same order give the same model.
class PredictionTrainer {
 public:
  /// Tiles have to be learned in `rounds` rounds: all of them, then finish_round(), and again.
  static constexpr int rounds = 3;

  /// Takes up the codes in `tile`, captures included; they may be changed.
  void learn(TileBuffer& tile);
  void finish_round();
  /// After the last round.
  [[nodiscard]] PredictionModel model() const;

 private:
  struct Counts {
    std::array<std::uint64_t, 3> stored{};  ///< by value
    std::uint64_t free = 0;                 ///< captures
  };

  std::array<Counts, PredictionModel::neighbourhoods> counts_{};
  std::array<Counts, PredictionModel::neighbourhoods> last_round_{};
  std::array<std::uint8_t, PredictionModel::neighbourhoods> expected_{};
  bool is_first_round_ = true;
};

}  // namespace dambase
