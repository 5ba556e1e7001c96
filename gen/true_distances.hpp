// Distances of all positions of a material, captures included, for the verifier: stored ones as they are, and captures
// resolved from smaller material by the rules alone.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "formats/distance_symbol.hpp"
#include "formats/numbering.hpp"

namespace dambase {

/// Distances of both slices of one material. Each position may be set by one thread.
struct TrueDistances {
  TrueDistances(const PositionSpace& space, const Material& canonical)
      : numberings{SliceNumbering(space, canonical), SliceNumbering(space, canonical.twin())},
        symbols{std::vector<DistanceSymbol>(numberings[0].positions()),
                std::vector<DistanceSymbol>(canonical.is_symmetric() ? 0 : numberings[1].positions())} {}

  std::array<SliceNumbering, 2> numberings;
  std::array<std::vector<DistanceSymbol>, 2> symbols;
};

/// By canonical material.
class TrueDistanceStore {
 public:
  explicit TrueDistanceStore(const DistanceSymbols& symbols) : symbols_(symbols) {}

  [[nodiscard]] const DistanceSymbols& symbols() const { return symbols_; }
  [[nodiscard]] bool has(const Material& canonical) const { return held_.contains(canonical); }
  [[nodiscard]] TrueDistances& at(const Material& canonical) const { return *held_.at(canonical); }
  TrueDistances& add(const PositionSpace& space, const Material& canonical) {
    return *(held_[canonical] = std::make_unique<TrueDistances>(space, canonical));
  }
  void drop(const Material& canonical) { held_.erase(canonical); }

  /// The distance of a position with White to move; its material must be held.
  [[nodiscard]] Distance distance(const Position& white_to_move) const {
    const Material material = Material::of(white_to_move);
    const TrueDistances& distances = at(material.canonical());
    const std::size_t slice = material == distances.numberings[0].material() ? 0 : 1;
    const std::uint64_t number = distances.numberings[slice].rank(white_to_move.white(), white_to_move.black());
    return symbols_.distance_of(distances.symbols[slice][number]);
  }

 private:
  DistanceSymbols symbols_;
  std::map<Material, std::unique_ptr<TrueDistances>> held_;
};

}  // namespace dambase
