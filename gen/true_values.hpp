// Values of all positions of a material, captures included, for the verifier: stored values as they
// are, and captures resolved from smaller material by the rules alone.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "formats/numbering.hpp"
#include "formats/table_reader.hpp"
#include "formats/value.hpp"

namespace dambase {

/// The codes of one slice, four a byte. Bytes may be written by different threads.
class CodeArray {
 public:
  explicit CodeArray(std::uint64_t positions) : bytes_((positions + codes_per_byte - 1) / codes_per_byte) {}

  [[nodiscard]] Code operator[](std::uint64_t number) const { return code_at(bytes_, number); }
  /// Sets a code that is still zero.
  void set(std::uint64_t number, Code code) {
    bytes_[number / codes_per_byte] |=
        static_cast<std::byte>(static_cast<unsigned>(code) << number % codes_per_byte * 2);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// A set of positions of one slice that only grows. May be used from many threads at once.
class PositionSet {
 public:
  PositionSet() = default;
  explicit PositionSet(std::uint64_t positions) : words_((positions + 63) / 64) {}

  [[nodiscard]] bool has(std::uint64_t number) const { return (word(number / 64) >> number % 64 & 1) != 0; }
  void add(std::uint64_t number) {
    std::atomic_ref(words_[number / 64]).fetch_or(std::uint64_t{1} << number % 64, std::memory_order_relaxed);
  }
  /// Positions 64 * index and on, the first lowest.
  [[nodiscard]] std::uint64_t word(std::uint64_t index) const {
    return std::atomic_ref(words_[index]).load(std::memory_order_relaxed);
  }

 private:
  mutable std::vector<std::uint64_t> words_;  ///< mutable: atomic_ref has no const form in C++20
};

/// Values of both slices of one material.
struct TrueValues {
  TrueValues(const PositionSpace& space, const Material& canonical)
      : numberings{SliceNumbering(space, canonical), SliceNumbering(space, canonical.twin())},
        values{CodeArray(numberings[0].positions()),
               CodeArray(canonical.is_symmetric() ? 0 : numberings[1].positions())} {}

  [[nodiscard]] std::size_t slice_of(const Material& material) const {
    return material == numberings[0].material() ? 0 : 1;
  }

  std::array<SliceNumbering, 2> numberings;
  std::array<CodeArray, 2> values;  ///< never Code::capture

  /// While wins and losses are traced to where they come from: those that have been. The others
  /// count as draws meanwhile.
  std::array<PositionSet, 2> traced;
  bool only_traced = false;
};

/// True values by canonical material.
class TrueValueStore {
 public:
  [[nodiscard]] bool has(const Material& canonical) const { return held_.contains(canonical); }
  [[nodiscard]] TrueValues& at(const Material& canonical) const { return *held_.at(canonical); }
  TrueValues& add(const PositionSpace& space, const Material& canonical) {
    return *(held_[canonical] = std::make_unique<TrueValues>(space, canonical));
  }
  void drop(const Material& canonical) { held_.erase(canonical); }

  /// The value of a position with White to move; its material must be held.
  [[nodiscard]] Value value(const Position& white_to_move) const {
    const Material material = Material::of(white_to_move);
    const TrueValues& values = at(material.canonical());
    const std::size_t slice = values.slice_of(material);
    const std::uint64_t number = values.numberings[slice].rank(white_to_move.white(), white_to_move.black());
    if (values.only_traced && !values.traced[slice].has(number)) return Value::draw;
    return static_cast<Value>(values.values[slice][number]);
  }

 private:
  std::map<Material, std::unique_ptr<TrueValues>> held_;
};

}  // namespace dambase
