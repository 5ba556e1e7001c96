// Codings of small slices, in tiles and blocks that are smaller still.
#pragma once

#include <random>
#include <vector>

#include "formats/block_codec.hpp"
#include "tests/formats/temporary_folder.hpp"

namespace dambase::test {

/// Codes of one slice, a code a position.
using Codes = std::vector<Code>;

[[nodiscard]] inline Bytes packed_codes(const Codes& codes) {
  Bytes bytes(packed_bytes(codes.size()));
  for (std::size_t i = 0; i < codes.size(); ++i) add_code(bytes, i, codes[i]);
  return bytes;
}

/// Codes each the same as the one before but for one in `noise` of them, on average.
[[nodiscard]] inline Codes random_codes(std::size_t count, unsigned noise, std::mt19937& random) {
  Codes codes;
  Code last = Code::draw;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % noise == 0) last = static_cast<Code>(random() % 4);
    codes.push_back(last);
  }
  return codes;
}

/// A coding that is learned from these codes, cut as `options` says.
[[nodiscard]] inline SliceCoding coding_of(const Codes& codes, const TilingOptions& options,
                                           std::uint8_t endless_from = 5) {
  SliceCoding coding{Tiling(codes.size(), options), {}};
  const Bytes bytes = packed_codes(codes);
  PredictionTrainer trainer;
  TileBuffer tile;
  for (int round = 0; round < PredictionTrainer::rounds; ++round) {
    for (std::uint64_t i = 0; i < coding.tiling.tiles(); ++i) {
      tile.load(bytes, coding.tiling, i);
      trainer.learn(tile);
    }
    trainer.finish_round();
  }
  coding.model = trainer.model().with_endless_runs(endless_from);
  return coding;
}

}  // namespace dambase::test
