// Values of all positions of a material, captures included, for the verifier: stored values as they
// are, and captures resolved from smaller material by the rules alone.
#pragma once

#include <array>
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
    bytes_[number / codes_per_byte] |= static_cast<std::byte>(static_cast<unsigned>(code) << number % codes_per_byte * 2);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Values of both slices of one material.
struct TrueValues {
  TrueValues(const BoardShape& shape, const Material& canonical)
      : numberings{SliceNumbering(shape, canonical), SliceNumbering(shape, canonical.twin())},
        values{CodeArray(numberings[0].positions()), CodeArray(canonical.is_symmetric() ? 0 : numberings[1].positions())} {}

  [[nodiscard]] std::size_t slice_of(const Material& material) const {
    return material == numberings[0].material() ? 0 : 1;
  }

  std::array<SliceNumbering, 2> numberings;
  std::array<CodeArray, 2> values;  ///< never Code::capture
};

/// True values by canonical material.
class TrueValueStore {
 public:
  [[nodiscard]] bool has(const Material& canonical) const { return held_.contains(canonical); }
  [[nodiscard]] TrueValues& at(const Material& canonical) const { return *held_.at(canonical); }
  TrueValues& add(const BoardShape& shape, const Material& canonical) {
    return *(held_[canonical] = std::make_unique<TrueValues>(shape, canonical));
  }
  void drop(const Material& canonical) { held_.erase(canonical); }

  /// The value of a position with White to move; its material must be held unless a side has no pieces.
  [[nodiscard]] Value value(const Position& white_to_move) const {
    if (white_to_move.white().all().empty()) return Value::loss;
    if (white_to_move.black().all().empty()) return Value::win;
    const Material material = Material::of(white_to_move);
    const TrueValues& values = at(material.canonical());
    const std::size_t slice = values.slice_of(material);
    const std::uint64_t number = values.numberings[slice].rank(white_to_move.white(), white_to_move.black());
    return static_cast<Value>(values.values[slice][number]);
  }

 private:
  std::map<Material, std::unique_ptr<TrueValues>> held_;
};

}  // namespace dambase
